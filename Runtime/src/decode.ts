import { decodeBase64 } from './bytes';
import { check } from './errors';
import { hasOwn, keys, NativeBigInt, NativeDate } from './intrinsics';

let attachments: Uint8Array[] | undefined;

/** Names the bytes that came beside the text which is read next. */
export const bring = (brought?: Uint8Array[]) => {
  attachments = brought;
};

/** Bytes of a tag: text, or the number of what came beside it. */
const bytesOf = (held: string | number): Uint8Array => {
  if (typeof held === 'string') return decodeBase64(held);
  // Throws where nothing came. Own ones alone: the page can put elements on the prototype.
  check(hasOwn(attachments!, held), 'attachment');
  return attachments![held]!;
};

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
      : kind === 'b' ? bytesOf(held)
      : revive(held, true);
  }
  const names = keys(value);
  // Each is there already, so that no setter of a prototype runs, not even that of `__proto__`.
  for (let index = 0; index < names.length; index++) value[names[index]!] = revive(value[names[index]!]);
  return value;
};
