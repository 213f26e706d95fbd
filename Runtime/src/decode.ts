import { decodeBase64 } from './bytes';
import { hasOwn, keys, NativeBigInt, NativeDate } from './intrinsics';

/** Puts what tags stand for into parsed JSON, in place. In `isBare` itself, not below, `$` means nothing. */
export const revive = (value: any, isBare?: boolean): unknown => {
  if (typeof value !== 'object' || !value) return value;
  if (!isBare && hasOwn(value, '$')) {
    const kind = value.$;
    if (kind === 'u') return undefined;
    const held = value.v;
    return kind === 'n' ? +held
      : kind === 'i' ? NativeBigInt(held)
      : kind === 'd' ? new NativeDate(held === null ? NaN : held)
      : kind === 'b' ? decodeBase64(held)
      : revive(held, true);
  }
  const names = keys(value);
  // Each is there already, so that no setter of a prototype runs, not even that of `__proto__`.
  for (let index = 0; index < names.length; index++) value[names[index]!] = revive(value[names[index]!]);
  return value;
};
