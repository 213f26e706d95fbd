import { check } from './errors';
import {
  apply, asyncIterator, attempt, cancel, getReader, isLocked, iterator, listen, NativePromise, read,
} from './intrinsics';

/** What items of the page come from. */
export interface PageIterator {
  /** Whether `next_` gives a result, and not a promise of one. */
  isSynchronous_: boolean;
  next_(): any;
  /** Says that no more items are asked for. */
  leave_(): void;
}

export const isReadable = (stream: unknown): boolean => attempt(() => isLocked(stream)) !== undefined;

/** Begins to read a ReadableStream, an async iterable, an iterable, or an async iterator. Throws for anything else. */
export const iterate = (stream: any): PageIterator => {
  if (isReadable(stream)) {
    const reader = getReader(stream);
    return {
      isSynchronous_: false,
      next_: () => read(reader),
      // A stream that the signal has ended already refuses with the signal's reason.
      leave_: () => listen(cancel(reader), () => {}, () => {}),
    };
  }
  const makeAsynchronous = stream?.[asyncIterator];
  const make = makeAsynchronous ?? stream?.[iterator];
  const found = make == null ? stream : apply(make, stream, []);
  const next = found?.next;
  check(typeof next === 'function', 'stream');
  const isSynchronous_ = make != null && makeAsynchronous == null;
  const call = () => apply(next, found, []);
  return {
    isSynchronous_,
    next_: isSynchronous_ ? call : () => new NativePromise(resolve => resolve(call())),
    // What the page throws here is told as a rejection that nobody handles.
    leave_: () => {
      new NativePromise<void>(resolve => {
        const leave = found.return;
        if (leave != null) resolve(apply(leave, found, []) as void);
      });
    },
  };
};
