// Streams of the app that the page reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

const greeted = async options => {
  const page = new Page(options);
  await page.items();
  page.run(`globalThis.log = []; globalThis.show = promise => promise.then(
    result => log.push(result.done ? 'done' + (result.value ?? '') : result.value), error => log.push(error.code ?? error.name ?? error));`);
  return page;
};
const log = async page => {
  await settled();
  return page.run('log.splice(0).map(String).join()');
};

test('a stream is a frozen async iterator and iterable, without a prototype, and not thenable', async () => {
  const page = await greeted();
  assert.equal(page.run(`globalThis.s = calendars.search('x');
    [Object.isFrozen(s), Object.getPrototypeOf(s), s[Symbol.asyncIterator]() === s, 'then' in s, Object.keys(s)].join()`),
    'true,,true,false,next,return,throw,readable');
  assert.equal(await page.run('(async () => s)().then(value => value === s)'), true);
});

test('the app is asked with the first next(), with the arguments as they were when the function was called', async () => {
  const page = await greeted();
  page.run(`globalThis.list = [1]; globalThis.s = calendars.search(list); list[0] = 2; show(s.next())`);
  assert.deepEqual(await page.items(), [['s', 1, 'calendars', 'search', [[1]]]]);
  page.run('show(s.next()); calendars.call("count").next()');
  assert.deepEqual(await page.items(), [['s', 2, 'calendars', 'count', []]]);
  page.run('calendars.search("never read")');
  assert.deepEqual(await page.items(), []);
});

test('what cannot be sent is refused by the call itself', async () => {
  const page = await greeted();
  assert.throws(() => page.run('calendars.search(() => 1)'), { name: 'DataCloneError' });
  assert.throws(() => page.run('calendars.search(1, { signal: 1 })'), { name: 'TypeError' });
  assert.throws(() => page.run('calendars.search(1, { timeout: 1 })'), { name: 'TypeError' });
  assert.deepEqual(await page.items(), []);
});

test('items come in order, to a loop and to several next() at once, and the end ends', async () => {
  const page = await greeted();
  page.run(`(async () => { for await (const item of calendars.search('x')) log.push(item); log.push('end'); })()`);
  const [[, id]] = await page.items();
  page.push(['i', id, 1], ['I', id, { $: 'i', v: '2' }], ['i', id, 'three']);
  assert.equal(await log(page), '1,2,three');
  page.push(['d', id]);
  assert.equal(await log(page), 'end');
  page.push(['i', id, 'late'], ['e', id, { name: 'E', code: 'late', message: '' }], ['d', id]);
  assert.equal(await log(page), '');

  page.run(`globalThis.s = calendars.search(''); for (let i = 0; i < 4; i++) show(s.next())`);
  const second = (await page.items()).at(-1)[1];
  page.push(['i', second, 'a'], ['i', second]);
  assert.equal(await log(page), 'a,undefined');
  page.push(['i', second, 'c'], ['d', second]);
  assert.equal(await log(page), 'c,done');
  page.run('show(s.next()); show(s.return("r")); show(s.next())');
  assert.equal(await log(page), 'done,doner,done');
});

test('an error comes after the items before it, to one next(); then the stream is done', async () => {
  const page = await greeted();
  page.run(`globalThis.s = calendars.search(''); show(s.next())`);
  const [[, id]] = await page.items();
  page.push(['i', id, 1], ['i', id, 2], ['e', id, { name: 'MyError', code: 'mine', message: 'm' }]);
  assert.equal(await log(page), '1');
  page.run('show(s.next()); s.next().catch(error => { globalThis.caught = error; }); show(s.next())');
  assert.equal(await log(page), '2,done');
  assert.ok(page.run('caught instanceof calendars.GawaError && caught.name === "MyError" && caught.message === "m"'));
  assert.match(page.run('caught.stack'), /page\.js/);

  page.run(`globalThis.t = calendars.search(''); for (let i = 0; i < 3; i++) show(t.next())`);
  const other = (await page.items()).at(-1)[1];
  page.push(['e', other, { name: 'E', code: 'mine', message: '' }]);
  assert.equal(await log(page), 'mine,done,done');
});

