// Calls that the page waits for standing still.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

const greeted = async options => {
  const page = new Page({ hasLanes: true, ...options });
  await page.items();
  return page;
};
/** What a synchronous call throws: its name and code. */
const thrown = (page, code) =>
  page.run(`(() => { try { ${code}; return 'nothing'; } catch (error) { return error.name + ',' + error.code; } })()`);

test('a synchronous call is a question of the lane, after all that was said before', async () => {
  const page = await greeted();
  page.answer = ([, id]) => [['r', id, 'de']];
  assert.equal(page.run(`calendars.note(1); calendars.echo(2).catch(() => {}); calendars.locale.sync('x')`), 'de');
  assert.deepEqual(page.messages.at(-1).items.map(item => item[0]), ['m', 'c']);
  const [{ token, items, milliseconds }] = page.lane.questions;
  assert.equal(token, page.token);
  assert.deepEqual(items, [['c', 2, 'calendars', 'locale', ['x']]]);
  assert.equal(milliseconds, 10000);
  assert.equal(page.run('calendars.locale.sync.name + calendars.locale.name'), 'synclocale');
  page.run('try { calendars.locale.sync = 1; } catch {}');
  assert.equal(page.run('typeof calendars.locale.sync + typeof calendars.echo.sync'), 'functionundefined');
});

test('the same function gives a promise, too', async () => {
  const page = await greeted();
  const promise = page.run(`calendars.locale('x')`);
  const [[, id]] = await page.items();
  page.lane.push([['r', id, 'de']]);
  assert.equal(await promise, 'de');
});

test('values, bytes and undefined come back, and the arguments may have bytes and functions', async () => {
  const page = await greeted();
  page.answer = ([, id, , name]) => {
    if (name === 'locale') return Object.assign([['R', id, [{ $: 'i', v: '1' }, { $: 'b', v: 0 }]]], { attachments: [Buffer.from([1, 2])] });
    return [['r', id]];
  };
  assert.equal(page.run(`{ const [big, bytes] = calendars.locale.sync(new Uint8Array(5000)); typeof big + (bytes instanceof Uint8Array) + bytes; }`), 'biginttrue1,2');
  assert.equal(page.run('calendars.ask.sync(() => 5)'), undefined);
  const [first, second] = page.lane.questions;
  assert.deepEqual([first.items[0][4], first.attachments.length], [[{ $: 'b', v: 0 }], 1]);
  assert.deepEqual(second.items, [['c', 2, 'calendars', 'ask', [{ $: 'f', v: 3 }]]]);
  page.push(['c', 1, 3, []]);
  assert.deepEqual(await page.items(), [['r', 1, 5]]);
});

test('an error of the app is thrown, with a stack that leads to the caller', async () => {
  const page = await greeted();
  page.answer = ([, id]) => [['e', id, { name: 'MyError', code: 'mine', message: 'm', data: [1] }]];
  assert.equal(page.run(`function theCaller() { return calendars.locale.sync(); }
    try { theCaller(); } catch (error) { globalThis.caught = error; }
    [caught instanceof calendars.GawaError, caught.name, caught.code, caught.message, caught.data[0]].join()`), 'true,MyError,mine,m,1');
  assert.match(page.run('caught.stack'), /theCaller/);
});

test('a time that is over is a TimeoutError, and the app is told', async () => {
  const page = await greeted();
  page.answer = () => undefined;
  assert.equal(thrown(page, 'calendars.locale.sync({ timeout: 20 })'), 'TimeoutError,timeout');
  assert.equal(thrown(page, 'calendars.locale.sync("x", { timeout: 20 })'), 'TimeoutError,timeout');
  assert.equal(thrown(page, 'calendars.locale.sync("x", { timeout: Infinity })'), 'TimeoutError,timeout');
  assert.deepEqual(page.lane.questions.map(question => question.milliseconds), [10000, 20, 2e9]);
  assert.deepEqual(await page.items(), [['x', 1], ['x', 2], ['x', 3]]);
});

