// What each console method says, as the Console Standard has it (https://console.spec.whatwg.org).

import { call, indexOf, now, own, slice, toObject } from './intrinsics';
import { add, admits } from './queue';
import { begin, list, words } from './values';

const maximumLabelCount = 1000;
const maximumGroupDepth = 1000;
const maximumStackLength = 10_000;
const maximumLabelLength = 1000;

let depth = 0;
let counts: Record<string, number>;
let timers: Record<string, number>;
let labelCount: number;
let isBusy = false;

/** Begins a document: no groups, no counters, no timers. */
export function reset(): void {
  depth = 0;
  labelCount = 0;
  counts = { __proto__: null } as never;
  timers = { __proto__: null } as never;
}

/** Adds an entry unless there are too many; `write` gives its values. */
export function enter(kind: string, stack: string, write: () => string): void {
  // The traps of a proxy may log, and would be called again for that.
  if (isBusy || !admits()) return;
  isBusy = true;
  try {
    begin();
    add('["' + kind + '",' + depth + ',' + now() + ',' + words(stack, maximumStackLength) + ',' + write() + ']');
  } catch {
    // The stack has run out: nothing of that may show in the page.
  }
  isBusy = false;
}

/** Records a call of a console method; `error` was made in the function that the page called. */
export function record(name: string, parameters: unknown[], error: Error): void {
  const first = parameters.length > 0 ? parameters[0] : undefined;
  const stack = callers(own(error, 'stack'), name === 'trace');
  const say = (kind: string, from: number, text: string = '') => enter(kind, stack, () => list(parameters, from, text));
  const all = parameters.length;
  if (name === 'assert') {
    if (!first) say(name, 1);
    return;
  }
  if (name === 'groupEnd' && depth > 0) --depth;
  if (name === 'clear') depth = 0;
  const isTimer = name === 'time' || name === 'timeLog' || name === 'timeEnd';
  if (!isTimer && name !== 'count' && name !== 'countReset') {
    say(name, name === 'groupEnd' || name === 'clear' ? all : 0);
    if ((name === 'group' || name === 'groupCollapsed') && depth < maximumGroupDepth) ++depth;
    return;
  }

  const key = label(first);
  const table = isTimer ? timers : counts;
  const isKnown = key in table;
  const isStart = name === 'count' || name === 'time';
  if (!isKnown && isStart && ++labelCount > maximumLabelCount) return;
  const quoted = (isTimer ? 'Timer "' : 'Count for "') + key;
  if (!isKnown && !isStart) return say('warn', all, quoted + '" does not exist');
  if (name === 'count') {
    table[key] = (isKnown ? table[key] : 0) + 1;
    say(name, all, key + ': ' + table[key]);
  } else if (name === 'countReset') table[key] = 0;
  else if (name === 'time') {
    if (isKnown) return say('warn', all, quoted + '" already exists');
    table[key] = now();
  } else {
    say(name, name === 'timeLog' ? 1 : all, key + ': ' + (now() - table[key]) + ' ms');
    if (name === 'timeLog') return;
    delete table[key];
    --labelCount;
  }
}

// An object's toString is code of the page, which the original method calls: once is enough.
function label(any: unknown): string {
  if (any === undefined) return 'default';
  const text = toObject(any) === any ? '[object]' : '' + any;
  return text.length > maximumLabelLength ? '[long]' : text;
}

// `name@place` lines: the first is the function that the page called, the second the page's. Only a trace needs more.
function callers(stack: unknown, isWhole: boolean): string {
  if (typeof stack !== 'string') return '';
  const start = (call(indexOf, stack, '\n') as number) + 1;
  if (start === 0) return '';
  const end = isWhole ? -1 : (call(indexOf, stack, '\n', start) as number);
  return call(slice, stack, start, end < 0 ? stack.length : end) as string;
}
