import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echo, Page, settled } from './page.mjs';

test('the greeting and the calls of a turn are one message, in order; the next turn is another', async () => {
  const page = new Page();
  page.run('calendars.echo(1); calendars.note(2); calendars.add(1, 2); calendars.call("other", [[3]])');
  await settled();
  page.run('calendars.none()');
  await settled();
  assert.deepEqual(page.messages.map(message => message.items), [
    [['h', 1], ['c', 1, 'calendars', 'echo', [1]], ['m', 'calendars', 'note', [2]], ['c', 2, 'calendars', 'add', [1, 2]],
      ['c', 3, 'calendars', 'other', [[3]]]],
    [['c', 4, 'calendars', 'none', []]],
  ]);
  assert.match(page.token, /^[\w+/]{21}[AQgw]$/);
  assert.notEqual(page.token, (await new Page().items(), (() => { const other = new Page(); return settled().then(() => other.token); })()));
});

test('the page can see which declarations the app has', () => {
  assert.equal(new Page().run('calendars.schemaHash'), 'h"1');
});

test('a long turn travels in several messages, each call once and in order', async () => {
  const page = new Page();
  page.run('for (let index = 0; index < 2000; index++) calendars.echo("a".repeat(100))');
  await settled();
  assert.ok(page.messages.length > 3, `${page.messages.length} messages`);
  const calls = page.messages.flatMap(message => message.items).filter(item => item[0] === 'c');
  assert.deepEqual(calls.map(call => call[1]), Array.from({ length: 2000 }, (_, index) => index + 1));
});

test('arguments are what they were when the call was made', async () => {
  const page = new Page();
  await page.items();
  page.run('const list = [1]; calendars.echo(list); list[0] = 2');
  assert.deepEqual((await page.items())[0][4], [[1]]);
});

test('BR-002: every ASCII character comes back', async () => {
  const page = new Page();
  for (let code = 0; code < 128; code++) {
    const text = String.fromCharCode(code);
    assert.equal(await page.answered(`return await calendars.echo(${JSON.stringify(text)})`, echo), text);
  }
  assert.equal(await page.answered('return (await calendars.none()).message', ([, id]) => ['r', id, { message: "name 'Path' isn't known" }]),
    "name 'Path' isn't known");
});

test('BR-003, BR-049: an error of the app is a GawaError with name, code, data, and a stack that leads to the caller', async () => {
  const page = new Page();
  const message = 'LF\n CR\r tab\t "\' ` ${x} C:\\dir </script>';
  await page.items();
  page.run(`globalThis.caught = [];
    async function theCaller() { try { await calendars.echo(1); } catch (error) { caught.push(error); } } theCaller()`);
  const [[, id]] = await page.items();
  page.push(['E', id, { name: 'MyError', code: 'calendar.missing', message, data: { when: { $: 'd', v: 1 } } }]);
  await settled();
  assert.equal(page.run('caught.length'), 1);
  assert.ok(page.run('caught[0] instanceof Error && caught[0] instanceof calendars.GawaError'));
  assert.equal(page.run('caught[0].message'), message);
  assert.equal(page.run('[caught[0].name, caught[0].code, +caught[0].data.when, "cause" in caught[0]].join()'),
    'MyError,calendar.missing,1,false');
  assert.match(page.run('caught[0].stack'), /theCaller.*page\.js:2/);
});

test('many calls of one turn fail as one does, and the first 32 of each turn know their callers', async () => {
  const page = new Page();
  await page.items();
  page.run('globalThis.caught = []');
  for (let turn = 1; turn <= 2; turn++) {
    page.run(`function theCaller() { for (let n = 0; n < 40; n++) calendars.echo(n).catch(error => caught.push(error)); } theCaller()`);
    const calls = await page.items();
    assert.equal(calls.length, 40);
    page.push(...calls.map(([, id]) => ['e', id, { name: 'E', code: 'c', message: 'm' + id }]));
    await settled();
    assert.equal(page.run('caught.length'), 40 * turn);
    assert.ok(page.run('caught.every(error => error instanceof calendars.GawaError && error.code === "c" && error.message[0] === "m")'));
    assert.equal(page.run('caught.filter(error => /theCaller/.test(error.stack)).length'), 32 * turn);
  }
});

