// The engine neither sends nor reads a form with a file, so its bytes are put together here.
// Source: HTML Standard, "multipart/form-data encoding algorithm".

import { attempt, call, construct, global, member } from './intrinsics';

const hasItem = member('FormData', 'has');
const eachItem = member('FormData', 'forEach');
const getName = member('File', 'name');
const getType = member('Blob', 'type');
const { Blob: NativeBlob } = global;
const { random } = Math;

export function isForm(body: unknown): boolean {
  return attempt(() => call(hasItem, body, '')) !== undefined;
}

export function hasFile(form: unknown): boolean {
  let isFound = false;
  call(eachItem, form, (value: unknown) => { isFound = isFound || typeof value !== 'string'; });
  return isFound;
}

// Character by character: methods for patterns look at what a page may have altered.
function written(text: string, lineBreak: string, isName: boolean): string {
  let result = '';
  for (let index = 0; index < text.length; ++index) {
    const character = text[index];
    if (character === '\r' || character === '\n') {
      if (character === '\r' && text[index + 1] === '\n') ++index;
      result += lineBreak;
    } else {
      result += isName && character === '"' ? '%22' : character;
    }
  }
  return result;
}

// A list that the engine can walk over without what a page may have altered.
function listOf(parts: Record<number, unknown>, count: number): object {
  return {
    __proto__: null,
    [Symbol.iterator]: () => {
      let index = 0;
      return {
        __proto__: null,
        next: () => ({ __proto__: null, done: index >= count, value: parts[index++] }),
      };
    },
  };
}

/** A form as a Blob, whose type tells how it is written. */
export function blobOf(form: unknown): object {
  const boundary = `----gawaform${random()}${random()}`;
  const parts = { __proto__: null } as unknown as Record<number, unknown>;
  let count = 0;
  call(eachItem, form, (value: unknown, name: string) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${written(name, '%0D%0A', true)}"`;
    if (typeof value === 'string') {
      parts[count++] = `${head}\r\n\r\n${written(value, '\r\n', false)}\r\n`;
    } else {
      const filename = written(call(getName, value) as string, '%0A', true);
      const type = call(getType, value) || 'application/octet-stream';
      parts[count++] = `${head}; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
      parts[count++] = value;
      parts[count++] = '\r\n';
    }
  });
  parts[count++] = `--${boundary}--\r\n`;
  const options = { __proto__: null, type: 'multipart/form-data; boundary=' + boundary };
  return construct(NativeBlob, [listOf(parts, count), options]);
}
