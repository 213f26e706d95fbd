// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew.

// Each namespace with its members: name, number of parameters, kind, and true where arguments may be functions
// or streams.
const namespaces = [
  ["calendars", [
    ["follow", 1, "function"],
    ["isFollowing", 1, "function"],
    ["search", 3, "function"],
    ["move", 2, "function"],
    ["attach", 1, "function"],
    ["log", 2, "message"],
    ["dotted.name", 1, "function"],
    ["then", 0, "function"],
  ]],
  ["art-works", [
    ["draw", 1, "function"],
    ["keep", 1, "function"],
    ["play", 1, "function"],
    ["nothing", 0, "function"],
    ["odd", 0, "function"],
  ]],
  ["live", [
    ["readings", 1, "stream"],
    ["chunks", 1, "stream"],
    ["changed", 0, "event"],
    ["sync-state", 0, "latestEvent"],
    ["visibility", 0, "latestEvent"],
    ["call", 0, "event"],
    ["42", 0, "event"],
    ["locale", 1, "synchronous"],
    ["total", 1, "synchronous"],
    ["each", 2, "function", true],
    ["watch", 2, "stream", true],
    ["upload", 2, "message", true],
    ["sum", 1, "function", true],
  ]],
];

class GawaError extends Error {
  constructor(code, message, { name = "Error", data, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.defineProperty(this, "name", { value: name, configurable: true });
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** What arrives of a value on the other side. */
function copy(value, path, above = []) {
  const refuse = (kind) => {
    throw new GawaError("dataClone", `${path} cannot be sent: ${kind}`, { name: "DataCloneError" });
  };
  if (typeof value === "function" || typeof value === "symbol") refuse(`a ${typeof value}`);
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof URL) return value.href;
  if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength));
  }
  if (above.includes(value)) refuse("a cycle");
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (["Map", "Set", "WeakMap", "WeakSet", "Promise", "Blob", "File"].includes(kind)) refuse(`a ${kind}`);
  const inside = [...above, value];
  if (Array.isArray(value)) return Array.from(value, (element, index) => copy(element, `${path}[${index}]`, inside));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, copy(member, `${path}.${key}`, inside)]));
}

const exposed = new Map();
let answers = {};
let calls = [];
// What the kinds of members add: how one is called, to a namespace, to the mock, and to what is passed.
const senders = { function: call, message: sendOneWay };
const additions = [];
const controls = [];
let refer = () => undefined;

export function gawaError(code, message = code, options = {}) {
  return new GawaError(code, message, options);
}

export function mockNative(newAnswers = {}) {
  answers = newAnswers;
  const mine = (calls = []);
  const mock = {
    calls: mine,
    async callPage(name, ...values) {
      const answer = exposed.get(name);
      if (!answer) throw gawaError("unknownFunction", `the page exposes no ${name}`, { name: "NotFoundError" });
      return run(answer, values);
    },
  };
  return Object.assign(mock, ...controls.map((control) => control()));
}

/** Calls a function of the page as the app would. */
async function run(body, values) {
  const sent = values.map((value, index) => copy(value, `values[${index}]`));
  return copy(await body(...sent, new AbortController().signal), "result");
}

function answerOf(namespace, name) {
  const mine = Object.hasOwn(answers, namespace) ? answers[namespace] : undefined;
  const answer = mine && Object.hasOwn(mine, name) ? mine[name] : undefined;
  if (answer) return answer;
  throw gawaError("unknownFunction", `the test has no answer for ${namespace}.${name}`, { name: "NotFoundError" });
}

/** What arrives of arguments. */
function received(namespace, name, values) {
  return Array.from(values, (value, index) =>
    refer(namespace, name, value) ?? copy(value, `arguments[${index}]`));
}

function record(namespace, name, values) {
  const sent = received(namespace, name, values);
  calls.push({ namespace, name, values: sent });
  return sent;
}

/** What arrives of what an answer throws. */
function fault(error) {
  if (error instanceof GawaError) return error;
  const isError = error instanceof Error;
  return gawaError(isError ? error.code ?? error.name : "Error", isError ? error.message : String(error), {
    name: isError ? error.name : "Error",
    cause: error,
  });
}

