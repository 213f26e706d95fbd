import { define, freeze, NativeTypeError } from './intrinsics';

// The member's name gives the class its own, which the minifier leaves alone. Frozen: `super` would otherwise lead to
// whatever prototype the page gives the class.
export const { GawaError } = {
  GawaError: class extends Error {
    // Without one, engines pass the arguments on by iterating.
    constructor(message?: string, options?: ErrorOptions) {
      super(message, options);
    }
  },
};
freeze(GawaError);

/** Makes an error whose stack shows who calls. What it tells is put in by `fill`. */
export const makeError = (): Error => new GawaError();

export const fill = (
  error: Error, name: string, code: string, message: string, cause?: unknown, data?: unknown,
): Error => {
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
