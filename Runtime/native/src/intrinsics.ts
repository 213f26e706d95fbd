// All that runs later is captured here, before the page's first script: what the page replaces, deletes or freezes
// afterwards is not used. For the same reason no code of this folder iterates, spreads or destructures an array of the
// page's realm, and what is defined or given to the engine has no prototype.

export type Function = (this: never, ...parameters: never[]) => unknown;

export const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;
export const { slice, startsWith, toLowerCase } = String.prototype;
export const global = globalThis as typeof globalThis & Record<string, unknown>;
export const NativeException = DOMException;
export const NativePromise = Promise;
export const NativeProxy = Proxy;
export const NativeRequest = Request;
export const NativeURL = URL;
const { then } = Promise.prototype;

/** The prototype of a global class; undefined where there is no such class. */
export function prototypeOf(owner: string): object | undefined {
  const type = getOwnPropertyDescriptor(global, owner)?.value as { prototype: object } | undefined;
  return typeof type === 'function' ? (type as { prototype: object }).prototype : undefined;
}

/** A method, or the getter of a property, of a global class; undefined where there is no such thing. */
export function member(owner: string, key: string): Function | undefined {
  const holder = prototypeOf(owner);
  const found = holder && getOwnPropertyDescriptor(holder, key);
  return found && (found.get ?? found.value);
}

/** The getter of a property of an object; undefined where there is no such thing. */
export function getterOf(holder: object | null, key: string): Function | undefined {
  const found = holder ? getOwnPropertyDescriptor(holder, key) : undefined;
  return found?.get as Function | undefined;
}

/** The setter of a property of a global class; undefined where there is no such thing. */
export function setterOf(owner: string, key: string): Function | undefined {
  const holder = prototypeOf(owner);
  return holder && (getOwnPropertyDescriptor(holder, key)?.set as Function | undefined);
}

/** Calls what was captured, or throws where there is no such thing in this global object. */
export function call(captured: Function | undefined, self: unknown, ...parameters: unknown[]): unknown {
  return apply(captured as () => unknown, self, parameters as never);
}

/** What `body` returns, or undefined if it throws. */
export function attempt<Result>(body: () => Result): Result | undefined {
  try {
    return body();
  } catch {
    return undefined;
  }
}

/** Listens to a promise of the engine's own class, without asking it for its species. */
export function listen(promise: unknown, resolved: (value: unknown) => void, rejected: (reason: unknown) => void): void {
  defineProperty(promise as object, 'constructor', { __proto__: null, value: undefined } as PropertyDescriptor);
  call(then, promise, resolved, rejected);
}
