import { flush, send } from './carrier';
import { revive } from './decode';
import { encode } from './encode';
import { check, fill } from './errors';
import {
  abort, apply, attempt, define, exceptionName, global, indexOf, listen, makeTable, NativeAbortController, NativeError,
  NativePromise, objectToString, signalOf, slice,
} from './intrinsics';

type PageFunction = (...parameters: any[]) => unknown;

/** A function of the page, and what is `this` for it. */
interface Found {
  value: PageFunction;
  self_: unknown;
}

const exposed = makeTable<string, Found>();
let running = makeTable<number, AbortController>();

/** Lets the app call a function by a name. Returns a function that takes it back. */
export const expose = (name: string, body: PageFunction) => {
  check(typeof name === 'string' && typeof body === 'function', 'expose');
  const registration = { value: body, self_: undefined };
  exposed.set(name, registration);
  return () => {
    if (exposed.get(name) === registration) exposed.delete(name);
  };
};

const find = (path: string): Found => {
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
  return { value: target, self_: self };
};

/** Calls a function of the page for the app, and answers once. */
export const runFunction = (id: number, path: string, parameters: unknown[], hasTags: boolean) => {
  const controller = new NativeAbortController();
  running.set(id, controller);
  const answer = (letter: string, text: string) => {
    // The app has given up this call, or the document is another by now: nobody waits.
    if (running.get(id) !== controller) return;
    running.delete(id);
    // Should the app find it too long, it looks at the first item only.
    if (text.length > 16e3) flush();
    send(letter, ',' + id + text);
  };
  const fail = (thrown: unknown) => answer('e', ',' + describe(thrown));
  listen(
    new NativePromise(resolve => {
      const found = find(path);
      if (hasTags) revive(parameters);
      define(parameters, parameters.length, signalOf(controller));
      resolve(apply(found.value, found.self_, parameters));
    }),
    value => {
      try {
        answer('r', value === undefined ? '' : ',' + encode(value, 'result'));
      } catch (error) {
        fail(error);
      }
    },
    fail,
  );
};

/** Aborts the signal of a function that runs for the app. */
export const abortFunction = (id: number) => {
  const controller = running.get(id);
  running.delete(id);
  if (controller) abort(controller);
};

export const abortFunctions = () => {
  const aborted = running;
  running = makeTable();
  aborted.forEach(controller => abort(controller));
};

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
