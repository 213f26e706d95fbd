import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page } from './page.mjs';

const greeted = async options => {
  const page = new Page(options);
  await page.items();
  return page;
};

test('an exposed function gets its arguments and then a signal, and answers once', async () => {
  const page = await greeted();
  page.run(`calendars.expose('sum', async (a, b, signal) => { globalThis.got = signal; return a + b; })`);
  page.push(['c', 7, 'sum', [1, 2]]);
  assert.deepEqual(await page.items(), [['r', 7, 3]]);
  assert.ok(page.run('got instanceof AbortSignal && !got.aborted'));
});

test('arguments and results may hold tags', async () => {
  const page = await greeted();
  page.run(`calendars.expose('next', date => new Date(date.getTime() + 1))`);
  page.push(['C', 1, 'next', [{ $: 'd', v: 1 }]]);
  assert.deepEqual(await page.items(), [['r', 1, { $: 'd', v: 2 }]]);
  page.push(['C', 2, 'next', [{ $: 'i', v: 'x' }]]);
  assert.equal((await page.items())[0][2].name, 'SyntaxError');
});

test('a path leads from the global object, with the object before the last dot as this', async () => {
  const page = await greeted();
  page.run(`globalThis.cart = { items: { count: 3, total() { return this.count; } } }; function top() { return this === globalThis; }`);
  page.push(['c', 1, 'cart.items.total', []], ['c', 2, 'top', []]);
  assert.deepEqual(await page.items(), [['r', 1, 3], ['r', 2, true]]);
  page.push(...['nothing', 'cart.nothing.more', 'cart.items', 'cart.items.count', ''].map((path, index) => ['c', index + 3, path, []]));
  assert.deepEqual((await page.items()).map(([letter, , error]) => [letter, error.name, error.code]), Array(5).fill(['e', 'NotFoundError', 'unknownFunction']));
});

test('taking back and replacing', async () => {
  const page = await greeted();
  page.run(`globalThis.first = calendars.expose('f', () => 1); globalThis.second = calendars.expose('f', () => 2); first()`);
  page.push(['c', 1, 'f', []]);
  assert.deepEqual(await page.items(), [['r', 1, 2]]);
  page.run('second()');
  page.push(['c', 2, 'f', []]);
  assert.equal((await page.items())[0][2].code, 'unknownFunction');
});

const failures = [
  [`throw new RangeError('m')`, { name: 'RangeError', message: 'm' }],
  [`return Promise.reject(Object.assign(new Error('m'), { name: 'Mine', code: 'c', data: { a: 1n }, line: 3, column: 4, sourceURL: 's' }))`,
    { name: 'Mine', message: 'm', code: 'c', data: { a: { $: 'i', v: '1' } }, line: 3, column: 4, source: 's' }],
  [`throw new DOMException('m', 'DataError')`, { name: 'DataError', message: 'm' }],
  [`throw { a: 1 }`, { name: 'Error', message: '[object Object]', value: { a: 1 } }],
  [`throw 'text'`, { name: 'Error', message: 'text', value: 'text' }],
  [`throw undefined`, { name: 'Error', message: 'undefined' }],
  [`throw Symbol('x')`, { name: 'Error', message: '' }],
  [`throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; }, ownKeys() { throw 3; } })`, { name: 'Error', message: '' }],
  [`throw Object.assign(new Error('m'), { data: () => 1 })`, { name: 'Error', message: 'm' }],
  [`return { a: new Map() }`, { name: 'DataCloneError', code: 'dataClone', message: 'result.a cannot be sent: Map' }],
  [`return 'x'.repeat(2 << 20)`, { name: 'QuotaExceededError', code: 'quotaExceeded', message: 'longer than 1048576' }],
  [`throw new Error('x'.repeat(2 << 20))`, { name: 'Error', message: '' }],
];

for (const [body, expected] of failures) {
  test(`the app is told of: ${body}`, async () => {
    const page = await greeted();
    page.run(`calendars.expose('f', () => { ${body} })`);
    page.push(['c', 1, 'f', []]);
    const items = await page.items();
    assert.equal(items.length, 1);
    const [letter, id, { stack, ...error }] = items[0];
    assert.deepEqual([letter, id, error], ['e', 1, expected]);
    if (/new (Range|)Error\('m'\)/.test(body)) assert.match(stack, /page\.js/);
  });
}

test('a call that the app gives up has its signal aborted and is not answered', async () => {
  const page = await greeted();
  page.run(`calendars.expose('wait', signal => new Promise(resolve => signal.addEventListener('abort', () => resolve('late'))))`);
  page.push(['c', 1, 'wait', []]);
  assert.deepEqual(await page.items(), []);
  page.push(['x', 1], ['x', 1]);
  assert.deepEqual(await page.items(), []);
});
