// Puts our functions in the place of the engine's. Each is a proxy of the one that was there, so that its name, its length,
// its prototype and its constants are those of the first, and `instanceof` says what it said.

import { apply, defineProperty, Function, getOwnPropertyDescriptor, global, NativeProxy, prototypeOf } from './intrinsics';

type Called = (original: Function, self: unknown, parameters: unknown[]) => unknown;
type Constructed = (original: Function, parameters: unknown[], newTarget: Function) => object;

function replace(
  holder: object | undefined, name: string, part: 'get' | 'set' | 'value', traps: object,
): object | undefined {
  const found = holder && getOwnPropertyDescriptor(holder, name);
  if (found === undefined || !found.configurable || typeof found[part] !== 'function') return undefined;
  found[part] = new NativeProxy(found[part], traps);
  defineProperty(holder as object, name, found);
  return found[part];
}

/** Has `body` called in the place of a function. */
export function wrapMethod(holder: object | undefined, name: string, body: Called): void {
  replace(holder, name, 'value', { __proto__: null, apply: body });
}

/** Has what a property of a global class gives altered on its way. */
export function wrapGetter(owner: string, name: string, alter: (value: unknown, self: unknown) => unknown): void {
  const body: Called = (original, self, parameters) => alter(apply(original, self as never, parameters as never), self);
  replace(prototypeOf(owner), name, 'get', { __proto__: null, apply: body });
}

/** Has `body` called where a property of a global class is set. */
export function wrapSetter(owner: string, name: string, body: Called): void {
  replace(prototypeOf(owner), name, 'set', { __proto__: null, apply: body });
}

/** Has `body` make the objects of a global class. */
export function wrapConstructor(name: string, body: Constructed): void {
  const wrapper: object | undefined = replace(global, name, 'value', {
    __proto__: null,
    construct: (original: Function, parameters: unknown[], newTarget: Function) =>
      body(original, parameters, (newTarget as object) === wrapper ? original : newTarget),
  });
  const holder = wrapper && prototypeOf(name);
  const found = holder && getOwnPropertyDescriptor(holder, 'constructor');
  if (!found) return;
  found.value = wrapper;
  defineProperty(holder as object, 'constructor', found);
}
