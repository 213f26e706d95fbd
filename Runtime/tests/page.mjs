// A page in a context of its own, with gawa.js in it and a fake app behind its message handler.
// Node.js 18, which Debian 12 has, has no global of that name.
import { webcrypto as crypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { FakeLane } from './lane.mjs';

const read = path => readFileSync(new URL(path, import.meta.url), 'utf8');
const source = read('../../Sources/Gawa/Resources/gawa.js');
const dom = read('dom.js');
const handlers = read('handlers.js');

export const functions = [['echo', 1, 0], ['add', 2, 0], ['none', 0, 0], ['note', 1, 1], ['then', 0, 0], ['catch', 0, 0]];

/** Members of all kinds. */
export const members = [
  ...functions, ['search', 1, 2], ['count', 0, 2], ['changed', 0, 3], ['state', 0, 4], ['locale', 1, 5],
  ['each', 2, 8], ['tell', 1, 9], ['watch', 1, 10], ['ask', 1, 13],
];

/** Lets all that is queued happen: two turns of the event loop, with their microtasks. */
export const settled = async () => {
  for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve));
};

export class Page {
  /** What the page sent: `{ token, items }`, with `answer` and `reject`, or `lane` and `attachments`; in order. */
  messages = [];
  warnings = [];
  /** What listeners of events threw. */
  reported = [];
  lanes = [];
  listeners = { __proto__: null };
  numbers = new Map();

  constructor({
    origin = 'https://app.example', origins = ['https://app.example'], key = '__port', handler = 'gawa',
    maximumTextLength = 1 << 20, maximumDepth = 100, hash = 'h"1',
    namespaces = [['calendars', members]], streamWindow = 8, streamLength = 1000,
    hasHandler = true, hasLanes = false, prepare = '', load = true,
  } = {}) {
    this.configuration = [
      handler, key, origins, maximumTextLength, maximumDepth, hash, namespaces, streamWindow, streamLength];
    this.key = key;
    this.source = source;
    this.hasLanes = hasLanes;
    const sandbox = {
      DOMException, URL, Blob, ReadableStream, ReadableStreamDefaultController, ReadableStreamDefaultReader,
      atob, btoa, clearTimeout, crypto, queueMicrotask, setTimeout, origin, structuredClone,
      console: { warn: (...parts) => this.warnings.push(parts) },
      addEventListener: (type, listener) => (this.listeners[type] ??= []).push(listener),
    };
    this.context = vm.createContext(sandbox);
    vm.runInContext(dom, this.context, { filename: 'dom.js' })(error => this.reported.push(error));
    this.setUp = vm.runInContext(handlers, this.context, { filename: 'handlers.js' })({
      post: (text, resolve, reject) => this.arrived(text, { answer: resolve, reject }),
      openLane: receive => this.openLane(receive),
    });
    if (hasHandler) this.run('(handlers => { globalThis.webkit = { messageHandlers: handlers }; })')(this.setUp.handlers);
    if (hasHandler) this.setUp.add(handler, hasLanes);
    if (prepare) this.run(prepare);
    if (load) this.load();
  }

  run(code) {
    return vm.runInContext(code, this.context, { filename: 'page.js' });
  }

  load(configuration = this.configuration) {
    vm.runInContext(`(${this.source})(${JSON.stringify(configuration)})`, this.context, { filename: 'gawa.js' });
  }

  /** Takes a message, by whichever way. */
  arrived(text, members) {
    const [token, ...items] = JSON.parse(text);
    this.messages.push({ text, token, items, ...members });
  }

  /** Makes a lane, unless a test has none be made. */
  openLane(receive) {
    const lane = new FakeLane(this, receive);
    this.lanes.push(lane);
    return lane;
  }

  /** The lane in use, if there is one. */
  get lane() {
    return this.lanes.filter(lane => lane.isOpen).at(-1);
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

  /** Sends items by the lane, or through the port, as the app does when no message is open. */
  push(...items) {
    if (this.lane) return this.lane.push(items);
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