test('BR-050: no argument is no argument, and a one-way call returns undefined', async () => {
  const page = new Page();
  await page.items();
  assert.equal(page.run(`calendars.none(); calendars.call('none'); calendars.none(undefined); calendars.call('note');
    String([calendars.note(), calendars.note(undefined)])`), ',');
  assert.deepEqual((await page.items()).map(item => item.at(-1)), [[], [], [], [], [], []]);
  assert.throws(() => page.run('calendars.note(() => 1)'), { name: 'DataCloneError' });
  page.run('calendars.note(1)');
  await page.items();
  page.messages.at(-1).reject(page.setUp.appError('refused'));
  await settled();
});

test('options are the object at the index after the parameters', async () => {
  const page = new Page();
  await page.items();
  page.run(`for (const call of [
    calendars.add(1, 2, { timeout: 5000 }), calendars.add(1, { timeout: 1 }), calendars.echo(1, 2, 3),
    calendars.echo({ timeout: 1 }), calendars.none({ timeout: Infinity }), calendars.call('add', [1, 2], { timeout: 10.5 }),
  ]) call.catch(() => {});`);
  assert.deepEqual((await page.items()).filter(item => item[0] === 'c').map(item => item.slice(3)), [
    ['add', [1, 2], 5000], ['add', [1, { timeout: 1 }]], ['echo', [1, 2, 3]], ['echo', [{ timeout: 1 }]], ['none', []],
    ['add', [1, 2], 10.5]]);
  // Ends the calls, and with them their timers.
  page.fire('pagehide');
  page.fire('pageshow');
});

test('wrong options, names and lists are refused, and nothing is sent', async () => {
  const page = new Page();
  await page.items();
  page.run(`globalThis.names = [];
    for (const options of [{ timeout: 'x' }, { timeout: -1 }, { timeout: NaN }, { signal: {} }, { signal: 1 }])
      calendars.none(options).catch(error => names.push(error.name));`);
  assert.deepEqual(await page.items(), []);
  assert.equal(page.run('names.join()'), 'TypeError,TypeError,TypeError,TypeError,TypeError');
  for (const code of ['calendars.call(1)', 'calendars.call("x", 1)', 'calendars.expose("x")', 'calendars.expose(1, () => 1)']) {
    assert.throws(() => page.run(code), { name: 'TypeError' }, code);
  }
});

test('an abort rejects with the reason of the signal, tells the app, and leaves no listener', async () => {
  const page = new Page();
  const signals = [];
  page.context.watch = signal => {
    const count = { now: 0 };
    signals.push(count);
    return count;
  };
  page.run(`globalThis.controller = new AbortController();
    calendars.echo(1, { signal: controller.signal }).catch(error => { globalThis.reason = error; })`);
  const [, [, id]] = await page.items();
  page.run('controller.signal.dispatchEvent(new Event("abort"))');
  assert.deepEqual(await page.items(), []);
  page.run('controller.abort("why")');
  assert.deepEqual(await page.items(), [['x', id]]);
  assert.equal(page.run('reason'), 'why');
  page.push(['r', id, 1]);
  page.run('calendars.echo(2, { signal: controller.signal }).catch(error => { globalThis.second = error; })');
  assert.deepEqual(await page.items(), []);
  assert.equal(page.run('second'), 'why');
});

test('listeners of signals and timers are gone when a call has settled', async () => {
  // Captured at the start, so they are counted from before it.
  const page = new Page({ load: false });
  page.run(`globalThis.live = 0; globalThis.timers = 0;
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    globalThis.restore = () => Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
    EventTarget.prototype.addEventListener = function (...rest) { live++; return addEventListener.apply(this, rest); };
    EventTarget.prototype.removeEventListener = function (...rest) { live--; return removeEventListener.apply(this, rest); };
    const set = setTimeout, clear = clearTimeout;
    globalThis.setTimeout = (...rest) => { timers++; return set(...rest); };
    globalThis.clearTimeout = id => { if (id) timers--; clear(id); };`);
  page.load();
  page.run('restore()');
  page.run(`globalThis.signal = new AbortController().signal;
    for (let i = 0; i < 10; i++) calendars.echo(i, { signal, timeout: 60000 }).catch(() => {});`);
  const items = await page.items();
  assert.equal(page.run('live + "," + timers'), '10,10');
  for (const [letter, id] of items) {
    if (letter === 'c') page.push(id % 2 ? ['r', id] : ['e', id, { name: 'Error', code: 'x', message: '' }]);
  }
  assert.equal(page.run('live + "," + timers'), '0,0');
});