test('without a lane it is not supported, and nothing is sent', async () => {
  const page = await greeted({ hasLanes: false });
  assert.equal(thrown(page, 'calendars.locale.sync("x")'), 'NotSupportedError,notSupported');
  assert.deepEqual(await page.items(), []);
});

test('wrong options and arguments are refused, and an abort that was before counts', async () => {
  const page = await greeted();
  page.answer = ([, id]) => [['r', id, 1]];
  for (const options of ['{ timeout: -1 }', '{ timeout: "x" }', '{ timeout: NaN }', '{ signal: 1 }']) {
    assert.equal(thrown(page, `calendars.locale.sync("x", ${options})`), 'TypeError,undefined', options);
  }
  assert.equal(thrown(page, 'calendars.locale.sync(() => 1)'), 'DataCloneError,dataClone');
  assert.equal(page.run(`{ const controller = new AbortController(); controller.abort('why');
    (() => { try { calendars.locale.sync('x', { signal: controller.signal }); } catch (error) { return error; } })(); }`), 'why');
  assert.deepEqual(page.lane.questions, []);
});

test('what was passed goes with the document', async () => {
  const page = await greeted();
  page.answer = ([, id]) => [['r', id, 1]];
  page.run('calendars.ask.sync(() => 5)');
  page.lane.close();
  await page.items();
  page.push(['c', 1, 2, []]);
  assert.equal((await page.items())[0][2].code, 'unknownFunction');
});

test('a lane that ends meanwhile throws, and the page goes on as a new document', async () => {
  const page = await greeted();
  page.lane.push([['x', 0]]);
  page.answer = () => null;
  assert.equal(thrown(page, 'calendars.ask.sync(() => 1)'), 'AbortError,pageGone');
  page.lanes[0].receive(undefined);
  assert.deepEqual(await page.items(), [['h', 1]]);
  page.answer = ([, id]) => [['r', id, 'again']];
  assert.equal(page.run('calendars.locale.sync()'), 'again');
  page.push(['c', 1, 2, []]);
  assert.equal((await page.items())[0][2].code, 'unknownFunction');
});

test('a hidden document does not hang', async () => {
  const page = await greeted();
  page.fire('pagehide');
  page.lane.isOpen = false;
  assert.equal(thrown(page, 'calendars.locale.sync("x")'), 'AbortError,pageGone');
  await settled();
  assert.equal(thrown(page, 'calendars.locale.sync("x")'), 'NotSupportedError,notSupported');
});

test('an answer of another call or document, or one that cannot be read, is no answer', async () => {
  const page = await greeted();
  for (const answer of [([, id]) => [['r', id + 1, 1]], ([, id]) => Object.assign([['r', id, 1]], { token: 'other' }), ([, id]) => [['R', id, { $: 'i', v: 'x' }]], () => []]) {
    page.answer = answer;
    assert.equal(thrown(page, 'calendars.locale.sync("x")'), 'OperationError,unreadable');
  }
});

test('a call within a listener, while a batch is applied, leaves the rest of the batch as it is', async () => {
  const page = await greeted();
  page.answer = ([, id]) => Object.assign([['R', id, { $: 'b', v: 0 }]], { attachments: [Buffer.from([9])] });
  page.run(`globalThis.log = []; calendars.addEventListener('changed', event => log.push(String(event.detail), String(calendars.locale.sync('x'))))`);
  const [[, id]] = await page.items();
  page.lane.push([['I', id, { $: 'b', v: 0 }], ['I', id, { $: 'b', v: 1 }]], [Buffer.from([1]), Buffer.from([2])]);
  assert.equal(page.run('log.join()'), '1,9,2,9');
});

test('a call within the getter of an argument goes first', async () => {
  const page = await greeted();
  page.answer = ([, id, , , [value]]) => [['r', id, value]];
  assert.equal(page.run(`calendars.locale.sync({ get a() { return calendars.locale.sync('inner'); } }).a`), 'inner');
  const ids = page.lane.questions.map(question => question.items[0][1]);
  assert.deepEqual(ids, [...ids].sort((a, b) => a - b));
});
