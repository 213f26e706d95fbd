import { lengthOf } from './bytes';
import { nextNumber } from './calls';
import { pass } from './functions';
import { asyncIterator, attempt, capture, define, getPrototypeOf, indexOf, NativeBytes, slice } from './intrinsics';
import { isReadable } from './iterate';
import { lane } from './lane';
import { makeQueue, Queue } from './queue';

/** What an item has beside its text. */
export interface Beside {
  /** Bytes that travel with the message. */
  bytes_: Uint8Array[] | undefined;
  count_: number;
  /** Of all bytes. */
  length_: number;
  readonly canCarry_: boolean;
  /** Functions and streams, which stay in the page. Undefined where none can be passed. */
  readonly passed_: Queue<unknown> | undefined;
}

/** Bytes that are fewer stay in the text: they are not worth a descriptor. */
const minimumLength = 4096;
/** A lane carries no more beside one text. */
const maximumCount = 1024;
/** Stands in the text for a number. JSON has no NUL, not even in strings. */
const mark = '\0';

const setBytes: (target: Uint8Array, source: Uint8Array) => void = capture(getPrototypeOf(NativeBytes), 'set');

/** What the item has that is being written now. */
export let beside: Beside | undefined;

/** Begins to write another item. Returns what the one has that was being written. */
export const begin = (own?: Beside): Beside | undefined => {
  const outer = beside;
  beside = own;
  return outer;
};

/** Writes an item. Code of the page that runs meanwhile may write others, each in a call of its own. */
export const writing = <Result>(own: Beside | undefined, write: () => Result): Result => {
  const outer = begin(own);
  try {
    return write();
  } finally {
    begin(outer);
  }
};

const make = (canCarry_: boolean, passed_?: Queue<unknown>): Beside =>
  ({ bytes_: undefined, count_: 0, length_: 0, canCarry_, passed_ });

/** Stands for one that can carry and has nothing yet, for as long as it has nothing: most calls have. */
export const unmade = make(true);

/** `isKept`: the text does not travel at once, so nothing can travel with it. */
export const makeBeside = (canPass?: boolean, isKept?: boolean): Beside | undefined =>
  canPass || (lane && !isKept) ? make(!!lane && !isKept, canPass ? makeQueue() : undefined) : undefined;

/** The text of bytes that are taken along; undefined for those that have to be written. */
export const carry = (bytes: Uint8Array): string | undefined => {
  const length = lengthOf(bytes);
  if (!beside?.canCarry_ || length < minimumLength || beside.count_ === maximumCount) return undefined;
  if (beside === unmade) beside = make(true);
  beside.length_ += length;
  define((beside.bytes_ ??= []), beside.count_, bytes, false, true);
  return '' + beside.count_++;
};

/** Makes the bytes independent of the page's. */
export const copyBytes = ({ bytes_, count_ }: Beside) => {
  for (let index = 0; index < count_; index++) {
    const bytes = new NativeBytes(lengthOf(bytes_![index]));
    setBytes(bytes, bytes_![index]!);
    bytes_![index] = bytes;
  }
};

const isStream = (value: any) =>
  typeof value === 'object' && (isReadable(value) || attempt(() => value[asyncIterator] != null));

/** The text of a function or stream; undefined for any other value, and where none can be passed. */
export const writePassed = (value: unknown): string | undefined => {
  const passed = beside?.passed_;
  const kind = !passed ? '' : typeof value === 'function' ? 'f' : isStream(value) ? 's' : '';
  if (!kind) return undefined;
  passed!.add_(value);
  return '{"$":"' + kind + '","v":' + mark + '}';
};

/** Gives functions and streams numbers, in the text of all arguments, and keeps them for the app under these. */
export const numberPassed = (passed: Queue<unknown> | undefined, text: string): string => {
  let numbered = '';
  while (passed?.count_()) {
    const place = indexOf(text, mark);
    const number = nextNumber();
    pass(number, passed.take_());
    numbered += slice(text, 0, place) + number;
    text = slice(text, place + 1);
  }
  return numbered + text;
};
