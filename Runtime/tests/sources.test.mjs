// Streams of the page that the app reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

const greeted = async options => {
  const page = new Page(options);
  await page.items();
  page.run('globalThis.log = []');
  return page;
};
const log = page => page.run('log.splice(0).map(String).join()');

const kinds = {
  'an async generator': 'async function* () { yield 1; yield 2; yield 3; }',
  'a generator': 'function* () { yield 1; yield Promise.resolve(2); yield 3; }',
  'an array': '() => [1, Promise.resolve(2), 3]',
  'a promise of a set': 'async () => new Set([1, 2, 3])',
  'a ReadableStream': `() => new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); c.enqueue(3); c.close(); } })`,
  'an async iterator': `() => { let n = 0; return { next: async () => n < 3 ? { value: ++n, done: false } : { done: true } }; }`,
  'an async iterator that answers at once': `() => { let n = 0; return { next: () => n < 3 ? { value: ++n } : { done: true } }; }`,
};
for (const [name, body] of Object.entries(kinds)) {
  test(`the app gets the items of ${name}, in order, and the end once`, async () => {
    const page = await greeted();
    page.run(`calendars.expose('f', ${body})`);
    page.push(['s', 7, 'f', []]);
    assert.deepEqual(await page.items(), [['i', 7, 1], ['i', 7, 2], ['i', 7, 3], ['d', 7]]);
    page.push(['k', 7, 3], ['x', 7]);
    assert.deepEqual(await page.items(), []);
  });
}

test('items may be undefined and hold tags, and so may arguments; a path leads to the function', async () => {
  const page = await greeted();
  page.run(`globalThis.feed = { start: 1n, *items(n, signal) { yield this.start + n; yield undefined; yield signal instanceof AbortSignal; } }`);
  page.push(['S', 1, 'feed.items', [{ $: 'i', v: '4' }]]);
  assert.deepEqual(await page.items(), [['i', 1, { $: 'i', v: '5' }], ['i', 1], ['i', 1, true], ['d', 1]]);
});

const failures = {
  'a function that throws': [`() => { throw new RangeError('m'); }`, 'RangeError'],
  'a promise that is rejected': [`() => Promise.reject(new RangeError('m'))`, 'RangeError'],
  'no stream': ['() => 5', 'TypeError'],
  'nothing': ['() => {}', 'TypeError'],
  'a locked ReadableStream': ['() => { const s = new ReadableStream(); s.getReader(); return s; }', 'TypeError'],
  'an iterator that gives no results': ['() => ({ next: () => 1 })', 'TypeError'],
  'a ReadableStream with an error': [`() => new ReadableStream({ start(c) { c.error(new RangeError('m')); } })`, 'RangeError'],
};
for (const [name, [body, error]] of Object.entries(failures)) {
  test(`the app is told the error of ${name}, once`, async () => {
    const page = await greeted();
    page.run(`calendars.expose('f', ${body})`);
    page.push(['s', 1, 'f', []]);
    const items = await page.items();
    assert.equal(items.length, 1);
    assert.deepEqual([items[0][0], items[0][1], items[0][2].name], ['e', 1, error]);
  });
}

test('an unknown function and a stream that was not passed are unknown', async () => {
  const page = await greeted();
  page.push(['s', 1, 'nothing', []], ['s', 2, 17, []]);
  assert.deepEqual((await page.items()).map(([letter, id, error]) => [letter, id, error.code]),
    [['e', 1, 'unknownFunction'], ['e', 2, 'unknownFunction']]);
});

test('an error comes after the items before it, and the iterator that threw it is not returned from', async () => {
  const page = await greeted();
  page.run(`calendars.expose('f', () => { let n = 0; return {
    next: async () => { if (n++) throw new RangeError('m'); return { value: 1 }; }, return() { log.push('return'); } }; })`);
  page.push(['s', 1, 'f', []]);
  const items = await page.items();
  assert.deepEqual(items.map(item => item[0]), ['i', 'e']);
  assert.equal(log(page), '');
});

test('an item that cannot be sent ends the stream, and the iterator is returned from', async () => {
  const page = await greeted();
  page.run(`calendars.expose('f', function* () { try { yield 1; yield () => 1; } finally { log.push('finally'); } });
    calendars.expose('g', function* () { try { yield Promise.reject(new RangeError('m')); } finally { log.push('g'); } });`);
  page.push(['s', 1, 'f', []]);
  const items = await page.items();
  assert.deepEqual(items.map(item => item[0]), ['i', 'e']);
  assert.deepEqual([items[1][2].name, items[1][2].message], ['DataCloneError', 'item cannot be sent: function']);
  assert.equal(log(page), 'finally');
  page.push(['s', 2, 'g', []]);
  assert.equal((await page.items())[0][2].name, 'RangeError');
  assert.equal(log(page), 'g');
});

test('no more items than the window are on their way, and each that is taken lets one go', async () => {
  const page = await greeted({ streamWindow: 3 });
  page.run(`calendars.expose('f', async function* () { for (let n = 0; n < 10; n++) { log.push(n); yield n; } });
    calendars.expose('g', function* () { for (let n = 0; ; n++) { log.push(n); yield n; } });`);
  for (const [id, name] of [[1, 'f'], [2, 'g']]) {
    page.push(['s', id, name, []]);
    assert.deepEqual(await page.items(), [['i', id, 0], ['i', id, 1], ['i', id, 2]]);
    assert.equal(log(page), '0,1,2');
    page.push(['k', id, 2]);
    assert.deepEqual(await page.items(), [['i', id, 3], ['i', id, 4]]);
    // More than are on their way.
    page.push(['k', id, 100]);
    assert.deepEqual(await page.items(), [['i', id, 5], ['i', id, 6], ['i', id, 7]]);
    page.push(['k', id, -1], ['k', 99, 1]);
    assert.deepEqual(await page.items(), []);
    assert.equal(log(page), '3,4,5,6,7');
  }
});

