// Replaces the console's methods by ones that also tell the app, once in each window.

import { isFirst, mark } from './again';
import { record, reset } from './calls';
import { listen } from './errors';
import { apply, defineProperty, Function, getOwnPropertyDescriptor, isData, NativeError } from './intrinsics';
import { connect } from './queue';

const names = [
  'assert', 'clear', 'count', 'countReset', 'debug', 'dir', 'dirxml', 'error', 'group', 'groupCollapsed', 'groupEnd',
  'info', 'log', 'table', 'time', 'timeEnd', 'timeLog', 'trace', 'warn',
];

function wrap(target: object, name: string): void {
  const found = getOwnPropertyDescriptor(target, name);
  if (!isData(found) || typeof found.value !== 'function') return;
  const original = found.value as Function;
  // A method of an object literal has the name of the original, and is no constructor either.
  const wrapper = {
    [name](this: unknown, ...parameters: unknown[]): unknown {
      try {
        record(name, parameters, new NativeError());
      } catch {
        // The stack has run out, or worse: the page's call goes on.
      }
      return apply(original, this, parameters as never);
    },
  }[name];
  const { writable, enumerable, configurable } = found;
  const changed = { __proto__: null, value: wrapper, writable, enumerable, configurable };
  defineProperty(target, name, changed as PropertyDescriptor);
}

const target = globalThis.console;

function renew(): void {
  connect();
  reset();
  listen();
}

if (isFirst && connect()) {
  defineProperty(target, mark, { __proto__: null, value: renew } as PropertyDescriptor);
  for (let index = 0; index < names.length; ++index) wrap(target, names[index]);
  renew();
}
