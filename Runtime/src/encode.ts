import { beside, carry, writePassed } from './beside';
import { bytesOfBuffer, bytesOfView, encodeBase64, lengthOf } from './bytes';
import { maximumDepth, maximumTextLength } from './configuration';
import { fill } from './errors';
import {
  attempt, getHref, getOwnPropertyDescriptor, getPrototypeOf, getTime, isArray, isView, keys, NativeError,
  ObjectPrototype, objectToString, slice, stringify, tagSymbol,
} from './intrinsics';

/**
 * Where a value stands: in the array or object `value_`, at `key_`, which moves on as its parts are written. The
 * outermost has no parent, and the name of the whole as its key, or the number of an argument.
 */
interface Place {
  parent_?: Place;
  depth_: number;
  value_?: unknown;
  key_: string | number;
}

// UTF-16 units that may still be written. Values that share parts can be endless without being large.
let budget = 0;

// The last refusal, to be told on its way out from what a getter or a proxy of the page throws.
let refusal: unknown = stringify;

// Where the page's code may run, and throw; undefined in a value that is written without a look at its places.
let current: Place | undefined;

const refuse = (name: string, code: string, message: string, cause?: unknown): never => {
  throw (refusal = fill(new NativeError(), name, code, message, cause));
};

const refuseKind = (kind: string, place: Place, cause?: unknown): never => {
  let path = '';
  const isArgument = () => typeof place.key_ === 'number';
  for (; place.parent_; place = place.parent_) path = (isArgument() ? '[' + place.key_ + ']' : '.' + place.key_) + path;
  path = (isArgument() ? 'arguments[' + place.key_ + ']' : place.key_) + path;
  return refuse('DataCloneError', 'dataClone', path + ' cannot be sent: ' + kind, cause);
};

const spend = (text: string): string => {
  if ((budget -= text.length) < 0) {
    refuse('QuotaExceededError', 'quotaExceeded', 'longer than ' + maximumTextLength);
  }
  return text;
};

const isFinitePositive = (value: number) => value - value === 0 && (value !== 0 || 1 / value > 0);

/** Whether `stringify` writes the value as it is: nothing in it needs a tag, a refusal, or has a `toJSON`. */
const isPlain = (value: unknown, depth: number): boolean => {
  // However small the value is: a proxy may be an array without an end.
  if (--budget < 0) return false;
  if (typeof value === 'string') return (budget -= value.length) >= 0;
  if (typeof value === 'number') return isFinitePositive(value);
  if (typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object' || depth === maximumDepth || 'toJSON' in value) return false;
  if (isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (!isPlain(value[index], depth + 1)) return false;
    }
    return true;
  }
  const prototype: unknown = getPrototypeOf(value);
  if (prototype !== ObjectPrototype && prototype !== null) return false;
  const names = keys(value);
  for (let index = 0; index < names.length; index++) {
    const member = (value as Record<string, unknown>)[names[index]!];
    if (names[index] === '$' || (member !== undefined && !isPlain(member, depth + 1))) return false;
  }
  return true;
};

const tag = (kind: string, text: string) => spend('{"$":"' + kind + '","v":' + text + '}');

/** The text of an object that has a kind of its own, whichever realm it comes from; else undefined. */
const special = (value: object): string | undefined => {
  // The brands of classes are asked for, by methods that throw for others.
  const time = attempt(() => getTime(value));
  if (time !== undefined) return tag('d', stringify(time));
  const bytes = isView(value) ? bytesOfView(value) : attempt(() => bytesOfBuffer(value));
  if (bytes) {
    const number = carry(bytes);
    if (number) budget -= lengthOf(bytes);
    return tag('b', number || '"' + encodeBase64(bytes) + '"');
  }
  const href = attempt(() => getHref(value));
  return href && spend(stringify(href));
};

/** Whether the engine says what an object is, with a tag that no class of a script has, or without one. */
const isBuiltIn = (value: object): boolean => {
  let holder: object | null = value;
  // A proxy may have itself as its prototype.
  for (let steps = 0; holder && steps < 100; steps++) {
    const found = getOwnPropertyDescriptor(holder, tagSymbol);
    if (found) return !found.get && !found.writable;
    holder = getPrototypeOf(holder) as object | null;
  }
  return true;
};

const write = (value: unknown, parent: Place): string => {
  spend(' ');
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return spend(stringify(value));
    case 'number':
      return isFinitePositive(value) ? '' + value : tag('n', '"' + (value === 0 ? '-0' : value) + '"');
    case 'bigint':
      return tag('i', '"' + value + '"');
    case 'object':
      return value === null ? 'null' : writeObject(value, parent);
    default:
      // document.all says that it is undefined.
      return value === undefined ? '{"$":"u"}' : refuseKind(typeof value, parent);
  }
};

const writeObject = (value: object, parent: Place): string => {
  const place: Place = { parent_: parent, depth_: parent.depth_ + 1, value_: value, key_: '' };
  const member = (key: string | number): unknown => {
    current = place;
    return (value as Record<string | number, unknown>)[(place.key_ = key)];
  };
  current = parent;
  if (place.depth_ > maximumDepth) {
    let above: Place | undefined = parent;
    while (above && above.value_ !== value) above = above.parent_;
    refuseKind(above ? 'a cycle' : 'too deep', parent);
  }
  if (isArray(value)) {
    let text = '';
    for (let index = 0; index < value.length; index++) {
      text += (index ? ',' : '') + write(member(index), place);
    }
    return '[' + text + ']';
  }
  const prototype = getPrototypeOf(value);
  if (prototype !== ObjectPrototype && prototype !== null) {
    // The tag may be a getter of the page, or have been deleted.
    const kind = attempt(() => objectToString(value));
    if (kind !== '[object Object]' || isView(value)) {
      const text = special(value);
      if (text) return text;
      if (isBuiltIn(value)) refuseKind(slice(kind, 8, -1), parent);
    }
  }
  let text = '';
  let hasDollar = false;
  const names = keys(value);
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    const held = member(name);
    if (held === undefined) continue;
    if (name === '$') hasDollar = true;
    text += (text && ',') + spend(stringify(name)) + ':' + write(held, place);
  }
  text = '{' + text + '}';
  return hasDollar ? tag('o', text) : text;
};

/**
 * Writes a value of the page as text. `root` is its name, or the number of an argument, for the message of an error.
 * Throws a GawaError: DataCloneError for what cannot be sent, QuotaExceededError for what is too long.
 */
export const encode = (value: unknown, root: string | number): string => {
  current = undefined;
  try {
    budget = maximumTextLength;
    // What throws here throws below too, where its place is known.
    const isQuick = attempt(() => isPlain(value, 0));
    budget = maximumTextLength;
    return isQuick ? spend(stringify(value)) : write(value, (current = { depth_: 0, key_: root }));
  } catch (error) {
    if (error === refusal) throw error;
    return refuseKind('unreadable', current ?? { depth_: 0, key_: root }, error);
  }
};

/**
 * Writes the first `count` elements of a list, and leaves `undefined` ones at the end out. Functions and streams that
 * are passed have no numbers yet.
 */
export const encodeArguments = (list: unknown[], count: number): string => {
  while (count && list[count - 1] === undefined) count--;
  let text = '';
  for (let index = 0; index < count; index++) {
    text += index ? ',' : '';
    text += writePassed(list[index]) || encode(list[index], index);
  }
  budget = beside ? maximumTextLength - beside.length_ : maximumTextLength;
  return spend('[' + text + ']');
};