test('a signal that aborts while the arguments are read counts', async () => {
  const page = new Page();
  await page.items();
  page.run(`{ const controller = new AbortController();
    calendars.echo({ get a() { controller.abort('now'); return 1; } }, { signal: controller.signal }).catch(error => { globalThis.reason = error; }) }`);
  assert.deepEqual(await page.items(), []);
  assert.equal(page.run('reason'), 'now');
});

test('a timeout rejects with TimeoutError and tells the app', async () => {
  const page = new Page();
  await page.items();
  const caught = page.run('calendars.none({ timeout: 1 }).then(() => "no", error => [error.name, error.code, error instanceof calendars.GawaError].join())');
  assert.equal(await caught, 'TimeoutError,timeout,true');
  const items = await page.items();
  assert.deepEqual(items, [['c', 1, 'calendars', 'none', [], 1], ['x', 1]]);
});

test('an answer that comes twice, or to no call, changes nothing', async () => {
  const page = new Page();
  const promise = page.run('calendars.echo(1)');
  await page.items();
  page.push(['r', 1, 'first'], ['r', 1, 'second'], ['e', 1, { name: 'Error' }], ['r', 99, 1], ['x', 99], ['?', 1]);
  page.port(page.token, page.text([['r', 1, 'third']]));
  assert.equal(await promise, 'first');
  const next = page.run('calendars.echo(2)');
  await page.items();
  page.push(['r', 2, 'next']);
  assert.equal(await next, 'next');
});

test('batches are applied in the order of their numbers, whichever way and whenever they come', async () => {
  const page = new Page();
  page.run('globalThis.order = []; for (const i of [1, 2, 3]) calendars.echo(i).then(value => order.push(value))');
  await page.items();
  const { token } = page;
  page.port(token, page.text([['r', 3, 'c']], { number: 3 }));
  page.messages[0].answer(page.text([['r', 2, 'b']], { number: 2 }));
  await settled();
  assert.equal(page.run('order.join()'), '');
  assert.equal(page.port(token, page.text([['r', 1, 'a']], { number: 1 })), 1);
  await settled();
  assert.equal(page.run('order.join()'), 'a,b,c');
  assert.equal(page.port(token, page.text([['r', 1, 'again']], { number: 1 })), 1);
  assert.equal(page.port('x'.repeat(22), page.text([], { token: 'x' })), 0);
});

test('an answer that cannot be read fails its call, and the calls of a message whose answer is no batch fail', async () => {
  const page = new Page();
  page.run(`globalThis.codes = []; for (const i of [1, 2, 3]) calendars.echo(i).catch(error => codes.push(error.name + error.code))`);
  await page.items();
  page.push(['R', 1, { $: 'i', v: 'x' }], ['e', 2]);
  page.messages[0].answer('no batch');
  await settled();
  assert.equal(page.run('codes.join()'), 'OperationErrorunreadable,OperationErrorunreadable,OperationErrorunreadable');
});

test('a rejection fails the waiting calls of its message alone, with the rejection as the cause', async () => {
  const page = new Page();
  page.run('globalThis.failures = []; for (const i of [1, 2]) calendars.echo(i).catch(error => failures.push(error))');
  await page.items();
  const other = page.run('calendars.echo(3)');
  await page.items();
  page.push(['r', 1]);
  page.messages[0].reject(page.setUp.appError('not you'));
  await settled();
  assert.equal(page.run('failures.map(error => [error.name, error.code, error.cause.message]).join()'), 'OperationError,unreadable,not you');
  page.push(['r', 3, 'fine']);
  assert.equal(await other, 'fine');
});
