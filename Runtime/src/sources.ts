import { copyBytes, makeBeside, writing } from './beside';
import { flushBefore, sendWritten } from './carrier';
import { streamLength, streamWindow } from './configuration';
import { encode } from './encode';
import { check } from './errors';
import { abortFunction } from './functions';
import { listen, makeTable, NativePromise } from './intrinsics';
import { iterate } from './iterate';
import { makeQueue } from './queue';

/** A stream of the page that the app reads: what is to be done with it. */
interface Source {
  /** Tells the page's iterator that nobody reads it any more. Undefined before there is one. */
  leave_: (() => void) | undefined;
  /** Lets as many more items go. */
  grant_: ((count: number) => void) | undefined;
}

const sources = makeTable<number, Source>();

export const addSource = (id: number) => sources.set(id, { leave_: undefined, grant_: undefined });

export const forgetSource = (id: number) => sources.delete(id);

export const grant = (id: number, count: number) => sources.get(id)?.grant_?.(count);

/** Leaves a stream, once. */
export const leaveSource = (id: number) => {
  const leave = sources.get(id)?.leave_;
  forgetSource(id);
  leave?.();
};

export const abortSources = () => sources.forEach((_, id) => abortFunction(id));

/** Sends the items of what the page gave for a stream, as many at a time as the app lets it. */
export const pump = (
  id: number, isRunning: () => boolean, stream: unknown, end: () => void, fail: (reason: unknown) => void,
) => {
  const iterator = iterate(stream);
  // The app left while the page made it.
  if (!isRunning()) return iterator.leave_();
  const source = sources.get(id)!;
  source.leave_ = iterator.leave_;

  // How long each item is that the reader has not taken, and all together.
  const lengths = makeQueue<number>();
  let length = 0;
  // While an item is asked for, or waits until it may be sent.
  let isBusy = false;
  let sendHeld: (() => void) | undefined;

  const proceed = () => {
    while (!isBusy && isRunning() && lengths.count_() < streamWindow) {
      isBusy = true;
      if (iterator.isSynchronous_) take(iterator.next_);
      else {
        listen(iterator.next_(), result => {
          take(() => result);
          proceed();
        }, fail);
      }
    }
  };
  source.grant_ = count => {
    while (count-- > 0 && lengths.count_()) length -= lengths.take_();
    const offer = sendHeld;
    sendHeld = undefined;
    offer?.();
    proceed();
  };

  const take = (next: () => any) => {
    try {
      const result = next();
      check(typeof result === 'object' && result, 'result');
      if (result.done) return end();
      const value = result.value;
      if (!iterator.isSynchronous_ || typeof value?.then !== 'function') return give(value);
      listen(new NativePromise(resolve => resolve(value)), item => {
        give(item);
        proceed();
      }, giveUp);
    } catch (error) {
      fail(error);
    }
  };

  const give = (value: unknown) => {
    const beside = makeBeside();
    let text = '';
    try {
      if (value !== undefined) text = writing(beside, () => ',' + encode(value, 'item'));
    } catch (error) {
      return giveUp(error);
    }
    const itemLength = text.length + (beside ? beside.length_ : 0);
    const offer = () => {
      if (lengths.count_() && length + itemLength > streamLength) {
        sendHeld = offer;
        return;
      }
      if (!isRunning()) return;
      isBusy = false;
      lengths.add_(itemLength);
      length += itemLength;
      // Should the app find it too long, it looks at the first item only.
      flushBefore(text);
      writing(beside, () => sendWritten('i', ',' + id + text));
    };
    offer();
    // The page may change its bytes before they go.
    if (sendHeld && beside) copyBytes(beside);
  };

  /** Ends the stream for a reason that the iterator does not know. */
  const giveUp = (reason: unknown) => {
    if (!isRunning()) return;
    fail(reason);
    iterator.leave_();
  };

  proceed();
};