for (const leave of ['return', 'throw']) {
  test(`${leave}() tells the app once, ends those who wait, and drops what has come`, async () => {
    const page = await greeted();
    page.run(`globalThis.s = calendars.search(''); show(s.next()); show(s.next())`);
    const [[, id]] = await page.items();
    page.run(`show(s.${leave}('x')); show(s.${leave}('y'))`);
    assert.deepEqual(await page.items(), [['x', id]]);
    assert.equal(await log(page), leave === 'return' ? 'done,done,donex,doney' : 'done,done,x,y');
    page.push(['i', id, 1]);
    page.run('show(s.next())');
    assert.equal(await log(page), 'done');

    page.run(`globalThis.t = calendars.search(''); show(t.next())`);
    const other = (await page.items()).at(-1)[1];
    page.push(['i', other, 1], ['i', other, 2], ['i', other, 3]);
    page.run(`t.${leave}().catch(() => {}); show(t.next())`);
    assert.equal(await log(page), '1,done');
  });
}

test('leaving a loop tells the app; a stream that was not read is never asked for', async () => {
  const page = await greeted();
  page.run(`(async () => { for await (const item of calendars.search('')) { log.push(item); break; } log.push('out'); })()`);
  const [[, id]] = await page.items();
  page.push(['i', id, 1], ['i', id, 2]);
  assert.deepEqual(await page.items(), [['x', id]]);
  assert.equal(await log(page), '1,out');
  page.run('globalThis.s = calendars.search(""); show(s.return(5)); show(s.next())');
  assert.deepEqual(await page.items(), []);
  assert.equal(await log(page), 'done5,done');
});

test('an abort tells the app, rejects one next() with the reason, and what had come before is dropped', async () => {
  const page = await greeted();
  page.run(`globalThis.controller = new AbortController(); globalThis.s = calendars.search('', { signal: controller.signal });
    show(s.next()); show(s.next())`);
  const [[, id]] = await page.items();
  page.run('controller.signal.dispatchEvent(new Event("abort"))');
  assert.deepEqual(await page.items(), []);
  page.run('controller.abort("why")');
  assert.deepEqual(await page.items(), [['x', id]]);
  assert.equal(await log(page), 'why,done');

  page.run(`globalThis.controller = new AbortController(); globalThis.s = calendars.search('', { signal: controller.signal }); show(s.next())`);
  const second = (await page.items()).at(-1)[1];
  page.push(['i', second, 1], ['i', second, 2], ['i', second, 3]);
  page.run('controller.abort("why"); show(s.next()); show(s.next())');
  assert.deepEqual(await page.items(), [['x', second]]);
  assert.equal(await log(page), '1,why,done');

  // The app has ended it, but the page has not read to the end.
  page.run(`globalThis.controller = new AbortController(); globalThis.s = calendars.search('', { signal: controller.signal }); show(s.next())`);
  const third = (await page.items()).at(-1)[1];
  page.push(['i', third, 1], ['i', third, 2], ['d', third]);
  page.run('controller.abort("why"); show(s.next()); show(s.next())');
  assert.deepEqual(await page.items(), []);
  assert.equal(await log(page), '1,why,done');

  page.run(`globalThis.s = calendars.search('', { signal: controller.signal }); show(s.next()); show(s.next())`);
  assert.deepEqual(await page.items(), []);
  assert.equal(await log(page), 'why,done');
});

