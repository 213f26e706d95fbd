import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

test('an origin that is not allowed gets a warning, and the app the item n', async () => {
  const page = new Page({ origin: 'null' });
  assert.deepEqual(await page.items(), [['n', 'null']]);
  assert.equal(page.warnings.length, 1);
  assert.equal(page.run('typeof calendars + typeof __port'), 'undefinedundefined');
  assert.equal(page.port('x', undefined), undefined);
});

test('a frame without the handler gets nothing, and no error', async () => {
  const page = new Page({ hasHandler: false });
  assert.equal(page.run('typeof calendars + typeof __port'), 'undefinedundefined');
  const other = new Page({ handler: 'gawa', load: false });
  other.configuration[0] = 'constructor2';
  other.load();
  assert.equal(other.run('typeof calendars'), 'undefined');
});

test('pagehide sends at once that all calls are void; later calls still go out', async () => {
  const page = new Page();
  await page.items();
  page.run('calendars.note(1)');
  page.fire('pagehide', { isTrusted: false });
  page.fire('pagehide');
  assert.deepEqual(page.messages.at(-1).items, [['m', 'calendars', 'note', [1]], ['b']]);
  page.run('calendars.note(2)');
  await settled();
  assert.deepEqual(page.messages.at(-1).items, [['m', 'calendars', 'note', [2]]]);
});

test('a document that comes back is a new one: token, greeting, calls, running functions, numbers', async () => {
  const page = new Page();
  page.run(`globalThis.outcome = ''; calendars.echo(1).catch(error => { outcome += error.name + error.code; });
    calendars.expose('wait', signal => new Promise(resolve => signal.addEventListener('abort', () => { outcome += 'aborted'; calendars.note('in abort'); resolve(1); })));
    calendars.expose('quick', () => 'quick')`);
  await page.items();
  page.fire('pageshow', { isTrusted: true, persisted: false });
  assert.deepEqual(await page.items(), []);
  const { token } = page;
  const gone = page.port(token, undefined);
  let ended;
  gone.then(value => { ended = value; });
  page.push(['c', 1, 'wait', []]);
  page.fire('pagehide');
  page.fire('pageshow');
  assert.deepEqual(await page.items(), [['b'], ['h', 1], ['m', 'calendars', 'note', ['in abort']]]);
  assert.notEqual(page.token, token);
  assert.equal(ended, 0);
  assert.match(page.run('outcome'), /^(aborted|AbortErrorpageGone){2}$/);
  assert.equal(page.port(token, '[]'), 0);
  assert.equal(page.port(token, undefined), 0);
  page.push(['c', 1, 'quick', []]);
  assert.deepEqual(await page.items(), [['r', 1, 'quick']]);
  page.run('calendars.echo(5)');
  assert.deepEqual(await page.items(), [['c', 2, 'calendars', 'echo', [5]]]);
});

test('calls fail with pageGone while the handler is away, and go through once it is back', async () => {
  const page = new Page();
  await page.items();
  const { token } = page;
  page.setUp.remove('gawa');
  const codes = await page.run('Promise.all([1, 2].map(i => calendars.echo(i).catch(error => error.name + error.code)))');
  assert.deepEqual([...codes], ['AbortErrorpageGone', 'AbortErrorpageGone']);
  page.setUp.add('gawa');
  const promise = page.run('calendars.echo(3)');
  const items = await page.items();
  assert.deepEqual(items.filter(item => item[0] === 'c'), [['c', 3, 'calendars', 'echo', [3]]]);
  assert.deepEqual(items.filter(item => item[0] === 'h').length, 1);
  assert.notEqual(page.token, token);
  page.push(['r', 3, 'back']);
  assert.equal(await promise, 'back');
  page.run('calendars.note(1)');
  assert.deepEqual(await page.items(), [['m', 'calendars', 'note', [1]]]);
});

test('a message that the app has had is not sent again', async () => {
  const page = new Page();
  const code = page.run('calendars.echo(1).catch(error => error.code)');
  await page.items();
  page.setUp.remove('gawa');
  page.setUp.add('gawa');
  page.messages[0].reject(page.setUp.appError('gone'));
  assert.equal(await code, 'unreadable');
  assert.deepEqual(await page.items(), []);
});

