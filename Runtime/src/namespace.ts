import { CallOptions } from './calls';
import { Declaration, isEvent, Kind, mayPass, now, schemaHash } from './configuration';
import { check, GawaError } from './errors';
import { addEvents } from './events';
import { expose } from './functions';
import { define, freeze, isArray, makeTable, stringify } from './intrinsics';
import { callMember } from './members';

/** Makes the object that the page calls the functions of a namespace on. */
export const makeNamespace = (declaration: Declaration): object => {
  const namespaceText = stringify(declaration[0]);
  const kinds = makeTable<string, number>();

  const makeTarget = (name: string) => ',' + namespaceText + ',' + stringify(name) + ',';
  /** Options stand behind the arguments, or are `given`. */
  const invoke = (
    target: string, kind: number | undefined, list: unknown[], parameterCount: number, given?: unknown,
  ) => {
    // Past the end, the page may have put an element on the prototype.
    const last = list.length > parameterCount ? list[parameterCount] : given;
    const options = typeof last === 'object' ? last as CallOptions : null;
    const count = options ? parameterCount : list.length;
    return callMember(target, kind ?? Kind.call, list, count, options);
  };

  const namespace: Record<string, unknown> = { __proto__: null } as never;
  for (const [name, parameterCount, kind] of declaration[1]) {
    const target = makeTarget(name);
    kinds.set(name, kind);
    // An object with a `then` would be awaited.
    if (name === 'then') continue;
    // Events are no members.
    if (isEvent(kind)) continue;
    // The computed name is the function's own.
    namespace[name] = {
      [name]: (...list: unknown[]) => invoke(target, kind, list, parameterCount),
    }[name];
    if (kind % mayPass === Kind.synchronous) {
      const { sync } = { sync: (...list: unknown[]) => invoke(target, kind + now, list, parameterCount) };
      define(namespace[name] as object, 'sync', sync, true, true);
    }
  }
  namespace.call = (name: string, list: unknown[] = [], options?: CallOptions) => {
    check(typeof name === 'string' && isArray(list), 'call');
    return invoke(makeTarget(name), kinds.get(name), list, list.length, options);
  };
  namespace.has = (name: string) => kinds.get(name) !== undefined;
  namespace.expose = expose;
  namespace.GawaError = GawaError;
  namespace.schemaHash = schemaHash;
  addEvents(namespace, makeTarget, kinds);
  return freeze(namespace);
};