test('the listener of a signal is gone when its stream has ended', async () => {
  const page = new Page({ load: false });
  page.run(`globalThis.live = 0;
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...rest) { live++; return addEventListener.apply(this, rest); };
    EventTarget.prototype.removeEventListener = function (...rest) { live--; return removeEventListener.apply(this, rest); };`);
  page.load();
  page.run(`globalThis.signal = new AbortController().signal;
    globalThis.streams = [1, 2, 3, 4].map(n => calendars.search(n, { signal }));`);
  assert.equal(page.run('live'), 0);
  page.run('streams.forEach(stream => stream.next().catch(() => {}))');
  const ids = (await page.items()).filter(item => item[0] === 's').map(item => item[1]);
  assert.equal(page.run('live'), 4);
  page.push(['d', ids[0]], ['e', ids[1], { name: 'E', code: 'c', message: '' }]);
  assert.equal(page.run('live'), 2);
  page.run('streams[2].return()');
  page.fire('pagehide');
  page.fire('pageshow');
  assert.equal(page.run('live'), 0);
});

test('the page tells what it has taken: at half a window, and when it waits for more', async () => {
  const page = await greeted({ streamWindow: 8 });
  page.run(`globalThis.s = calendars.search(''); show(s.next())`);
  const [[, id]] = await page.items();
  page.push(...Array.from({ length: 8 }, (_, index) => ['i', id, index]));
  assert.deepEqual(await page.items(), []);
  page.run('show(s.next()); show(s.next())');
  assert.deepEqual(await page.items(), []);
  page.run('show(s.next()); show(s.next())');
  assert.deepEqual(await page.items(), [['k', id, 4]]);
  page.run('for (let i = 0; i < 3; i++) show(s.next())');
  assert.deepEqual(await page.items(), [['k', id, 4]]);
  page.run('show(s.next())');
  assert.deepEqual(await page.items(), []);
  page.push(['i', id, 8]);
  assert.deepEqual(await page.items(), []);
  page.run('show(s.next()); show(s.next())');
  assert.deepEqual(await page.items(), [['k', id, 1]]);
  // One more waits: the producer may be held back by the length.
  page.push(['i', id, 9]);
  assert.deepEqual(await page.items(), [['k', id, 1]]);
  page.push(['i', id, 10]);
  page.push(['i', id, 11], ['d', id]);
  assert.deepEqual(await page.items(), []);
  page.run('show(s.next()); show(s.next())');
  assert.deepEqual(await page.items(), []);
  assert.equal(await log(page), '0,1,2,3,4,5,6,7,8,9,10,11,done');
});

test('an item beyond the window ends the stream, after those that were in it', async () => {
  const page = await greeted({ streamWindow: 4 });
  page.run(`globalThis.s = calendars.search(''); show(s.next())`);
  const [[, id]] = await page.items();
  page.push(...Array.from({ length: 5 }, (_, index) => ['i', id, index]));
  assert.deepEqual(await page.items(), [['x', id]]);
  page.run('for (let i = 0; i < 5; i++) show(s.next())');
  assert.equal(await log(page), '0,1,2,3,unreadable,done');
});

test('an item that cannot be read ends the stream', async () => {
  const page = await greeted();
  page.run(`globalThis.s = calendars.search(''); show(s.next())`);
  const [[, id]] = await page.items();
  page.push(['i', id, 1], ['I', id, { $: 'i', v: 'x' }], ['i', id, 2]);
  assert.deepEqual(await page.items(), [['x', id]]);
  page.run('show(s.next()); show(s.next())');
  assert.equal(await log(page), '1,unreadable,done');
});

test('an item for a call is none', async () => {
  const page = await greeted();
  const promise = page.run('calendars.echo(1)');
  const [[, id]] = await page.items();
  page.push(['i', id, 1], ['i', 99, 1], ['r', id, 2]);
  assert.equal(await promise, 2);
});

