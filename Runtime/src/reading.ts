import { Call, giveUp, take, wait } from './calls';
import { flushBefore, send } from './carrier';
import { streamWindow } from './configuration';
import { numberPassed } from './beside';
import { fill } from './errors';
import { isAborted, NativeError, reasonOf } from './intrinsics';
import { makeQueue, Queue } from './queue';

/** Who waits for an item: a promise, and the stream, which is not collected while it is waited for. */
interface Waiter {
  resolve_(result: IteratorResult<unknown>): void;
  reject_(reason: unknown): void;
  stream_: object;
}

/** A stream of the app that the page reads. Nothing here may hold the object that the page has of it but a waiter. */
export interface Reading {
  /** Asks for an item, and the app for the stream if it is the first. */
  read_(waiter: Waiter): void;
  /** Ends the stream. Returns whether the app was still asked for it. */
  leave_(): boolean;
}

/** Tells the app that nobody waits for a stream any more, if it was asked for one. */
export const leave = (id: number) => {
  if (take(id)) send('x', ',' + id);
};

/** Tells the app how many items the page has taken. Returns how many have been taken since: none. */
export const acknowledge = (id: number, taken: number): 0 => {
  if (id && taken) send('k', ',' + id + ',' + taken);
  return 0;
};

export const makeReading = (
  target: string, parameters: string, passed: Queue<unknown> | undefined, signal: AbortSignal | null | undefined,
): Reading => {
  const items = makeQueue<unknown>();
  const waiters = makeQueue<Waiter>();
  // 0 before the app was asked, and after the end.
  let id = 0;
  let taken = 0;
  let isEnded = false;
  let failure: { reason_: unknown } | undefined;

  const give = (waiter: Waiter, value: unknown) => {
    if (++taken * 2 >= streamWindow) taken = acknowledge(id, taken);
    waiter.resolve_({ value, done: false });
  };
  const end = () => {
    id = 0;
    isEnded = true;
    while (waiters.count_()) waiters.take_().resolve_({ value: undefined, done: true });
  };
  const call: Call = {
    resolve_: end,
    reject_: reason => {
      if (waiters.count_()) waiters.take_().reject_(reason);
      else failure = { reason_: reason };
      end();
    },
    item_: value => {
      if (taken + items.count_() >= streamWindow) {
        giveUp(id, fill(call.error_, 'OperationError', 'unreadable', 'more items than may be on their way'));
      } else if (waiters.count_()) {
        give(waiters.take_(), value);
        if (waiters.count_()) taken = acknowledge(id, taken);
      } else items.add_(value);
    },
    error_: new NativeError(),
    signal_: signal,
    abort_: undefined,
    timeout_: undefined,
  };

  return {
    read_: waiter => {
      // What came before is of no interest then.
      if (items.count_() && signal != null && isAborted(signal)) {
        items.clear_();
        failure = { reason_: reasonOf(signal) };
      }
      if (items.count_()) return give(waiter, items.take_());
      if (failure) {
        const { reason_ } = failure;
        failure = undefined;
        return waiter.reject_(reason_);
      }
      waiters.add_(waiter);
      if (isEnded) return end();
      if (id) {
        taken = acknowledge(id, taken);
        return;
      }
      flushBefore(parameters);
      id = wait(call) ?? 0;
      if (id) send('s', ',' + id + target + numberPassed(passed, parameters));
      parameters = '';
    },
    leave_: () => {
      const isOpen = id > 0;
      leave(id);
      items.clear_();
      failure = undefined;
      end();
      return isOpen;
    },
  };
};
