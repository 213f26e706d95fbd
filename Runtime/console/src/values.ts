// Writes any value of the page as the text of a JSON value, within bounds and without calling code of the page:
// getters, toString, toJSON and iterators are left alone. (The traps of a proxy cannot be told from an object's own
// ways.) Documentation/Design/console.md lists the forms.

import {
  maximumDepth, maximumDuration, maximumEntryLength, maximumMemberCount, maximumStringLength, maximumValueCount,
} from './configuration';
import {
  call, charCodeAt, errorPrototype, Function, getOwnPropertyDescriptor, getPrototypeOf, getter, isArray, isData,
  isPrototypeOf, isView, now, objectToString, own, ownKeys, slice, stringify, toStringTag, toWellFormed,
} from './intrinsics';
import { node, nodeType } from './nodes';

interface Above {
  readonly object: object;
  readonly above: Above | null;
}

const { toString: bigIntToString } = BigInt.prototype;
const { toString: symbolToString } = Symbol.prototype;
const { getTime } = Date.prototype;
const source = getter('RegExp', 'source');
const { entries } = Map.prototype;
const mapSize = getter('Map', 'size');
const mapNext = own(getPrototypeOf(new Map().entries()) as object, 'next') as Function;
const { values: setValues } = Set.prototype;
const setSize = getter('Set', 'size');
const setNext = own(getPrototypeOf(new Set().values()) as object, 'next') as Function;
const exceptionName = getter('DOMException', 'name');
const exceptionMessage = getter('DOMException', 'message');
const typedArray = getPrototypeOf(Uint8Array.prototype) as object;
const typedArrayLength = getOwnPropertyDescriptor(typedArray, 'length')?.get;
const typedArrayTag = getOwnPropertyDescriptor(typedArray, toStringTag)?.get;

const flagNames = ['hasIndices', 'global', 'ignoreCase', 'multiline', 'dotAll', 'unicode', 'unicodeSets', 'sticky'];
const flagLetters = 'dgimsuvy';
const flags: Record<number, Function | undefined> = {};
for (let index = 0; index < flagNames.length; ++index) flags[index] = getter('RegExp', flagNames[index]);

const shortLength = 200;
const maximumBigInt = 1n << 1024n;

let values = 0;
let characters = 0;
let deadline = 0;

/** Begins an entry: renews its bounds. */
export function begin(): void {
  values = maximumValueCount;
  characters = maximumEntryLength;
  deadline = now() + maximumDuration;
}

function isSpent(): boolean {
  return values <= 0 || characters <= 0 || now() > deadline;
}

// The beginning of a text; a cut leaves no half of a surrogate pair.
function beginning(text: string, most: number): string {
  if (most > characters) most = characters;
  if (text.length > most) {
    const last = most > 0 ? (call(charCodeAt, text, most - 1) as number) : 0;
    text = call(slice, text, 0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most) as string;
  }
  characters -= text.length;
  // The app's JSON parser takes no lone surrogates.
  return toWellFormed === undefined ? text : (call(toWellFormed, text) as string);
}

/** A JSON string; with a mark at its end when it was cut. */
export function words(text: unknown, most: number = shortLength): string {
  if (typeof text !== 'string') return '""';
  const kept = beginning(text, most);
  return stringify(kept.length < text.length ? kept + '…' : kept);
}

function string(text: string): string {
  const kept = beginning(text, maximumStringLength);
  return kept.length === text.length ? stringify(kept) : '["s",' + stringify(kept) + ',' + (text.length - kept.length) + ']';
}

/** The text of a list of values, from an index on, after the text of a first one. */
export function list(parameters: unknown[], from: number, first: string = ''): string {
  let text = first && string(first);
  let index = from;
  for (; index < parameters.length && index - from < maximumMemberCount; ++index) {
    text += (text && ',') + value(parameters[index], 0, null);
  }
  if (index < parameters.length) text += ',["x",""]';
  return '[' + text + ']';
}

function value(any: unknown, depth: number, above: Above | null): string {
  if (isSpent()) return '["x",""]';
  --values;
  switch (typeof any) {
    case 'string':
      return string(any);
    case 'number':
      if (any - any === 0 && (any !== 0 || 1 / any > 0)) return '' + any;
      return '["n","' + (any === 0 ? '-0' : any) + '"]';
    case 'boolean':
      return any ? '["b",1]' : '["b",0]';
    case 'bigint':
      // Decimal digits of a huge one take time by the square of their count.
      return any < maximumBigInt && any > -maximumBigInt
        ? '["i","' + (call(bigIntToString, any) as string) + '"]'
        : '["i",' + words('0x' + (call(bigIntToString, any, 16) as string)) + ']';
    case 'symbol':
      return '["y",' + words(call(symbolToString, any)) + ']';
    case 'undefined':
      // document.all says that it is undefined, and is not.
      return any === undefined ? '["u"]' : '["p","HTMLAllCollection"]';
    case 'function':
      return '["f",' + words(functionName(any)) + ']';
    default:
      if (any === null) return 'null';
      try {
        return object(any as object, depth, above);
      } catch {
        // A revoked proxy, a window of another origin, a trap that throws.
        return '["p","inaccessible"]';
      }
  }
}

