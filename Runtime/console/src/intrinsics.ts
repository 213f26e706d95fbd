// All that runs later is captured here, before the page's first script: what the page replaces, deletes or freezes
// afterwards is not used. For the same reason no code of this folder iterates, spreads or destructures an array, sets
// an index of one, or reads a property of an object that could inherit it from a prototype of the page.

export type Function = (this: never, ...parameters: never[]) => unknown;

export const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
export const { isArray } = Array;
export const { isView } = ArrayBuffer;
export const { stringify } = JSON;
export const { toStringTag } = Symbol;
export const { now } = Date;
export const toObject = Object;
export const NativeError = Error;
export const errorPrototype = Error.prototype;
export const global = globalThis;

export const { slice, charCodeAt, indexOf, toWellFormed } = String.prototype as String & { toWellFormed?: () => string };
export const { hasOwnProperty, isPrototypeOf, toString: objectToString } = Object.prototype;

/** Whether a descriptor is that of a data property. */
export function isData(descriptor: PropertyDescriptor | undefined): descriptor is PropertyDescriptor {
  return descriptor !== undefined && apply(hasOwnProperty, descriptor, ['value']);
}

/** The value of an own data property; getters are not called. */
export function own(object: object, key: PropertyKey): unknown {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return isData(descriptor) ? descriptor.value : undefined;
}

/** A method of the prototype of a global class; undefined where there is no such thing. */
export function method(owner: string, key: PropertyKey): Function | undefined {
  const found = descriptorIn(owner, key);
  return found && (found.value as Function | undefined);
}

/** The getter of a property of the prototype of a global class; undefined where there is no such thing. */
export function getter(owner: string, key: PropertyKey): Function | undefined {
  const found = descriptorIn(owner, key);
  return found && found.get;
}

function descriptorIn(owner: string, key: PropertyKey): PropertyDescriptor | undefined {
  const type = own(global, owner);
  return typeof type === 'function' ? getOwnPropertyDescriptor(type.prototype, key) : undefined;
}

/** Calls what was captured, or throws where there is no such thing in this global object. */
export function call(captured: Function | undefined, self: unknown, ...parameters: unknown[]): unknown {
  return apply(captured as () => unknown, self, parameters as never);
}
