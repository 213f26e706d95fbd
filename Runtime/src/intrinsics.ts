// Everything of the engine that the runtime uses, captured before the page's first script. Later the page may replace
// any global, any method of a prototype, and put members and setters on `Object.prototype` and `Array.prototype`. So:
//
// - methods and getters are called through `uncurry`, never through an object of the page;
// - property descriptors have no prototype, own tables have no prototype that the page can reach;
// - nothing is spread, destructured or iterated (that asks `Symbol.iterator`), no index past an array's end is read or
//   written, and nothing appends to an array;
// - a promise of the engine gets an own `constructor`, for `then` asks it for its species.

export const global = globalThis as unknown as Window & typeof globalThis & Record<string, unknown>;

export const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
export const { freeze, getPrototypeOf, setPrototypeOf, hasOwn, keys } = Object;
export const { isArray } = Array;
export const { parse, stringify } = JSON;
export const { isView } = ArrayBuffer;
export const { fromCharCode } = String;
export const ObjectPrototype = Object.prototype;
export const NativeAbortController = AbortController;
export const NativeBigInt = BigInt;
export const NativeBytes = Uint8Array;
export const NativeDate = Date;
export const NativeError = Error;
export const NativePromise = Promise;
export const NativeTypeError = TypeError;
const NativeMap = Map;
export const { atob, btoa, clearTimeout, queueMicrotask, setTimeout } = global;
export const NativeCustomEvent = CustomEvent;
export const NativeEventTarget = EventTarget;
export const NativeFinalizationRegistry = FinalizationRegistry;
export const NativeReadableStream = ReadableStream;
export const asyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator;
export const iterator: typeof Symbol.iterator = Symbol.iterator;
export const tagSymbol: typeof Symbol.toStringTag = Symbol.toStringTag;

/** Makes a function of a method: its first argument is `this`. */
export const uncurry: (method: Function) => (self: unknown, ...parameters: any[]) => any =
  Function.prototype.bind.bind(Function.prototype.call);

/** Makes a function of a method or a getter of a class: its first argument is `this`. */
export const capture = <Body extends (self: unknown, ...parameters: any[]) => unknown>(
  type: { prototype: object }, name: string,
): Body => {
  const found = getOwnPropertyDescriptor(type.prototype, name)!;
  return uncurry((found.get ?? found.value) as Function) as Body;
};

type Listen = (
  target: unknown, type: string, listener: (event: Event) => void, options?: AddEventListenerOptions | boolean,
) => void;
type Get<Result> = (self: unknown) => Result;
type Controller = ReadableStreamDefaultController<unknown>;

export const abort: Get<void> = capture(NativeAbortController, 'abort');
export const signalOf: Get<AbortSignal> = capture(NativeAbortController, 'signal');
export const isAborted: Get<boolean> = capture(AbortSignal, 'aborted');
export const reasonOf: Get<unknown> = capture(AbortSignal, 'reason');
export const addListener: Listen = capture(EventTarget, 'addEventListener');
export const removeListener: Listen = capture(EventTarget, 'removeEventListener');
export const exceptionName: Get<string> = capture(DOMException, 'name');
export const charCodeAt: (text: unknown, index: number) => number = capture(String, 'charCodeAt');
export const indexOf: (text: unknown, searched: string) => number = capture(String, 'indexOf');
export const slice: (text: unknown, start: number, end?: number) => string = capture(String, 'slice');
export const objectToString: Get<string> = capture(Object, 'toString');
export const getTime: Get<number> = capture(NativeDate, 'getTime');
export const getHref: Get<string> = capture(URL, 'href');
export const getByteLength: Get<number> = capture(ArrayBuffer, 'byteLength');
export const getRandomValues: (bytes: Uint8Array) => void = crypto.getRandomValues.bind(crypto);
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
export const then = NativePromise.prototype.then;
const callThen = uncurry(then);

/** What `read` returns, or undefined if it throws. */
export const attempt = <Result>(read: () => Result): Result | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Defines a property, whatever setters there are: one that can be altered, or a fixed one. */
export const define = (object: object, name: PropertyKey, value: unknown, isFixed?: boolean, enumerable?: boolean) =>
  defineProperty(object, name,
    { __proto__: null, value, writable: !isFixed, configurable: !isFixed, enumerable } as PropertyDescriptor);

/** Listens to a promise of the engine's own class. */
export const listen = (
  promise: unknown, resolved: (value: any) => void, rejected: (reason: unknown) => void,
) => {
  define(promise as object, 'constructor', undefined);
  callThen(promise, resolved, rejected);
};

/** A map whose methods the page cannot reach. The engine still inlines them. */
export interface Table<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  forEach(body: (value: Value, key: Key) => void): void;
}
const MapPrototype = Map.prototype;
const tableMethods = freeze({
  __proto__: null,
  get: MapPrototype.get,
  set: MapPrototype.set,
  delete: MapPrototype.delete,
  forEach: MapPrototype.forEach,
});
export const makeTable = <Key, Value>() => setPrototypeOf(new NativeMap(), tableMethods) as Table<Key, Value>;

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