test('no more text than the bound is on its way, but for one item, and what waits is as it was when it was asked for', async () => {
  const page = await greeted({ streamWindow: 100, streamLength: 50 });
  page.run(`globalThis.shared = ['x'.repeat(30)];
    calendars.expose('f', async function* () { yield 'a'.repeat(60); log.push('second'); yield shared; log.push('third'); yield 'c'; })`);
  page.push(['s', 1, 'f', []]);
  assert.deepEqual(await page.items(), [['i', 1, 'a'.repeat(60)]]);
  assert.equal(log(page), 'second');
  page.run('shared[0] = "changed"');
  page.push(['k', 1, 1]);
  assert.deepEqual(await page.items(), [['i', 1, ['x'.repeat(30)]], ['i', 1, 'c'], ['d', 1]]);
});

test('leaving aborts the signal and returns from the iterator, once', async () => {
  const page = await greeted();
  page.run(`const make = signal => { signal.addEventListener('abort', () => log.push('abort'));
      return { next: () => new Promise(() => {}), return() { log.push('return'); return {}; } }; };
    calendars.expose('f', make);
    calendars.expose('stream', signal => { signal.addEventListener('abort', () => log.push('abort'));
      return new ReadableStream({ cancel() { log.push('return'); } }); })
    calendars.expose('failing', signal => { signal.addEventListener('abort', () => log.push('abort'));
      let controller; signal.addEventListener('abort', () => { log.push('return'); controller.error(signal.reason); });
      return new ReadableStream({ start(c) { controller = c; } }); })`);
  for (const [id, name] of [[1, 'f'], [2, 'stream'], [3, 'failing']]) {
    page.push(['s', id, name, []]);
    await settled();
    page.push(['x', id], ['x', id]);
    assert.deepEqual(await page.items(), []);
    assert.equal(log(page), 'abort,return');
  }
});

test('a stream that comes after it was left is returned from, and disturbs no later one of its number', async () => {
  const page = await greeted();
  page.run(`globalThis.give = [];
    calendars.expose('f', signal => new Promise(resolve => give.push(resolve)));
    globalThis.make = name => ({ next: async () => ({ value: name }), return() { log.push('return ' + name); return {}; } })`);
  page.push(['s', 1, 'f', []]);
  await settled();
  page.push(['x', 1]);
  await settled();
  page.push(['s', 1, 'f', []]);
  await settled();
  page.run('give[0](make("first"))');
  assert.deepEqual(await page.items(), []);
  assert.equal(log(page), 'return first');
  page.run('give[1](make("second"))');
  assert.deepEqual((await page.items()).slice(0, 2), [['i', 1, 'second'], ['i', 1, 'second']]);
});

for (const event of ['pagehide', 'restart']) {
  test(`a document that ends by ${event} leaves its streams, also those that are not there yet`, async () => {
    const page = await greeted({ streamWindow: 1 });
    page.run(`calendars.expose('f', async function* (signal) { signal.addEventListener('abort', () => log.push('abort')); try { yield 1; yield 2; } finally { log.push('finally'); } });
      calendars.expose('g', signal => new Promise(resolve => { signal.addEventListener('abort', () => { log.push('g'); resolve([]); }); }));
      calendars.expose('call', signal => new Promise(() => signal.addEventListener('abort', () => log.push('call'))))`);
    page.push(['s', 1, 'f', []], ['s', 2, 'g', []], ['c', 3, 'call', []]);
    await page.items();
    if (event === 'pagehide') {
      page.fire('pagehide');
      assert.deepEqual(await page.items(), [['b']]);
      assert.equal(log(page), 'abort,g,finally');
      page.fire('pageshow');
    } else {
      page.setUp.remove('gawa');
      page.setUp.add('gawa');
      page.run('calendars.note(1)');
    }
    assert.deepEqual((await page.items()).filter(item => !['h', 'm'].includes(item[0])), []);
    assert.equal(log(page), event === 'pagehide' ? 'call' : 'abort,g,call,finally');
    page.push(['k', 1, 5]);
    assert.deepEqual(await page.items(), []);
  });
}

test('what the page throws when it is left is told as an unhandled rejection', async () => {
  const page = await greeted();
  page.run(`calendars.expose('f', () => ({ next: () => new Promise(() => {}), return() { throw new RangeError('mine'); } }))`);
  page.push(['s', 1, 'f', []]);
  await settled();
  // The runner's own would fail the test.
  const others = process.rawListeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  try {
    const caught = new Promise(resolve => process.once('unhandledRejection', resolve));
    page.push(['x', 1]);
    assert.equal((await caught).message, 'mine');
  } finally {
    for (const listener of others) process.on('unhandledRejection', listener);
  }
});

test('a long item is the first of its message', async () => {
  const page = await greeted({ streamLength: 1e6 });
  page.run(`calendars.expose('f', function* () { calendars.note(1); yield 'x'.repeat(20000); yield 2; })`);
  page.push(['s', 1, 'f', []]);
  await settled();
  const messages = page.messages.slice(1).map(message => message.items.map(item => item[0]).join(''));
  assert.deepEqual(messages, ['m', 'i', 'id']);
});
