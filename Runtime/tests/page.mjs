// A page in a context of its own, with gawa.js in it and a fake app behind its message handler.
// Node.js 18, which Debian 12 has, has no global of that name.
import { webcrypto as crypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/Gawa/Resources/gawa.js', import.meta.url), 'utf8');

export const functions = [['echo', 1, 0], ['add', 2, 0], ['none', 0, 0], ['note', 1, 1], ['then', 0, 0], ['catch', 0, 0]];

// Of the context's own, for tests spoil them, and Node.js itself uses its own.
const events = `{
  const { apply } = Reflect;
  class Event { isTrusted = false; constructor(type) { this.type = type; } }
  class EventTarget {
    #listeners = { __proto__: null };
    #count = 0;
    addEventListener(type, listener) { this.#listeners[this.#count++] = { __proto__: null, type, listener }; }
    removeEventListener(type, listener) {
      for (let index = 0; index < this.#count; index++) {
        const entry = this.#listeners[index];
        if (entry?.type === type && entry.listener === listener) delete this.#listeners[index];
      }
    }
    dispatchEvent(event) {
      for (let index = 0; index < this.#count; index++) {
        const entry = this.#listeners[index];
        if (entry?.type === event.type) apply(entry.listener, this, [event]);
      }
    }
  }
  const Failure = DOMException;
  let settle;
  class AbortSignal extends EventTarget {
    constructor() { super(); }
    #aborted = false;
    #reason;
    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }
    static { settle = (signal, reason) => {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason === undefined ? new Failure('aborted', 'AbortError') : reason;
      apply(dispatch, signal, [new Event('abort')]);
    }; }
  }
  const dispatch = EventTarget.prototype.dispatchEvent;
  class AbortController {
    #signal = new AbortSignal();
    get signal() { return this.#signal; }
    abort(reason) { settle(this.#signal, reason); }
  }
  Object.assign(globalThis, { Event, EventTarget, AbortSignal, AbortController });
}`;

/** Lets all that is queued happen: two turns of the event loop, with their microtasks. */
export const settled = async () => {
  for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve));
};

export class Page {
  /** What the page posted: `{ token, items, answer, reject }`, in order. */
  messages = [];
  warnings = [];
  listeners = { __proto__: null };
  numbers = new Map();

  constructor({
    origin = 'https://app.example', origins = ['https://app.example'], key = '__port', handler = 'gawa',
    maximumTextLength = 1 << 20, maximumDepth = 100, hash = 'h"1', namespaces = [['calendars', functions]],
    hasHandler = true, prepare = '', load = true,
  } = {}) {
    this.configuration = [handler, key, origins, maximumTextLength, maximumDepth, hash, namespaces];
    this.key = key;
    const sandbox = {
      DOMException, URL, Blob,
      atob, btoa, clearTimeout, crypto, queueMicrotask, setTimeout, origin, structuredClone,
      console: { warn: (...parts) => this.warnings.push(parts) },
      addEventListener: (type, listener) => (this.listeners[type] ??= []).push(listener),
    };
    this.context = vm.createContext(sandbox);
    this.run(events);
    this.setUp = this.run(`(function (post) {
      const NativePromise = Promise;
      const makeHandler = () => {
        const state = { removed: false };
        const handler = Object.create(Handler.prototype);
        states.set(handler, state);
        return handler;
      };
      const states = new WeakMap();
      const { get } = WeakMap.prototype;
      const { apply } = Reflect;
      class Handler {
        postMessage(text) {
          const state = apply(get, states, [this]);
          return new NativePromise((resolve, reject) => {
            if (!state) throw new TypeError('no handler');
            if (state.removed) reject(removed());
            else post(text, resolve, reject);
          });
        }
      }
      const Failure = DOMException;
      const removed = () => new Failure('removed', 'InvalidAccessError');
      const messageHandlers = {};
      const { defineProperty } = Object;
      return {
        handlers: messageHandlers,
        remove(name) {
          apply(get, states, [messageHandlers[name]]).removed = true;
          delete messageHandlers[name];
        },
        add(name) {
          defineProperty(messageHandlers, name, {
            __proto__: null, value: makeHandler(), configurable: true, enumerable: true, writable: false,
          });
        },
        appError: message => new Error(message),
      };
    })`)((text, resolve, reject) => {
      const [token, ...items] = JSON.parse(text);
      this.messages.push({ text, token, items, answer: resolve, reject });
    });
    if (hasHandler) this.run('(handlers => { globalThis.webkit = { messageHandlers: handlers }; })')(this.setUp.handlers);
    if (hasHandler) this.setUp.add(handler);
    if (prepare) this.run(prepare);
    if (load) this.load();
  }

  run(code) {
    return vm.runInContext(code, this.context, { filename: 'page.js' });
  }

  load(configuration = this.configuration) {
    vm.runInContext(`(${source})(${JSON.stringify(configuration)})`, this.context, { filename: 'gawa.js' });
  }

  /** All items since the last time, in order. */
  async items() {
    await settled();
    const items = this.messages.slice(this.seen ?? 0).flatMap(message => message.items);
    this.seen = this.messages.length;
    return items;
  }

  get token() {
    return this.messages.at(-1).token;
  }

  text(items, { token = this.token, number } = {}) {
    const next = number ?? (this.numbers.get(token) ?? 0) + 1;
    this.numbers.set(token, Math.max(next, this.numbers.get(token) ?? 0));
    return JSON.stringify([token, next, ...items]);
  }

  /** Sends items through the port, as the app does when no message is open. */
  push(...items) {
    return this.port(this.token, this.text(items));
  }

  port(token, text) {
    return this.run(`(key, token, text) => globalThis[key]?.(token, text)`)(this.key, token, text);
  }

  /** Runs an async function's body in the page, and answers each of its calls by `reply`: an item's tail, or undefined. */
  async answered(code, reply) {
    const promise = this.run(`(async () => { ${code} })()`);
    const outcome = { done: false };
    promise.then(value => Object.assign(outcome, { done: true, value }), error => Object.assign(outcome, { done: true, error }));
    for (let round = 0; round < 100 && !outcome.done; round++) {
      for (const item of await this.items()) {
        if (item[0] !== 'c') continue;
        const answer = reply(item);
        if (answer) this.push(answer);
      }
      await settled();
    }
    if (!outcome.done) throw new Error('the page still waits');
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  fire(type, members = { isTrusted: true, persisted: true }) {
    for (const listener of this.listeners[type] ?? []) listener(members);
  }
}

/** Echoes the first argument: the app's text is the page's own, under a capital, for it may hold tags. */
export const echo = ([, id, , , [value]]) => (value === undefined ? ['r', id] : ['R', id, value]);