async function answered(namespace, name, sent) {
  try {
    return copy(await answerOf(namespace, name)(...sent), "result");
  } catch (error) {
    throw fault(error);
  }
}

function call(namespace, name, values, options) {
  return new Promise((resolve, reject) => {
    const { signal, timeout } = options ?? {};
    signal?.throwIfAborted();
    let clock;
    const abort = () => settle(reject, signal.reason);
    const settle = (end, value) => {
      clearTimeout(clock);
      signal?.removeEventListener("abort", abort);
      end(value);
    };
    const sent = record(namespace, name, values);
    signal?.addEventListener("abort", abort);
    if (timeout !== undefined) {
      const late = () => settle(reject, gawaError("timeout", `${name} took too long`, { name: "TimeoutError" }));
      clock = setTimeout(late, timeout);
    }
    answered(namespace, name, sent).then((value) => settle(resolve, value), (error) => settle(reject, error));
  });
}

function sendOneWay(namespace, name, values) {
  const sent = record(namespace, name, values);
  // No answer and no error of the app reaches the page.
  Promise.resolve().then(() => answerOf(namespace, name)(...sent)).catch(() => {});
}

/** What arrives of the items of an iterable or a ReadableStream, which not every engine can iterate. */
async function* copies(source) {
  const items = source[Symbol.asyncIterator] || source[Symbol.iterator] ? source : read(source);
  for await (const item of items) yield copy(item, "item");
}

async function* read(readable) {
  const reader = readable.getReader();
  try {
    for (let item; !(item = await reader.read()).done; ) yield item.value;
  } finally {
    await reader.cancel();
  }
}

/** A function or a stream of the page, as the app has it. */
refer = (namespace, name, value) => {
  const members = namespaces.find(([other]) => other === namespace)[1];
  if (!members.some(([other, , , takesBoth]) => other === name && takesBoth)) return undefined;
  if (typeof value === "function") return (...values) => run(value, values);
  return value?.[Symbol.asyncIterator] || value instanceof ReadableStream ? copies(value) : undefined;
};

senders.stream = openStream;

async function* produced(namespace, name, sent) {
  const answer = answerOf(namespace, name);
  yield* copies(typeof answer === "function" ? await answer(...sent) : answer);
}

