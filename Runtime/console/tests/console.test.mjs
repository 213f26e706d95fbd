// Tests of the built script in a bare global object: no document, another engine than WebKit's.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';

const source = readFileSync(new URL('../../../Sources/Gawa/Resources/console.js', import.meta.url), 'utf8');
const bounds = [8, 100, 2000, 10_000, 100_000, 100, 4000, 500];

/** A global object with the script in it, and what it posts and prints. */
function page({ limits = bounds, before = '', answer = () => undefined } = {}) {
  const messages = [];
  const printed = [];
  const names = [
    'assert', 'clear', 'count', 'countReset', 'debug', 'dir', 'dirxml', 'error', 'group', 'groupCollapsed', 'groupEnd',
    'info', 'log', 'table', 'time', 'timeEnd', 'timeLog', 'trace', 'warn',
  ];
  const console = {};
  for (const name of names) console[name] = function (...all) { printed.push([name, this, all]); return name; };
  const postMessage = text => { messages.push(JSON.parse(text)); return answer(); };
  const context = vm.createContext({
    console, printed, queueMicrotask, setTimeout, webkit: { messageHandlers: { h: { postMessage } } },
  });
  vm.runInContext(before, context);
  const run = text => vm.runInContext(text, context);
  const install = () => run(`${source}(${JSON.stringify(['h', ...limits])})`);
  install();
  const entries = () => messages.flatMap(message => message.slice(1));
  return { run, install, messages, printed, entries, values: () => entries().map(entry => entry[4]) };
}
const turn = () => new Promise(done => setTimeout(done));

test('the script is under 4096 bytes after gzip and is ASCII', () => {
  assert.ok(gzipSync(source, { level: 9 }).length < 4096);
  assert.match(source, /^[\x00-\x7f]*$/);
});

test('the entries of one turn are one message, in order', async () => {
  const { run, messages, entries } = page();
  run('for (let i = 0; i < 10; ++i) console.log(i)');
  assert.equal(messages.length, 0);
  await turn();
  assert.equal(messages.length, 1);
  assert.equal(messages[0][0], 1);
  assert.deepEqual(entries().map(entry => entry[4][0]), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('the original gets the same object and arguments, and its result comes back', () => {
  const { run, printed } = page();
  assert.equal(run('var self = {}, given = {}; console.warn.call(self, given, 1)'), 'warn');
  assert.equal(printed[0][1], run('self'));
  assert.equal(printed[0][2][0], run('given'));
});

test('a method that throws does so as before, and a second script in one window adds nothing', async () => {
  const { run, install, entries } = page({ before: 'console.log = () => { throw new Error("own") }' });
  install();
  assert.throws(() => run('console.log(1)'), /own/);
  await turn();
  assert.equal(entries().length, 1);
});

test('without a handler the console is left alone', () => {
  const { run } = page({ before: 'delete webkit.messageHandlers.h; var log = console.log' });
  assert.equal(run('console.log === log'), true);
});

test('a promise that is rejected is not left unhandled', async () => {
  const { run } = page({ answer: () => Promise.reject(new Error('removed')) });
  run('console.log(1)');
  await turn();
  await turn();
});

test('values have the forms that the protocol names', async () => {
  const { run, values } = page();
  run(`console.log(1.5, 'a', true, null, undefined, -0, NaN, 10n, Symbol('s'), function f() {}, new Date(5), new Date(NaN),
    /x/gi, [1, , 2], { a: 1, get b() { throw 1 } }, new Map([[1, 'k']]), new Set([2]), new Uint8Array([3]), new (class A { b = 1 }))`);
  await turn();
  assert.deepEqual(values()[0], [
    1.5, 'a', ['b', 1], null, ['u'], ['n', '-0'], ['n', 'NaN'], ['i', '10'], ['y', 'Symbol(s)'], ['f', 'f'], ['d', 5], ['d', null],
    ['r', '/x/gi'], ['a', 'Array', [1, ['h'], 2], 0], ['o', 'Object', [['a', 1], ['b', ['g']]], 0], ['m', [[1, 'k']], 0],
    ['t', [2], 0], ['a', 'Uint8Array', [3], 0], ['o', 'A', [['b', 1]], 0],
  ]);
});

test('cycles, depth, counts and lengths are cut and marked', async () => {
  const { run, values } = page({ limits: [2, 3, 50, 4, 1000, 100, 4000, 500] });
  run(`const o = { a: { b: { c: 1 } } }; o.self = o
    console.log(o, 'abcdef', [1, 2, 3, 4, 5]); console.log(1, 2, 3, 4)`);
  await turn();
  assert.deepEqual(values(), [
    [['o', 'Object', [['a', ['o', 'Object', [['b', ['x', 'Object']]], 0]], ['self', ['c']]], 0], ['s', 'abcd', 2],
      ['a', 'Array', [1, 2, 3], 2]],
    [1, 2, 3, ['x', '']],
  ]);
});

test('at most so many values and so much text are taken for one entry', async () => {
  const { run, messages } = page({ limits: [8, 100, 20, 10_000, 500, 100, 4000, 500] });
  run(`console.log(Array(100).fill([1, 2, 3])); console.log(...Array(50).fill('x'.repeat(100)))`);
  await turn();
  assert.ok(JSON.stringify(messages).length < 1500);
});

test('a storm is cut, and a note tells how many were lost', async () => {
  const { run, entries } = page({ limits: [8, 100, 2000, 10_000, 100_000, 100, 10, 1] });
  run('for (let i = 0; i < 1000; ++i) console.log(i)');
  await turn();
  const count = entries().length;
  assert.ok(count >= 9 && count <= 11);
  await new Promise(done => setTimeout(done, 600));
  const last = entries().at(-1);
  assert.deepEqual([last[0], last[4]], ['dropped', [1000 - count]]);
});

test('what is altered afterwards is not used', async () => {
  const { run, entries } = page();
  run(`JSON.stringify = Reflect.apply = String.prototype.slice = Date.now = () => { throw 1 }
    queueMicrotask = setTimeout = undefined
    Array.prototype[Symbol.iterator] = null; Object.freeze(console); webkit = null
    // Last: node:vm itself looks there when a global variable is set.
    Object.defineProperty(Object.prototype, 'get', { value: 1 })
    console.log('heard', { a: 1 })`);
  await turn();
  assert.deepEqual(entries()[0][4], ['heard', ['o', 'Object', [['a', 1]], 0]]);
});

test('groups, counters and timers are kept in the page', async () => {
  const { run, entries } = page();
  run(`console.group('g'); console.count(); console.count('__proto__'); console.count(); console.groupEnd(); console.groupEnd()
    console.timeEnd('t'); console.assert(1, 'x'); console.assert(0, 'x')`);
  await turn();
  assert.deepEqual(entries().map(([kind, depth, , , values]) => [kind, depth, ...values]), [
    ['group', 0, 'g'], ['count', 1, 'default: 1'], ['count', 1, '__proto__: 1'], ['count', 1, 'default: 2'], ['groupEnd', 0],
    ['groupEnd', 0], ['warn', 0, 'Timer "t" does not exist'], ['assert', 0, 'x'],
  ]);
});