function functionName(any: unknown): unknown {
  try {
    return own(any as object, 'name');
  } catch {
    return undefined;
  }
}

function object(any: object, depth: number, above: Above | null): string {
  for (let link = above; link !== null; link = link.above) if (link.object === any) return '["c"]';
  const here: Above = { object: any, above };
  const next = depth + 1;

  const name = functionName(inherited(getPrototypeOf(any), 'constructor'));
  const tag = inherited(any, toStringTag);
  if (tag === 'Window') return '["p","Window"]';
  // It would call a getter for the tag.
  const builtin = tag === undefined ? call(objectToString, any) : '';
  if (builtin === '[object Date]') {
    const time = call(getTime, any) as number;
    return '["d",' + (time === time ? time : 'null') + ']';
  }
  if (builtin === '[object RegExp]') return regularExpression(any);
  if (typeof tag === 'string' && nodeType(any) !== 0) return '["l",' + words(node(any), 1000) + ']';
  if (depth >= maximumDepth) return '["x",' + words(name) + ']';
  if (call(isPrototypeOf, errorPrototype, any) || builtin === '[object Error]') return error(any, next, here);
  if (isArray(any)) return array(any, name, own(any, 'length') as number, next, here);
  if (isView(any)) {
    const type = call(typedArrayTag, any);
    if (type !== undefined) return array(any, type, call(typedArrayLength, any) as number, next, here);
  }
  if (tag === 'Map') return collection('m', any, entries, mapSize, mapNext, next, here);
  if (tag === 'Set') return collection('t', any, setValues, setSize, setNext, next, here);
  return '["o",' + words(name) + ',' + members(any, next, here) + ']';
}

function regularExpression(any: object): string {
  let letters = '';
  for (let index = 0; index < flagNames.length; ++index) {
    if (flags[index] !== undefined && call(flags[index], any) === true) letters += flagLetters[index];
  }
  return '["r",' + words('/' + (call(source, any) as string) + '/' + letters, 1000) + ']';
}

function array(any: object, name: unknown, length: number, depth: number, above: Above): string {
  let text = '';
  let index = 0;
  for (; index < length && index < maximumMemberCount && !isSpent(); ++index) {
    const found = getOwnPropertyDescriptor(any, index);
    if (index > 0) text += ',';
    text += found === undefined ? '["h"]' : isData(found) ? value(found.value, depth, above) : '["g"]';
  }
  return '["a",' + words(name) + ',[' + text + '],' + (length - index) + ']';
}

function collection(
  kind: 'm' | 't', any: object, iterate: Function | undefined, size: Function | undefined, advance: Function,
  depth: number, above: Above,
): string {
  const iterator = call(iterate, any);
  const count = call(size, any) as number;
  let text = '';
  let index = 0;
  for (; index < maximumMemberCount && !isSpent(); ++index) {
    const step = call(advance, iterator) as IteratorResult<unknown>;
    if (step.done === true) break;
    if (index > 0) text += ',';
    const pair = step.value as unknown[];
    text += kind === 't'
      ? value(pair, depth, above)
      : '[' + value(pair[0], depth, above) + ',' + value(pair[1], depth, above) + ']';
  }
  return '["' + kind + '",[' + text + '],' + (count - index) + ']';
}

// Own enumerable members, and a few that errors hide.
function members(any: object, depth: number, above: Above, isError: boolean = false): string {
  const keys = ownKeys(any);
  let text = '';
  let count = 0;
  let index = 0;
  for (; index < keys.length && count < maximumMemberCount && !isSpent(); ++index) {
    const key = keys[index];
    const found = getOwnPropertyDescriptor(any, key);
    if (found === undefined) continue;
    if (!found.enumerable && !(isError && (key === 'cause' || key === 'errors'))) continue;
    text += (count++ > 0 ? ',[' : '[') + words(typeof key === 'symbol' ? call(symbolToString, key) : key) + ','
      + (isData(found) ? value(found.value, depth, above) : '["g"]') + ']';
  }
  return '[' + text + '],' + (keys.length - index);
}

// The value of a property of the object or its prototypes; null for a getter.
function inherited(any: object | null, key: PropertyKey): unknown {
  for (let level = 0; any !== null && level < 16; ++level) {
    const found = getOwnPropertyDescriptor(any, key);
    if (found !== undefined) return isData(found) ? found.value : null;
    any = getPrototypeOf(any);
  }
  return undefined;
}

// A DOMException has getters, which are the engine's.
function word(any: object, key: string, native: Function | undefined): unknown {
  try {
    return inherited(any, key) ?? call(native, any);
  } catch {
    return '';
  }
}

function error(any: object, depth: number, above: Above): string {
  return '["e",' + words(word(any, 'name', exceptionName)) + ','
    + words(word(any, 'message', exceptionMessage), maximumStringLength) + ','
    + words(own(any, 'stack'), maximumStringLength) + ',' + number(own(any, 'line')) + ','
    + number(own(any, 'column')) + ',' + words(own(any, 'sourceURL'), 1000) + ','
    + members(any, depth, above, true) + ']';
}

/** A JSON number; 0 for all else. */
export function number(any: unknown): string {
  return typeof any === 'number' && any - any === 0 ? '' + any : '0';
}
