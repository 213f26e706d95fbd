// What the whole runtime uses of the engine beside `intrinsics.ts`, and as that says.

import { apply, capture, parse, slice } from './intrinsics';

export const NativeCustomEvent = CustomEvent;
export const NativeEventTarget = EventTarget;
export const NativeFinalizationRegistry = FinalizationRegistry;
export const NativeReadableStream = ReadableStream;
export const asyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator;
export const iterator: typeof Symbol.iterator = Symbol.iterator;

type Get<Result> = (self: unknown) => Result;
type Controller = ReadableStreamDefaultController<unknown>;

export const dispatch: (target: unknown, event: Event) => boolean = capture(EventTarget, 'dispatchEvent');
export const typeOf: Get<string> = capture(Event, 'type');
export const phaseOf: Get<number> = capture(Event, 'eventPhase');
export const detailOf: Get<unknown> = capture(CustomEvent, 'detail');
export const isLocked: Get<boolean> = capture(ReadableStream, 'locked');
export const getReader: Get<ReadableStreamDefaultReader> = capture(ReadableStream, 'getReader');
export const read: Get<any> = capture(ReadableStreamDefaultReader, 'read');
export const cancel: Get<any> = capture(ReadableStreamDefaultReader, 'cancel');
export const enqueue: (controller: Controller, item: unknown) => void =
  capture(ReadableStreamDefaultController, 'enqueue');
export const close: Get<void> = capture(ReadableStreamDefaultController, 'close');
export const errorOut: (controller: Controller, reason: unknown) => void =
  capture(ReadableStreamDefaultController, 'error');
export const register: (registry: unknown, target: object, held: unknown) => void =
  capture(FinalizationRegistry, 'register');

const { console } = globalThis;
const { warn } = console;

/** The name for people of what an item has as `,"calendars","changed",`. */
export const nameOf = (target: string) => {
  const names = parse('[' + slice(target, 1, -1) + ']');
  return names[0] + '.' + names[1];
};

/** Tells the developer. */
export const tell = (message: string, detail?: unknown) =>
  apply(warn, console, detail === undefined ? [message] : [message, detail]);
