// A global object with native.js in it, where the engine's functions write down what they are asked for.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

export const source = readFileSync(new URL('../../../Sources/Gawa/Resources/native.js', import.meta.url), 'utf8');

// Properties of the global object, as the engine's are: what a script declares would hide those that are put in their place.
const engine = `
const { apply: callCaptured } = Reflect;
// Listeners that capture come first.
class EventTarget {
  #first;
  addEventListener(kind, body, capture = false) {
    let place = { get next() { return first; }, set next(node) { first = node; } }, first = this.#first;
    while (place.next && (place.next.capture || !capture)) place = place.next;
    place.next = { kind, body, capture, next: place.next };
    this.#first = first;
  }
  dispatchEvent(event) {
    for (let node = this.#first; node && !event.isStopped; node = node.next) if (node.kind === event.type) callCaptured(node.body, this, [event]);
  }
}
class Event {
  constructor(type) { this.type = type; }
  stopImmediatePropagation() { this.isStopped = true; }
}
for (const type of [
  EventTarget, Event,
  class Node { get baseURI() { return base; } },
  class XMLHttpRequest extends EventTarget {
    #state = 0;
    #upload = new EventTarget();
    open(method, url) { ask('open', this, ...arguments); this.#state = 1; }
    setRequestHeader(name, value) { ask('setRequestHeader', ...arguments); }
    send(body) { ask('send', ...arguments); }
    abort() { ask('abort', ...arguments); }
    get readyState() { return this.#state; }
    #timeout = 0;
    get timeout() { return this.#timeout; }
    set timeout(time) { this.#timeout = time; }
    get responseURL() { return answered; }
    get upload() { return this.#upload; }
    static reach(request, state) { request.#state = state; request.dispatchEvent(new Event('readystatechange')); }
  },
  class ProgressEvent extends Event {
    #numbers;
    constructor(kind, numbers) { super(kind); this.#numbers = { ...numbers }; }
    get numbers() { return this.#numbers; }
  },
  class MessageEvent { get origin() { return answered; } },
  class EventSource {
    static CONNECTING = 0;
    constructor(url, options) { ask('EventSource', url, options); }
    get url() { return answered; }
  },
  class WebSocket {
    static OPEN = 1;
    constructor(url, protocols) { ask('WebSocket', url, protocols); }
  },
  class Navigator { sendBeacon(url, data) { ask('sendBeacon', url, data); return false; } },
]) Object.defineProperty(globalThis, type.name, { value: type, writable: true, configurable: true });
globalThis.Performance = class Performance { now() { return clock; } };
globalThis.performance = new Performance();
let timers = [];
globalThis.setTimeout = (body, time) => timers.push({ body, time });
globalThis.clearTimeout = timer => { if (timer) timers[timer - 1] = undefined; };
globalThis.limits = () => timers.map(timer => timer ? timer.time : null).join();
globalThis.pass = () => timers.splice(0).forEach(timer => timer?.body());
globalThis.reach = XMLHttpRequest.reach;
delete XMLHttpRequest.reach;
Object.defineProperty(globalThis, 'origin', { get() { return ownOrigin; }, configurable: true });
globalThis.document = new Node();
globalThis.navigator = new Navigator();
const answer = Promise.resolve('answer');
globalThis.fetch = function fetch(input) { ask('fetch', ...arguments); return answer; };
`;

/** Runs the script in a new global object; `before` and `after` are what its page does then. */
export function page({
  before = '', after = '', load = true, base = 'https://app.example/folder/page', origin = 'https://app.example',
} = {}) {
  const asked = [];
  const context = vm.createContext({
    ask: (...call) => { asked.push(call); }, answered: '', clock: 0, base, ownOrigin: origin, URL, Request, Response, Headers, Blob, File, FormData,
    DOMException, AbortController, TextEncoder, URLSearchParams,
  });
  vm.runInContext(engine, context);
  const run = text => vm.runInContext(text, context);
  run(before);
  const install = () => run(`(${source})()`);
  if (load) install();
  run(after);
  return { run, install, asked, context };
}

/** Lets all that is queued happen. */
export const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve));
};
