import { begin, makeBeside } from './beside';
import { flushBefore, sendWritten } from './carrier';
import { revive } from './decode';
import { encode } from './encode';
import { check, fill } from './errors';
import {
  abort, apply, attempt, define, exceptionName, global, indexOf, listen, makeTable, NativeAbortController, NativeError,
  NativePromise, objectToString, signalOf, slice,
} from './intrinsics';
import { addSource, forgetSource, leaveSource, pump } from './sources';

type PageFunction = (...parameters: any[]) => unknown;
type Run = (parameters: unknown[]) => unknown;

/** By their names, and by the numbers under which they were passed; then streams, too. */
const exposed = makeTable<string | number, Run | object>();
const running = makeTable<number, AbortController>();

const bind = (body: PageFunction, self?: unknown): Run => parameters => apply(body, self, parameters);

/** Lets the app call a function by a name. Returns a function that takes it back. */
export const expose = (name: string, body: PageFunction) => {
  check(typeof name === 'string' && typeof body === 'function', 'expose');
  const registration = bind(body);
  exposed.set(name, registration);
  return () => {
    if (exposed.get(name) === registration) exposed.delete(name);
  };
};

/** Keeps a function or stream for the app, under a number. */
export const pass = (number: number, value: any) =>
  exposed.set(number, typeof value === 'function' ? bind(value) : value);
export const forgetPassed = (number: number) => exposed.delete(number);

const find = (path: string) => {
  const registration = exposed.get(path);
  if (registration) return registration;
  let self: any;
  let target: any = global;
  for (let rest = path, dot = 0; dot >= 0; rest = slice(rest, dot + 1)) {
    dot = indexOf(rest, '.');
    self = target;
    target = self?.[dot < 0 ? rest : slice(rest, 0, dot)];
  }
  if (typeof target !== 'function') {
    throw fill(new NativeError(), 'NotFoundError', 'unknownFunction', 'no function ' + path);
  }
  return bind(target, self);
};

const opensStream = (letter: string) => letter === 's' || letter === 'S';

/** Calls a function of the page for the app, and answers once, or with the items of the stream that it gives. */
export const runFunction = (letter: string, id: number, path: string, parameters: unknown[]) => {
  const controller = new NativeAbortController();
  running.set(id, controller);
  if (opensStream(letter)) addSource(id);
  const answer = (kind: string, text: string) => {
    // The app has given up this call, or the document is another by now: nobody waits.
    if (running.get(id) !== controller) return;
    running.delete(id);
    forgetSource(id);
    // Should the app find it too long, it looks at the first item only.
    flushBefore(text);
    sendWritten(kind, ',' + id + text);
  };
  const fail = (thrown: unknown) => {
    begin();
    answer('e', ',' + describe(thrown));
  };
  listen(
    new NativePromise(resolve => {
      // Before any code of the page runs.
      if (letter < 'a') revive(parameters);
      const found = find(path);
      if (typeof found !== 'function') {
        // A stream can be read once.
        forgetPassed(path as never);
        return resolve(found);
      }
      define(parameters, parameters.length, signalOf(controller));
      resolve((found as Run)(parameters));
    }),
    value => {
      try {
        if (opensStream(letter)) {
          return pump(id, () => running.get(id) === controller, value, () => answer('d', ''), fail);
        }
        begin(makeBeside());
        answer('r', value === undefined ? '' : ',' + encode(value, 'result'));
        begin();
      } catch (error) {
        fail(error);
      }
    },
    fail,
  );
};

/** Aborts the signal of a function that runs for the app, and leaves its stream. */
export const abortFunction = (id: number) => {
  const controller = running.get(id);
  running.delete(id);
  if (controller) abort(controller);
  leaveSource(id);
};

export const abortFunctions = () => running.forEach((_, id) => abortFunction(id));

/** The text of what the page threw. Members that cannot be read or sent are left out. */
const describe = (thrown: any): string => {
  // The last throws for what is no DOMException.
  const isError = attempt(() =>
    thrown instanceof NativeError || objectToString(thrown) === '[object Error]' || exceptionName(thrown));
  const pick = (name: string, type: string): unknown =>
    attempt(() => (isError && typeof thrown[name] === type ? thrown[name] : undefined));
  return attempt(() => encode({
    name: pick('name', 'string') ?? 'Error',
    message: pick('message', 'string') ?? attempt(() => '' + thrown) ?? '',
    code: pick('code', 'string'),
    stack: pick('stack', 'string'),
    line: pick('line', 'number'),
    column: pick('column', 'number'),
    source: pick('sourceURL', 'string'),
    [isError ? 'data' : 'value']: attempt(() => {
      const value = isError ? thrown.data : thrown;
      encode(value, '');
      return value;
    }),
  }, '')) ?? '{"name":"Error","message":""}';
};