test('messages that the app has not taken go again behind one greeting, in order, and their calls go on', async () => {
  const page = new Page();
  await page.items();
  const { token } = page;
  const seen = page.messages.length;
  const first = page.run('calendars.echo(1)');
  await settled();
  const second = page.run('calendars.note(2); calendars.echo(3)');
  await settled();
  assert.equal(page.messages.length, seen + 2);
  page.run('calendars.echo(4)');
  for (const message of page.messages.slice(seen)) message.reject(page.setUp.appError('pageGone'));
  await settled();
  const again = page.messages.slice(seen + 2).filter(message => message.token !== token).flatMap(message => message.items);
  assert.deepEqual(again, [
    ['h', 1], ['c', 1, 'calendars', 'echo', [1]], ['m', 'calendars', 'note', [2]], ['c', 2, 'calendars', 'echo', [3]],
    ['c', 3, 'calendars', 'echo', [4]],
  ]);
  page.push(['r', 1, 'one'], ['r', 2, 'two']);
  assert.deepEqual([await first, await second], ['one', 'two']);
});

test('a long item has a message of its own: what is refused for its length takes nothing else with it', async () => {
  const page = new Page();
  await page.items();
  const seen = page.messages.length;
  const [long, short] = page.run(`
    calendars.note(1);
    const long = calendars.echo('x'.repeat(20000)).catch(error => error.code);
    calendars.note('y'.repeat(20000));
    [long, calendars.echo(2)]`);
  await settled();
  const letters = page.messages.slice(seen).map(message => message.items.map(item => item[0]).join(''));
  assert.deepEqual(letters, ['m', 'c', 'm', 'c']);
  page.messages[seen + 1].reject(page.setUp.appError('too long'));
  page.push(['r', 2, 'two']);
  assert.deepEqual([await long, await short], ['unreadable', 'two']);
});

test('BR-043: the same script twice is one bridge; another configuration is another', async () => {
  const page = new Page();
  page.load();
  assert.deepEqual(await page.items(), [['h', 1], ['x', 0]]);
  page.setUp.add('second');
  page.load(['second', '__second', ['https://app.example'], 1000, 10, '', [['other', [['f', 0, 0]]]]]);
  page.run('calendars.echo(1); other.f()');
  const items = await page.items();
  assert.deepEqual(items.map(item => item[0]).sort(), ['c', 'c', 'h']);
  assert.equal(new Set(page.messages.map(message => message.token)).size, 2);
});

test('BR-047: the bridge is not thenable, and awaiting it sends nothing', async () => {
  const page = new Page();
  await page.items();
  assert.equal(await page.run(`(async () => {
    const a = await (async () => calendars)(); const b = await Promise.resolve(calendars); const [c] = await Promise.all([calendars]);
    return a === calendars && b === calendars && c === calendars && !('then' in calendars);
  })()`), true);
  page.run('calendars.anything; calendars.catch()');
  assert.deepEqual(await page.items(), [['c', 1, 'calendars', 'catch', []]]);
});

test('BR-066: names of inherited members are names like any other', async () => {
  const page = new Page();
  await page.items();
  page.run(`for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'then']) calendars.call(name)`);
  assert.deepEqual((await page.items()).map(item => item[3]), ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'then']);
  assert.equal(page.run(`[calendars.constructor, calendars.toString, calendars.__proto__, Object.getPrototypeOf(calendars)].join()`), ',,,');
  assert.equal(page.run(`[calendars.has('echo'), calendars.has('then'), calendars.has('toString'), calendars.has('__proto__')].join()`), 'true,true,false,false');
});

test('what is defined on the global object is fixed', async () => {
  const page = new Page();
  const show = name => page.run(`(d => [d.writable, d.configurable, d.enumerable, Object.isFrozen(d.value)].join())(Object.getOwnPropertyDescriptor(globalThis, '${name}'))`);
  assert.equal(show('__port'), 'false,false,false,true');
  assert.equal(show('calendars'), 'false,false,true,true');
  assert.equal(page.run('calendars.echo.name + calendars.GawaError.name'), 'echoGawaError');
});
