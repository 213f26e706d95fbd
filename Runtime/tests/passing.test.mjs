// Functions and streams of the page as arguments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

const greeted = async options => {
  const page = new Page(options);
  await page.items();
  page.run('globalThis.log = []');
  return page;
};
/** Items by their numbers: streams that run side by side have no order. */
const inOrder = items => [...items].sort((a, b) => a[1] - b[1]);
const log = page => page.run('log.splice(0).map(String).join()');

test('a function is passed under a number, and called with the arguments of the app and a signal until it is given up', async () => {
  const page = await greeted();
  page.run(`calendars.each(function (value, signal) { log.push(value, signal instanceof AbortSignal, this === undefined); return value * 2; }, 'rest')`);
  const items = await page.items();
  assert.deepEqual(items, [['c', 1, 'calendars', 'each', [{ $: 'f', v: 2 }, 'rest']]]);
  page.push(['c', 1, 2, [21]], ['c', 2, 2, [4]]);
  assert.deepEqual(await page.items(), [['r', 1, 42], ['r', 2, 8]]);
  assert.equal(log(page), '21,true,false,4,true,false');
  page.push(['r', 1], ['f', 2], ['f', 2], ['f', 99], ['c', 3, 2, [1]]);
  const [[letter, id, error]] = await page.items();
  assert.deepEqual([letter, id, error.code], ['e', 3, 'unknownFunction']);
  // Its number is not used again.
  page.run('calendars.echo(1)');
  assert.equal((await page.items())[0][1], 3);
});

test('a function in strict code has no this', async () => {
  const page = await greeted();
  page.run(`'use strict'; calendars.each(function () { return this === undefined; })`);
  await page.items();
  page.push(['c', 1, 2, []]);
  assert.deepEqual(await page.items(), [['r', 1, true]]);
});

test('each kind of member that may be passed functions is, and no other', async () => {
  const page = await greeted();
  page.run('const f = () => 1; calendars.each(f, f); calendars.tell(f); calendars.watch(f).next(); calendars.call("ask", [f])');
  assert.deepEqual((await page.items()).map(item => [item[0], item.at(-1)]), [
    ['c', [{ $: 'f', v: 2 }, { $: 'f', v: 3 }]], ['m', [{ $: 'f', v: 4 }]], ['s', [{ $: 'f', v: 6 }]], ['c', [{ $: 'f', v: 8 }]]]);
  for (const code of ['echo(f)', 'call("other", [f])', 'echo(new ReadableStream())', 'each([f])', 'each({ f })', 'each(Symbol())']) {
    const failure = await page.run(`calendars.${code}.catch(error => error.name)`);
    assert.equal(failure, 'DataCloneError', code);
  }
  assert.deepEqual(await page.items(), []);
});

test('a stream is passed under a number, and opened once', async () => {
  const page = await greeted();
  page.run(`calendars.each(new ReadableStream({ start(c) { c.enqueue(1); c.close(); } }), (async function* () { yield 2; })());
    calendars.each({ [Symbol.asyncIterator]: null }, { [Symbol.asyncIterator]() { return { next: async () => ({ done: true }) }; } })`);
  const items = await page.items();
  assert.deepEqual(items.map(item => item[4]), [[{ $: 's', v: 2 }, { $: 's', v: 3 }], [{}, { $: 's', v: 5 }]]);
  page.push(['s', 1, 2, []], ['s', 2, 3, []], ['s', 3, 5, []]);
  assert.deepEqual(inOrder(await page.items()), [['i', 1, 1], ['d', 1], ['i', 2, 2], ['d', 2], ['d', 3]]);
});

test('a stream that was given up or opened is not there any more', async () => {
  const page = await greeted();
  page.run(`calendars.each((async function* () { yield 1; })(), (async function* () { yield 2; })())`);
  await page.items();
  page.push(['s', 1, 2, []]);
  assert.deepEqual(await page.items(), [['i', 1, 1], ['d', 1]]);
  page.push(['f', 3], ['s', 2, 2, []], ['s', 3, 3, []]);
  assert.deepEqual((await page.items()).map(([letter, id, error]) => [letter, id, error.code]),
    [['e', 2, 'unknownFunction'], ['e', 3, 'unknownFunction']]);
});