function openStream(namespace, name, values, options) {
  const { signal } = options ?? {};
  const sent = received(namespace, name, values);
  const waiting = [];
  let source, failure, readable;
  let isOver = false;
  const tellEnd = ({ resolve, reject }) => {
    const told = failure;
    failure = undefined;
    if (told) reject(told.reason);
    else resolve({ value: undefined, done: true });
  };
  const end = (error) => {
    if (isOver) return;
    isOver = true;
    failure = error;
    signal?.removeEventListener("abort", abort);
    waiting.splice(0).forEach(tellEnd);
    // Not awaited: an answer that waits for something cannot be ended before it has that.
    source?.return().catch(() => {});
  };
  const abort = () => end({ reason: signal.reason });
  const next = (resolve, reject) => {
    if (isOver) return tellEnd({ resolve, reject });
    if (!source) {
      calls.push({ namespace, name, values: sent });
      source = produced(namespace, name, sent);
    }
    waiting.push({ resolve, reject });
    source.next().then(
      (item) => (item.done ? end() : waiting.shift()?.resolve(item)),
      (error) => end({ reason: fault(error) }));
  };
  const pull = async (controller) => {
    const { value, done } = await stream.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const stream = Object.freeze({
    __proto__: null,
    [Symbol.asyncIterator]: () => stream,
    next: () => new Promise(next),
    return: async () => {
      end();
      return { value: undefined, done: true };
    },
    get readable() {
      return (readable ??= new ReadableStream({ pull, cancel: () => end() }, { highWaterMark: 0 }));
    },
  });
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  return stream;
}

const emitters = new Map();
let dispatched = [];

controls.push(() => {
  const mine = (dispatched = []);
  for (const { latest } of emitters.values()) latest.clear();
  return {
    dispatched: mine,
    emit(namespace, type, detail) {
      const emitter = emitters.get(namespace);
      if (!emitter?.kinds.has(type)) throw new Error(`${namespace} has no event "${type}"`);
      emitter.emit(type, copy(detail, "detail") ?? null);
    },
  };
});

// Node.js has it since version 19.
const EventOfPage = globalThis.CustomEvent ?? class CustomEvent extends Event {
  constructor(type, options) {
    super(type, options);
    this.detail = options.detail;
  }
};

additions.push((object, namespace, members) => {
  const kinds = new Map(members.filter(([, , kind]) => /event$/i.test(kind)).map(([type, , kind]) => [type, kind]));
  if (!kinds.size) return;
  const latest = new Map();
  const target = new EventTarget();
  const entries = new Set();
  const captures = (options) => Boolean(typeof options === "object" ? options?.capture : options);
  const find = (type, listener, options) => [...entries].find((entry) =>
    entry.type === type && entry.listener === listener && entry.isCapturing === captures(options));
  object.addEventListener = (type, listener, options) => {
    const { once, signal } = Object(options);
    if (!listener || signal?.aborted || find(type, listener, options)) return;
    let isTold = false;
    const hear = (event) => {
      isTold = true;
      if (once) remove();
      if (typeof listener === "function") listener.call(object, event);
      else listener.handleEvent(event);
    };
    const remove = () => {
      entries.delete(entry);
      target.removeEventListener(type, hear, entry.isCapturing);
      signal?.removeEventListener("abort", remove);
    };
    const entry = { type, listener, isCapturing: captures(options), remove };
    entries.add(entry);
    target.addEventListener(type, hear, entry.isCapturing);
    signal?.addEventListener("abort", remove);
    queueMicrotask(() => {
      if (isTold || !entries.has(entry) || !latest.has(type)) return;
      hear(new EventOfPage(type, { detail: latest.get(type) }));
    });
  };
  object.removeEventListener = (type, listener, options) => find(type, listener, options)?.remove();
  object.dispatchEvent = (event) => {
    dispatched.push({ namespace, type: event.type, detail: copy(event.detail, "detail") });
    return target.dispatchEvent(event);
  };
  emitters.set(namespace, {
    kinds,
    latest,
    emit(type, detail) {
      if (kinds.get(type) === "latestEvent") latest.set(type, detail);
      target.dispatchEvent(new EventOfPage(type, { detail }));
    },
  });
});

senders.synchronous = call;

additions.push((object, namespace, members) => {
  for (const [name, count] of members.filter(([, , kind]) => kind === "synchronous")) {
    if (!object[name]) continue;
    object[name].sync = (...values) => answeredNow(namespace, name, record(namespace, name, values.slice(0, count)));
  }
});

function answeredNow(namespace, name, sent) {
  const answer = answerOf(namespace, name);
  let value;
  try {
    value = answer(...sent);
  } catch (error) {
    throw fault(error);
  }
  if (typeof value?.then === "function") {
    throw new TypeError(`the test's answer for ${namespace}.${name} is a promise, and ${name}.sync cannot wait`);
  }
  return copy(value, "result");
}

for (const [namespace, members] of namespaces) {
  const object = Object.create(null);
  const kinds = new Map(members.map(([name, , kind]) => [name, kind]));
  const send = (name, values, options) => (senders[kinds.get(name)] ?? call)(namespace, name, values, options);
  for (const [name, count, kind] of members) {
    if (name === "then" || !senders[kind]) continue;
    object[name] = (...values) => send(name, values.slice(0, count), values[count]);
  }
  object.call = (name, values = [], options = undefined) => send(name, values, options);
  object.has = (name) => kinds.has(name);
  object.expose = (name, answer) => {
    exposed.set(name, answer);
    return () => {
      if (exposed.get(name) === answer) exposed.delete(name);
    };
  };
  object.GawaError = GawaError;
  for (const add of additions) add(object, namespace, members);
  Object.defineProperty(globalThis, namespace, { value: Object.freeze(object), enumerable: true });
}
