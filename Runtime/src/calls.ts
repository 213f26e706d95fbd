import { send } from './carrier';
import { encodeArguments } from './encode';
import { check, fill } from './errors';
import {
  addListener, clearTimeout, isAborted, makeTable, NativeError, NativePromise, reasonOf, removeListener, setTimeout,
} from './intrinsics';

export interface CallOptions {
  signal?: AbortSignal | null;
  timeout?: number;
}

/** A call of the page that waits for its answer. */
interface Call {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  /** Made when the call was: its stack leads to the caller. */
  error_: Error;
  signal: AbortSignal | null | undefined;
  abort: (() => void) | undefined;
  timeout: ReturnType<typeof setTimeout> | undefined;
}

const pending = makeTable<number, Call>();

export let lastCall = 0;

/** Ends the wait of a call. Undefined if it has ended before, or there was none of that number. */
export const take = (id: number): Call | undefined => {
  const call = pending.get(id);
  if (call) {
    pending.delete(id);
    if (call.timeout) clearTimeout(call.timeout);
    if (call.abort) removeListener(call.signal, 'abort', call.abort);
  }
  return call;
};

/** `target` is the text of the namespace and the function, as an item has it: `,"calendars","follow",`. */
export const request = (
  target: string, list: unknown[], count: number, options: CallOptions | null | undefined,
): Promise<unknown> => {
  const error = new NativeError();
  return new NativePromise((resolve, reject) => {
    const signal = options?.signal;
    const timeout = options?.timeout;
    check(timeout === undefined || (typeof timeout === 'number' && timeout >= 0), 'timeout');
    const text = encodeArguments(list, count);
    const id = lastCall + 1;
    const call: Call = { resolve, reject, error_: error, signal, abort: undefined, timeout: undefined };
    if (signal != null) {
      // Throws for what is no signal. Encoding may have run code of the page that aborts, so this comes after it.
      if (isAborted(signal)) return reject(reasonOf(signal));
      call.abort = () => {
        // Anyone can dispatch an event of that name.
        if (isAborted(signal)) giveUp(id, reasonOf(signal));
      };
      addListener(signal, 'abort', call.abort);
    }
    lastCall = id;
    pending.set(id, call);
    // Not undefined either.
    const isLimited = timeout! < 1 / 0;
    if (isLimited) {
      call.timeout = setTimeout(() => {
        giveUp(id, fill(error, 'TimeoutError', 'timeout', 'no answer'));
      // A number past 2³¹ would mean now.
      }, timeout! < 2e9 ? timeout : 2e9);
    }
    send('c', ',' + id + target + text + (isLimited ? ',' + timeout : ''));
  });
};

const giveUp = (id: number, reason: unknown) => {
  const call = take(id);
  if (!call) return;
  send('x', ',' + id);
  call.reject(reason);
};

/** Fails a call: for the document is gone to the app, or for what one side sent is unreadable to the other. */
export const failCall = (call: Call | undefined, isGone: boolean, cause?: unknown) =>
  call?.reject(fill(call.error_, isGone ? 'AbortError' : 'OperationError', isGone ? 'pageGone' : 'unreadable',
    'no answer', cause));

/** Fails those of the calls from `first` to `last` that wait: the app did not take them, or does not answer any more. */
export const failCalls = (first: number, last: number, isGone: boolean, cause?: unknown) => {
  for (let id = first; id <= last; id++) failCall(take(id), isGone, cause);
};
