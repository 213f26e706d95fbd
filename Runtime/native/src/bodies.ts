// What a request carries. The engine gives the app no bytes of a Blob, so they are read before.

import { blobOf, hasFile, isForm } from './forms';
import {
  attempt, call, construct, getterOf, global, listen, member, NativeURL, setterOf,
} from './intrinsics';

const getSize = member('Blob', 'size');
const getType = member('Blob', 'type');
const readBytes = member('Blob', 'arrayBuffer');
const getBufferLength = member('ArrayBuffer', 'byteLength');
const getViewLength = member('DataView', 'byteLength');
// Of the class that all typed arrays have in common.
const getArrayLength = getterOf(Reflect.getPrototypeOf(Uint8Array.prototype), 'byteLength');
const writeFields = member('URLSearchParams', 'toString');
const encode = member('TextEncoder', 'encode');
const encoder = attempt(() => new TextEncoder());
const open = member('XMLHttpRequest', 'open');
const send = member('XMLHttpRequest', 'send');
const setResponseType = setterOf('XMLHttpRequest', 'responseType');
const getResponse = member('XMLHttpRequest', 'response');
const { createObjectURL, revokeObjectURL } = NativeURL;
const { XMLHttpRequest: NativeXMLHttpRequest } = global;

export function isBlob(body: unknown): boolean {
  return attempt(() => call(getSize, body)) !== undefined;
}

/** A Blob with the bytes and the type of a body, where the engine would not give the app what is in it, or of any form. */
export function wholeOf(body: unknown, isAnyForm: boolean = false): object | undefined {
  if (isBlob(body)) return body as object;
  return isForm(body) && (isAnyForm || hasFile(body)) ? blobOf(body) : undefined;
}

export function typeOf(blob: unknown): unknown {
  return call(getType, blob);
}

/** Reads a Blob. */
export function readBlob(blob: unknown, read: (bytes: unknown) => void, failed: (reason: unknown) => void): void {
  listen(call(readBytes, blob), read, failed);
}

/** The bytes of a Blob at once, as a synchronous request needs them; an error of the network where the page's policy forbids it. */
export function bytesNow(blob: unknown): unknown {
  const address = call(createObjectURL, NativeURL, blob) as string;
  try {
    const request = construct(NativeXMLHttpRequest, []);
    call(open, request, 'GET', address, false);
    call(setResponseType, request, 'arraybuffer');
    call(send, request);
    return call(getResponse, request);
  } finally {
    call(revokeObjectURL, NativeURL, address);
  }
}

/** How many bytes a body has; 0 where that cannot be told. */
export function sizeOf(body: unknown): number {
  const text = typeof body === 'object' ? attempt(() => call(writeFields, body)) : `${body}`;
  const bytes = text === undefined ? body : call(encode, encoder, text);
  const size = attempt(() => call(getBufferLength, bytes)) ?? attempt(() => call(getArrayLength, bytes)) ??
    attempt(() => call(getViewLength, bytes));
  return typeof size === 'number' ? size : 0;
}
