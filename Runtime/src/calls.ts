import { flushBefore, send, sendWritten } from './carrier';
import { encodeArguments } from './encode';
import { check, fill } from './errors';
import { forgetPassed } from './functions';
import {
  addListener, clearTimeout, isAborted, makeTable, NativeError, NativePromise, reasonOf, removeListener, setTimeout,
} from './intrinsics';

export interface CallOptions {
  signal?: AbortSignal | null;
  timeout?: number | null;
}

/** What waits for the app under a number: a call for its answer, a stream or an event for its items and its end. */
export interface Call {
  resolve_(value?: unknown): void;
  reject_(reason: unknown): void;
  /** Takes an item. Calls have none. */
  item_: ((value: unknown) => void) | undefined;
  /** Made when the call was: its stack leads to the caller. Undefined for most of many calls in one turn. */
  error_: Error | undefined;
  signal_: AbortSignal | null | undefined;
  abort_: (() => void) | undefined;
  timeout_: ReturnType<typeof setTimeout> | undefined;
}

const pending = makeTable<number, Call>();

/** The last number that was given to a call, a stream, or what was passed to the app. */
export let lastNumber = 0;
export const nextNumber = () => ++lastNumber;

export const find = (id: number) => pending.get(id);

/** Ends the wait of a call. Undefined if it has ended before, or there was none of that number. */
export const take = (id: number): Call | undefined => {
  const call = pending.get(id);
  if (call) {
    pending.delete(id);
    if (call.timeout_) clearTimeout(call.timeout_);
    if (call.abort_) removeListener(call.signal_, 'abort', call.abort_);
  }
  return call;
};

/** Gives a call its number and has it wait. Undefined if its signal was aborted before. */
export const wait = (call: Call): number | undefined => {
  const signal = call.signal_;
  const id = lastNumber + 1;
  if (signal != null) {
    // Throws for what is no signal.
    if (isAborted(signal)) return call.reject_(reasonOf(signal)) as undefined;
    call.abort_ = () => {
      // Anyone can dispatch an event of that name.
      if (isAborted(signal)) giveUp(id, reasonOf(signal));
    };
    addListener(signal, 'abort', call.abort_);
  }
  pending.set((lastNumber = id), call);
  return id;
};

// Calls of this turn that know their places. To find one takes as long as a good part of a call.
let placedCount = 0;
export const endTurn = () => {
  placedCount = 0;
};

/** `target` is the text of the namespace and the function, as an item has it: `,"calendars","follow",`. */
export const request = (
  target: string, list: unknown[], count: number, options: CallOptions | null | undefined,
): Promise<unknown> => {
  const error_ = placedCount < 32 ? (placedCount++, new NativeError()) : undefined;
  return new NativePromise((resolve_, reject_) => {
    const signal_ = options?.signal;
    const timeout = options?.timeout ?? 1 / 0;
    check(typeof timeout === 'number' && timeout >= 0, 'timeout');
    const text = encodeArguments(list, count);
    const call: Call = { resolve_, reject_, item_: undefined, error_, signal_, abort_: undefined, timeout_: undefined };
    flushBefore(text);
    // Encoding may have run code of the page that aborts, so this comes after it.
    const id = wait(call);
    if (!id) return;
    const isLimited = timeout < 1 / 0;
    if (isLimited) {
      call.timeout_ = setTimeout(() => {
        giveUp(id, fill(error_, 'TimeoutError', 'timeout', 'no answer'));
      // A number past 2³¹ would mean now.
      }, timeout < 2e9 ? timeout : 2e9);
    }
    sendWritten('c', ',' + id + target + text + (isLimited ? ',' + timeout : ''));
  });
};

/** Fails a call, and tells the app that nobody waits for it any more. */
export const giveUp = (id: number, reason: unknown) => {
  const call = take(id);
  if (!call) return;
  send('x', ',' + id);
  call.reject_(reason);
};

/** Fails a call: for the document is gone to the app, or for what one side sent is unreadable to the other. */
export const failCall = (call: Call | undefined, isGone: boolean, cause?: unknown) =>
  call?.reject_(fill(call.error_, isGone ? 'AbortError' : 'OperationError', isGone ? 'pageGone' : 'unreadable',
    'no answer', cause));

/**
 * Fails those of the calls from `first` to `last` that wait: the app did not take them, or does not answer any more. It
 * gives up what was passed under these numbers, too.
 */
export const failCalls = (first: number, last: number, isGone: boolean, cause?: unknown) => {
  for (let id = first; id <= last; id++) {
    failCall(take(id), isGone, cause);
    forgetPassed(id);
  }
};
