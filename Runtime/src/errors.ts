import { define, NativeError, NativeTypeError, setPrototypeOf } from './intrinsics';

// The member's name gives the class its own, which the minifier leaves alone.
export const { GawaError } = { GawaError: class extends Error {} };

/**
 * Makes a GawaError of a plain error, whose stack shows who made it. Every call makes one, and few are told: the
 * engine makes a plain one faster.
 */
export const fill = (
  error: Error | undefined, name: string, code: string, message: string, cause?: unknown, data?: unknown,
): Error => {
  error ??= new NativeError();
  setPrototypeOf(error, GawaError.prototype);
  define(error, 'name', name);
  define(error, 'code', code);
  define(error, 'message', message);
  if (cause !== undefined) define(error, 'cause', cause);
  if (data !== undefined) define(error, 'data', data);
  return error;
};

/** Throws a TypeError for what a page passes wrongly. */
export const check = (isRight: boolean, name: string) => {
  if (!isRight) throw new NativeTypeError('wrong ' + name);
};
