// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew.

// Each namespace with its functions: name, number of parameters, whether it is one-way.
const namespaces = [
  ["calendars", [
    ["follow", 1, false],
    ["isFollowing", 1, false],
    ["search", 3, false],
    ["move", 2, false],
    ["attach", 1, false],
    ["log", 2, true],
    ["dotted.name", 1, false],
    ["then", 0, false],
  ]],
  ["art-works", [
    ["draw", 1, false],
    ["keep", 1, false],
    ["play", 1, false],
    ["nothing", 0, false],
    ["odd", 0, false],
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

export function gawaError(code, message = code, options = {}) {
  return new GawaError(code, message, options);
}

export function mockNative(newAnswers = {}) {
  answers = newAnswers;
  const mine = (calls = []);
  return {
    calls: mine,
    async callPage(name, ...values) {
      const answer = exposed.get(name);
      if (!answer) throw gawaError("unknownFunction", `the page exposes no ${name}`, { name: "NotFoundError" });
      const sent = values.map((value, index) => copy(value, `values[${index}]`));
      return copy(await answer(...sent, new AbortController().signal), "result");
    },
  };
}

function answerOf(namespace, name) {
  const mine = Object.hasOwn(answers, namespace) ? answers[namespace] : undefined;
  return mine && Object.hasOwn(mine, name) ? mine[name] : undefined;
}

function record(namespace, name, values) {
  const sent = Array.from(values, (value, index) => copy(value, `arguments[${index}]`));
  calls.push({ namespace, name, values: sent });
  return sent;
}

async function answered(namespace, name, sent) {
  const answer = answerOf(namespace, name);
  if (!answer) {
    throw gawaError("unknownFunction", `the test has no answer for ${namespace}.${name}`, { name: "NotFoundError" });
  }
  try {
    return copy(await answer(...sent), "result");
  } catch (error) {
    if (error instanceof GawaError) throw error;
    const isError = error instanceof Error;
    throw gawaError(isError ? error.code ?? error.name : "Error", isError ? error.message : String(error), {
      name: isError ? error.name : "Error",
      cause: error,
    });
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
  Promise.resolve().then(() => answerOf(namespace, name)?.(...sent)).catch(() => {});
}

for (const [namespace, functions] of namespaces) {
  const object = Object.create(null);
  const oneWay = new Set(functions.filter(([, , isOneWay]) => isOneWay).map(([name]) => name));
  const send = (name, values, options) =>
    oneWay.has(name) ? sendOneWay(namespace, name, values) : call(namespace, name, values, options);
  for (const [name, count] of functions) {
    if (name === "then") continue;
    object[name] = (...values) => send(name, values.slice(0, count), values[count]);
  }
  const names = new Set(functions.map(([name]) => name));
  object.call = (name, values = [], options = undefined) => send(name, values, options);
  object.has = (name) => names.has(name);
  object.expose = (name, answer) => {
    exposed.set(name, answer);
    return () => {
      if (exposed.get(name) === answer) exposed.delete(name);
    };
  };
  object.GawaError = GawaError;
  Object.defineProperty(globalThis, namespace, { value: Object.freeze(object), enumerable: true });
}
