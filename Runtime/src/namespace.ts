import { CallOptions, request } from './calls';
import { send } from './carrier';
import { Declaration, schemaHash } from './configuration';
import { encodeArguments } from './encode';
import { check, GawaError } from './errors';
import { expose } from './functions';
import { freeze, isArray, makeTable, stringify } from './intrinsics';

/** Makes the object that the page calls the functions of a namespace on. */
export const makeNamespace = (declaration: Declaration): object => {
  const namespaceText = stringify(declaration[0]);
  const kinds = makeTable<string, 0 | 1>();

  const makeTarget = (name: string) => ',' + namespaceText + ',' + stringify(name) + ',';
  const invoke = (
    target: string, kind: 0 | 1 | undefined, list: unknown[], count: number, options: CallOptions | null | undefined,
  ) => {
    if (!kind) return request(target, list, count, options);
    send('m', target + encodeArguments(list, count));
    return undefined;
  };

  const namespace: Record<string, unknown> = { __proto__: null } as never;
  for (const [name, parameterCount, kind] of declaration[1]) {
    const target = makeTarget(name);
    kinds.set(name, kind);
    // An object with a `then` would be awaited.
    if (name === 'then') continue;
    // The computed name is the function's own.
    namespace[name] = {
      [name]: (...list: unknown[]) => {
        // Past the end, the page may have put an element on the prototype.
        // Null, for of what is false the page could be asked for a signal.
        const options: unknown = list.length > parameterCount ? list[parameterCount] : null;
        const hasOptions = options && typeof options === 'object';
        return invoke(target, kind, list, hasOptions ? parameterCount : list.length, options as CallOptions);
      },
    }[name];
  }
  namespace.call = (name: string, list: unknown[] = [], options?: CallOptions) => {
    check(typeof name === 'string' && isArray(list), 'call');
    return invoke(makeTarget(name), kinds.get(name), list, list.length, options);
  };
  namespace.has = (name: string) => kinds.get(name) !== undefined;
  namespace.expose = expose;
  namespace.GawaError = GawaError;
  namespace.schemaHash = schemaHash;
  return freeze(namespace);
};