test('a function that was passed can give a stream', async () => {
  const page = await greeted();
  page.run(`calendars.each(function* (n) { yield n; yield n + 1; })`);
  await page.items();
  page.push(['s', 1, 2, [5]], ['s', 2, 2, [7]]);
  assert.deepEqual(inOrder(await page.items()), [['i', 1, 5], ['i', 1, 6], ['d', 1], ['i', 2, 7], ['i', 2, 8], ['d', 2]]);
});

test('nothing is kept of arguments that are not sent', async () => {
  const page = await greeted();
  page.run(`const f = () => 1; globalThis.errors = [];
    calendars.each(f, Symbol()).catch(error => errors.push(error.name));
    calendars.each(f, 1, { signal: AbortSignal.prototype }).catch(error => errors.push(error.name));
    const controller = new AbortController();
    calendars.each(f, { get a() { controller.abort('why'); return 1; } }, { signal: controller.signal }).catch(error => errors.push(error));
    calendars.watch(f);
    calendars.echo('after')`);
  assert.deepEqual(await page.items(), [['c', 1, 'calendars', 'echo', ['after']]]);
  assert.equal(page.run('errors.join()'), 'DataCloneError,TypeError,why');
});

test('numbers are given when the arguments are read through, so that what their getters send comes before', async () => {
  const page = await greeted();
  page.run(`let isFirst = true;
    calendars.each(() => 'outer', { get a() { if (isFirst) { isFirst = false; calendars.each(() => 'inner'); } return 1; } })`);
  const items = await page.items();
  assert.deepEqual(items.map(item => [item[1], item[4][0].v]), [[1, 2], [3, 4]]);
  page.push(['c', 1, 2, []], ['c', 2, 4, []]);
  assert.deepEqual(await page.items(), [['r', 1, 'inner'], ['r', 2, 'outer']]);
});

test('a text that looks like a mark is a text', async () => {
  const page = await greeted();
  page.run(`calendars.each(() => 1, '\\0{"$":"f","v":\\0}')`);
  assert.deepEqual((await page.items())[0][4], [{ $: 'f', v: 2 }, '\0{"$":"f","v":\0}']);
});

test('what was passed goes with the document, but for what the new one passes again', async () => {
  const page = await greeted();
  page.run(`calendars.each(() => 'old').catch(() => {})`);
  await page.items();
  page.setUp.remove('gawa');
  page.setUp.add('gawa');
  page.run(`calendars.each(() => 'new').catch(() => {})`);
  const items = await page.items();
  assert.deepEqual(items, [['h', 1], ['c', 3, 'calendars', 'each', [{ $: 'f', v: 4 }]]]);
  page.push(['c', 1, 2, []], ['c', 2, 4, []]);
  assert.deepEqual(inOrder(await page.items()).map(([letter, id, value]) => [letter, id, value.code ?? value]),
    [['e', 1, 'unknownFunction'], ['r', 2, 'new']]);
});

test('what a refused message passed is kept no longer', async () => {
  const page = await greeted();
  page.run(`calendars.each(() => 1).catch(() => {})`);
  await page.items();
  page.messages.at(-1).reject(page.setUp.appError('no'));
  await settled();
  page.push(['c', 1, 2, []]);
  assert.equal((await page.items())[0][2].code, 'unknownFunction');
});

test('the text of all arguments has its bound, functions among them or not', async () => {
  const page = await greeted({ maximumTextLength: 1000 });
  assert.equal(await page.run(`calendars.each(() => 1, 'x'.repeat(990)).catch(error => error.code)`), 'quotaExceeded');
  assert.deepEqual(await page.items(), []);
});
