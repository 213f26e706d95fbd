import {
  apply, atob, attempt, btoa, capture, charCodeAt, fromCharCode, getByteLength, getPrototypeOf, NativeBytes,
} from './intrinsics';

// Newer engines have these.
const encodeNatively = attempt(() => capture<(bytes: unknown) => string>(NativeBytes, 'toBase64'));
const fromBase64 = (NativeBytes as unknown as { fromBase64?(text: string): Uint8Array }).fromBase64;


/** Base64 of an array of bytes. */
export const encodeBase64 = (bytes: Uint8Array): string => {
  if (encodeNatively) return encodeNatively(bytes);
  let text = '';
  let chunk = '';
  for (let index = 0, length = lengthOf(bytes); index < length; ) {
    chunk += fromCharCode(bytes[index++]!);
    // A multiple of three, so that no padding stands inside.
    if (index === length || !(index % 3e4)) {
      text += btoa(chunk);
      chunk = '';
    }
  }
  return text;
};

export const decodeBase64 = (text: string): Uint8Array => {
  if (fromBase64) return apply(fromBase64, NativeBytes, [text]) as Uint8Array;
  const characters = atob(text);
  const bytes = new NativeBytes(characters.length);
  for (let index = 0; index < characters.length; index++) bytes[index] = charCodeAt(characters, index);
  return bytes;
};

const partOf = <Part>(name: string) => {
  const ofArray: (view: unknown) => Part = capture(getPrototypeOf(NativeBytes), name);
  const ofDataView: (view: unknown) => Part = capture(DataView, name);
  return (view: unknown) => attempt(() => ofArray(view)) ?? ofDataView(view);
};
const bufferOf = partOf<ArrayBuffer>('buffer');
const offsetOf = partOf<number>('byteOffset');
export const lengthOf = partOf<number>('byteLength');

/** The bytes that a view shows. Throws for one that shows none any more. */
export const bytesOfView = (view: unknown) => new NativeBytes(bufferOf(view), offsetOf(view), lengthOf(view));

/** The bytes of a buffer. Throws for any other object. */
export const bytesOfBuffer = (buffer: unknown) => new NativeBytes(buffer as ArrayBuffer, 0, getByteLength(buffer));