test('readable is one ReadableStream over it, which asks for an item only when it is read', async () => {
  const page = await greeted({ streamWindow: 8 });
  page.run(`globalThis.s = calendars.search(''); globalThis.same = s.readable === s.readable; globalThis.reader = s.readable.getReader()`);
  assert.deepEqual(await page.items(), []);
  assert.ok(page.run('same && s.readable instanceof ReadableStream'));
  page.run('show(reader.read())');
  const [[, id]] = await page.items();
  page.push(['i', id, 1], ['i', id, 2], ['i', id, 3]);
  assert.equal(await log(page), '1');
  // What was not read is still the iterator's.
  page.run('show(s.next()); show(reader.read()); show(reader.read()); show(reader.read())');
  assert.equal(await log(page), '2,3');
  page.push(['i', id, 4], ['i', id, 5], ['i', id, 6], ['d', id]);
  assert.equal(await log(page), '4,5');
  page.run('show(s.next()); show(reader.read())');
  assert.equal(await log(page), '6,done');
});

test('several reads of the ReadableStream at once take as many items and no more', async () => {
  const page = await greeted();
  page.run(`globalThis.s = calendars.search(''); globalThis.reader = s.readable.getReader(); for (let i = 0; i < 3; i++) show(reader.read())`);
  const [[, id]] = await page.items();
  for (let item = 1; item <= 3; item++) page.push(['i', id, item]);
  await settled();
  page.push(['i', id, 4]);
  assert.equal(await log(page), '1,2,3');
  page.run('show(s.next())');
  assert.equal(await log(page), '4');
});

test('cancelling the ReadableStream leaves the stream, and its errors are those of the stream', async () => {
  const page = await greeted();
  page.run(`globalThis.s = calendars.search(''); globalThis.reader = s.readable.getReader(); show(reader.read())`);
  const [[, id]] = await page.items();
  page.run('reader.cancel()');
  assert.deepEqual(await page.items(), [['x', id]]);
  page.run('show(s.next())');
  assert.equal(await log(page), 'done,done');

  page.run(`globalThis.t = calendars.search(''); globalThis.reader = t.readable.getReader(); show(reader.read())`);
  const second = (await page.items()).at(-1)[1];
  page.push(['e', second, { name: 'E', code: 'mine', message: '' }]);
  page.run('show(reader.read()); show(reader.closed)');
  assert.equal(await log(page), 'mine,mine,mine');
});

test('streams fail with pageGone when the document begins anew, after what has come, and new ones can be opened', async () => {
  const page = await greeted();
  page.run(`globalThis.s = calendars.search(''); globalThis.later = calendars.search('later'); show(s.next()); show(s.next())`);
  const [[, id]] = await page.items();
  const { token } = page;
  page.fire('pagehide');
  page.fire('pageshow');
  assert.deepEqual(await page.items(), [['b'], ['h', 1]]);
  assert.equal(await log(page), 'pageGone,done');
  assert.notEqual(page.token, token);
  page.push(['i', id, 1]);
  page.run('show(s.next()); show(later.next())');
  const [[, second]] = await page.items();
  page.push(['i', second, 'new']);
  assert.equal(await log(page), 'done,new');
});

test('a stream that the app has not heard of is asked for again, with the message of the turn', async () => {
  const page = await greeted();
  page.setUp.remove('gawa');
  page.setUp.add('gawa');
  page.run(`show(calendars.search('x').next())`);
  const items = await page.items();
  assert.deepEqual(items, [['h', 1], ['s', 1, 'calendars', 'search', ['x']]]);
  page.push(['i', 1, 'fine']);
  assert.equal(await log(page), 'fine');
  page.setUp.remove('gawa');
  page.run(`show(calendars.search('y').next())`);
  assert.equal(await log(page), 'pageGone');
});

test('code of the page that runs while a promise is settled may ask for more', async () => {
  const page = await greeted();
  page.run(`globalThis.s = calendars.search(''); show(s.next()); show(s.next());
    let isIn = false;
    Object.defineProperty(Object.prototype, 'then', { configurable: true, get() {
      if (!isIn && 'done' in this) { isIn = true; show(s.next()); isIn = false; }
      return undefined;
    } })`);
  const [[, id]] = await page.items();
  page.push(['i', id, 1], ['i', id, 2], ['i', id, 3], ['i', id, 4], ['d', id]);
  page.run('delete Object.prototype.then');
  assert.equal(await log(page), '1,2,3,4,done,done,done');
});
