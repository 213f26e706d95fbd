import {
  apply, atob, attempt, btoa, capture, charCodeAt, fromCharCode, getByteLength, getPrototypeOf, NativeBytes, uncurry,
} from './intrinsics';

type Bytes = Uint8Array & { toBase64(): string };
const toBase64 = (NativeBytes.prototype as Bytes).toBase64;
const fromBase64 = (NativeBytes as unknown as { fromBase64?(text: string): Uint8Array }).fromBase64;

const encodeNatively = toBase64 && uncurry(toBase64);

/** Base64 of an array of bytes. Its length is passed, for the getter `length` is the page's to replace. */
export const encodeBase64 = (bytes: Uint8Array, length: number): string => {
  if (encodeNatively) return encodeNatively(bytes);
  let text = '';
  let chunk = '';
  for (let index = 0; index < length; ) {
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
const lengthOf = partOf<number>('byteLength');

/** Base64 of the bytes that a view shows. Throws for one that shows none any more. */
export const encodeView = (view: unknown): string => {
  const length = lengthOf(view);
  return encodeBase64(new NativeBytes(bufferOf(view), offsetOf(view), length), length);
};

/** Base64 of the bytes of a buffer. Throws for any other object. */
export const encodeBuffer = (buffer: unknown): string => {
  const length = getByteLength(buffer);
  return encodeBase64(new NativeBytes(buffer as ArrayBuffer), length);
};
