import { CallOptions } from './calls';
import { schemaHash } from './configuration';
import { encodeArguments } from './encode';
import { check } from './errors';
import {
  asyncIterator, attempt, close, enqueue, errorOut, freeze, isAborted, nameOf, NativeFinalizationRegistry,
  NativePromise, NativeReadableStream, register, tell,
} from './intrinsics';
import { Queue } from './queue';
import { makeReading, Reading } from './reading';

interface Held {
  reading_: Reading;
  target_: string;
}

const collected = new NativeFinalizationRegistry<Held>(({ reading_, target_ }) => {
  if (reading_.leave_() && schemaHash) tell(nameOf(target_) + ' was neither read to its end nor left');
});

/** Makes what the page gets of a stream of the app. */
export const openStream = (
  target: string, list: unknown[], count: number, options: CallOptions | null | undefined,
  passed: Queue<unknown> | undefined,
): object => {
  const signal = options?.signal;
  // Throws for what is no signal.
  if (signal != null) isAborted(signal);
  check(options?.timeout == null, 'timeout');
  const reading_ = makeReading(target, encodeArguments(list, count), passed, signal);
  const stream = makeStream(reading_);
  register(collected, stream, { reading_, target_: target });
  return stream;
};

const makeStream = (reading: Reading) => {
  let readable: ReadableStream | undefined;
  const stream: object = freeze({
    __proto__: null,
    next: () => new NativePromise((resolve_, reject_) => reading.read_({ resolve_, reject_, stream_: stream })),
    return: (value: unknown) => {
      reading.leave_();
      return new NativePromise(resolve => resolve({ value, done: true }));
    },
    throw: (reason: unknown) => {
      reading.leave_();
      return new NativePromise((_, reject) => reject(reason));
    },
    get readable(): ReadableStream {
      return (readable ??= makeReadable(reading, stream));
    },
    [asyncIterator]: () => stream,
  });
  return stream;
};

/** Makes a ReadableStream that takes an item when it is asked for one. It keeps the stream from being collected. */
const makeReadable = (reading: Reading, stream_: object) => {
  let isAsked = false;
  return new NativeReadableStream({
    __proto__: null,
    pull: (controller: ReadableStreamDefaultController) => {
      // With each item the engine looks again whether there are other readers.
      if (isAsked) return;
      isAsked = true;
      reading.read_({
        resolve_: ({ value, done }) => {
          isAsked = false;
          // Throws when the page has cancelled it.
          attempt(() => (done ? close(controller) : enqueue(controller, value)));
        },
        reject_: reason => errorOut(controller, reason),
        stream_,
      });
    },
    cancel: () => {
      reading.leave_();
    },
  } as UnderlyingSource, { __proto__: null, highWaterMark: 0 } as QueuingStrategy);
};
