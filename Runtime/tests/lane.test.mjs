// The lane: the same texts, bytes beside them, and what happens when it ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

const greeted = async options => {
  const page = new Page({ hasLanes: true, ...options });
  await page.items();
  page.run(`globalThis.log = []; globalThis.show = promise => promise.then(
    value => log.push('ok ' + value), error => log.push(error.code ?? error.name));`);
  return page;
};
const log = async page => {
  await settled();
  return page.run('log.splice(0).map(String).join()');
};
const letters = items => items.map(item => item[0]).join('');
const ways = (page, from = 0) => page.messages.slice(from).map(message => (message.lane ? 'lane' : 'message')).join();

test('a document greets by a lane where there is one, and all goes by it, either way', async () => {
  const page = new Page({ hasLanes: true });
  page.run('calendars.expose("twice", x => x * 2); globalThis.promise = calendars.echo(1); calendars.note(2)');
  assert.deepEqual(await page.items(), [['h', 1], ['c', 1, 'calendars', 'echo', [1]], ['m', 'calendars', 'note', [2]]]);
  assert.equal(ways(page), 'lane');
  page.lane.push([['r', 1, 'a'], ['c', 1, 'twice', [21]]]);
  assert.equal(await page.run('promise'), 'a');
  assert.deepEqual(await page.items(), [['r', 1, 42]]);
  assert.equal(page.lanes.length, 1);
});

test('without a lane, messages serve: where the handler has none, and where none can be made', async () => {
  const page = new Page();
  page.run('calendars.note(1)');
  await page.items();
  assert.equal(ways(page), 'message');
  const other = new Page({ hasLanes: true, load: false });
  other.openLane = () => undefined;
  other.load();
  other.run('calendars.note(1)');
  assert.deepEqual(letters(await other.items()), 'hm');
  assert.equal(ways(other), 'message');
});

test('a refused origin opens no lane', async () => {
  const page = new Page({ hasLanes: true, origin: 'https://other.example' });
  assert.deepEqual(await page.items(), [['n', 'https://other.example']]);
  assert.equal(ways(page), 'message');
});

test('batches of a lane are applied as they come, and those of another token are not', async () => {
  const page = await greeted();
  page.run('for (let i = 0; i < 3; i++) show(calendars.echo(i))');
  await page.items();
  page.lane.push([['r', 1, 1]]);
  page.lane.push([['r', 2, 2]]);
  page.lane.receive(JSON.stringify(['other', 0, ['r', 3, 'wrong']]), []);
  page.lane.push([['r', 3, 3]]);
  assert.equal(await log(page), 'ok 1,ok 2,ok 3');
});

// MARK: Bytes

test('many bytes go beside the text, at once and alone, so that the page cannot change them any more', async () => {
  const page = await greeted();
  page.run(`globalThis.bytes = new Uint8Array(5000).fill(1); calendars.note('before'); show(calendars.echo(bytes)); bytes.fill(2); calendars.note('after')`);
  const start = page.messages.length;
  await settled();
  const sent = page.messages.slice(1);
  assert.deepEqual(sent.map(message => message.items), [
    [['m', 'calendars', 'note', ['before']]], [['c', 1, 'calendars', 'echo', [{ $: 'b', v: 0 }]]], [['m', 'calendars', 'note', ['after']]]]);
  assert.deepEqual(sent.map(message => message.attachments.length), [0, 1, 0]);
  assert.ok(sent[1].attachments[0].equals(Buffer.alloc(5000, 1)));
  assert.equal(start, 3);
});

test('fewer bytes than 4,096 stay in the text, and all of them without a lane', async () => {
  const page = await greeted();
  page.run(`calendars.note([new Uint8Array(4095), new Uint8Array(4096), new DataView(new ArrayBuffer(9000), 100, 5000), new ArrayBuffer(4096)])`);
  const [[, , , [list]]] = await page.items();
  assert.deepEqual(list.map(tag => (typeof tag.v === 'string' ? 'text' : tag.v)), ['text', 0, 1, 2]);
  assert.deepEqual(page.messages.at(-1).attachments.map(bytes => bytes.length), [4096, 5000, 4096]);
  const other = new Page();
  await other.items();
  other.run('calendars.note(new Uint8Array(5000))');
  assert.equal(typeof (await other.items())[0][3][0].v, 'string');
});

test('no more than 1,024 go beside one text', async () => {
  const page = await greeted({ maximumTextLength: 1 << 24 });
  page.run('calendars.note(Array.from({ length: 1100 }, () => new Uint8Array(4096)))');
  const [[, , , [list]]] = await page.items();
  assert.equal(page.messages.at(-1).attachments.length, 1024);
  assert.deepEqual(list.map(tag => typeof tag.v).join(), [...Array(1024).fill('number'), ...Array(76).fill('string')].join());
});

test('bytes have the same bound as text, together with it', async () => {
  const page = await greeted({ maximumTextLength: 20000 });
  for (const list of ['[new Uint8Array(20001)]', '[new Uint8Array(9000), new Uint8Array(9000), new Uint8Array(9000)]', "[new Uint8Array(10000), 'x'.repeat(10000)]"]) {
    assert.equal(await page.run(`calendars.echo(${list}).catch(error => error.code)`), 'quotaExceeded', list);
    assert.equal(await page.run(`calendars.call('add', ${list}).catch(error => error.code)`), 'quotaExceeded', list);
  }
  assert.deepEqual(await page.items(), []);
});

test('a result, an item and the detail of an event have the same bound', async () => {
  const page = await greeted({ maximumTextLength: 20000, streamLength: 1e6 });
  page.run(`const list = [new Uint8Array(9000), new Uint8Array(9000), new Uint8Array(9000)];
    calendars.expose('result', () => list); calendars.expose('items', () => [list]);
    try { calendars.dispatchEvent(new CustomEvent('mine', { detail: list })); } catch (error) { log.push(error.code); }`);
  page.push(['c', 1, 'result', []], ['s', 2, 'items', []]);
  const items = await page.items();
  assert.deepEqual(items.map(([letter, id, error]) => [letter, id, error.code]).sort(),
    [['e', 1, 'quotaExceeded'], ['e', 2, 'quotaExceeded']]);
  assert.deepEqual(page.messages.at(-1).attachments, []);
  assert.equal(await log(page), 'quotaExceeded');
});

test('results, items, errors and events of the page carry bytes too', async () => {
  const page = await greeted({ streamLength: 1e6 });
  page.run(`calendars.expose('result', () => ({ a: new Uint8Array(5000) }));
    calendars.expose('items', function* () { yield new Uint8Array(5000); yield 1; });
    calendars.expose('none', () => {}); calendars.expose('bad', () => [new Uint8Array(5000), () => 1]);
    calendars.dispatchEvent(new CustomEvent('mine', { detail: new Uint8Array(5000) }))`);
  page.push(['c', 1, 'result', []]);
  await settled();
  page.push(['s', 2, 'items', []]);
  await settled();
  page.push(['c', 3, 'bad', []], ['c', 4, 'none', []]);
  await settled();
  assert.deepEqual(page.messages.slice(1).map(message => [letters(message.items), message.attachments.length]),
    [['v', 1], ['r', 1], ['i', 1], ['id', 0], ['er', 0]]);
});

test('bytes that came beside a text are the arrays that were given', async () => {
  const page = await greeted();
  page.run(`globalThis.given = [];
    const note = (name, value) => given.push(name + (value instanceof Uint8Array ? '[' + value + ']' : value));
    calendars.expose('f', value => note('f', value));
    calendars.echo(1).then(value => note('echo', value)); calendars.echo(2).catch(error => note('none', error.code));
    calendars.addEventListener('changed', event => note('changed', event.detail.list[0]))`);
  const id = (await page.items()).find(item => item[0] === 's')[1];
  page.lane.push([['R', 1, { $: 'b', v: 1 }], ['R', 2, { $: 'b', v: 2 }], ['C', 1, 'f', [{ $: 'b', v: 0 }]],
    ['I', id, { list: [{ $: 'b', v: 1 }] }]], [Buffer.from([1]), Buffer.from([2, 3])]);
  await settled();
  assert.equal(page.run('given.sort().join()'), 'changed[2,3],echo[2,3],f[1],noneunreadable');
});

test('only what came is taken for bytes, whatever the page puts on the prototype of arrays', async () => {
  const page = await greeted();
  page.run(`Array.prototype[3] = new Uint8Array(9); for (let i = 0; i < 3; i++) show(calendars.echo(i))`);
  await page.items();
  page.lane.push([['R', 1, { $: 'b', v: 3 }], ['R', 2, { $: 'b', v: -1 }]], [Buffer.from([1])]);
  page.port(page.token, page.text([['R', 3, { $: 'b', v: 0 }]], { number: 0 }));
  assert.equal(await log(page), 'unreadable,unreadable,unreadable');
});

test('what getters send meanwhile has bytes of its own', async () => {
  const page = await greeted();
  page.run(`let isFirst = true;
    calendars.note([new Uint8Array(5000).fill(1), { get a() {
      if (isFirst) { isFirst = false; calendars.note(new Uint8Array(6000).fill(2)); calendars.note('plain'); calendars.echo(1).catch(() => {}); }
      return new Uint8Array(7000).fill(3);
    } }])`);
  await settled();
  assert.deepEqual(page.messages.slice(1).map(message => [letters(message.items), message.attachments.map(bytes => bytes[0] + ':' + bytes.length).join()]),
    [['m', '2:6000'], ['mc', ''], ['m', '1:5000,3:7000']]);
});

test('an item that waits for its turn has its bytes as they were', async () => {
  const page = await greeted({ streamLength: 6000 });
  page.run(`globalThis.bytes = new Uint8Array(5000).fill(1);
    calendars.expose('f', async function* () { yield bytes; yield bytes; log.push('asked'); })`);
  page.push(['s', 1, 'f', []]);
  await settled();
  const itemsOf = () => page.messages.filter(message => message.items[0][0] === 'i');
  // Bytes count, too.
  assert.equal(itemsOf().length, 1);
  page.run('bytes.fill(2)');
  page.push(['k', 1, 1]);
  await settled();
  const sent = itemsOf();
  assert.deepEqual(sent.map(message => message.attachments[0][0]), [1, 1]);
});

test('the arguments of a stream are as they were, in the text', async () => {
  const page = await greeted();
  page.run(`globalThis.bytes = new Uint8Array(5000); globalThis.s = calendars.search(bytes); bytes.fill(1); s.next()`);
  const [[, , , , [tag]]] = await page.items();
  assert.ok(Buffer.from(tag.v, 'base64').equals(Buffer.alloc(5000)));
});

// MARK: Its end

test('when the app closes the lane, the page goes on as a new document on another', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('changed', event => log.push(event.detail)); show(calendars.echo(1))`);
  await page.items();
  page.lane.push([['x', 0]]);
  const { token } = page;
  page.lane.close();
  const items = await page.items();
  assert.deepEqual(items.map(item => item[0]), ['h', 's']);
  assert.notEqual(page.token, token);
  assert.equal(page.lanes.length, 2);
  assert.equal(await log(page), 'pageGone');
  page.run('show(calendars.echo(2))');
  const [[, id]] = await page.items();
  page.lane.push([['i', items[1][1], 'event'], ['r', id, 'fine']]);
  assert.equal(await log(page), 'event,ok fine');
  assert.deepEqual(letters(await page.items()), 'k');
  assert.doesNotMatch(ways(page), /message/);
  // What the old one still brings is nothing.
  page.lanes[0].receive(JSON.stringify([page.token, 0, ['i', items[1][1], 'old']]), []);
  page.lanes[0].close();
  assert.deepEqual(await page.items(), []);
  assert.equal(await log(page), '');
});

test('a lane that ends before it brought anything is the last one', async () => {
  const page = await greeted();
  page.run('show(calendars.echo(1))');
  await page.items();
  page.lane.close();
  assert.deepEqual(letters(await page.items()), 'h');
  assert.equal(await log(page), 'pageGone');
  page.run('show(calendars.echo(2))');
  const [[, id]] = await page.items();
  assert.equal(ways(page, 2), 'message,message');
  page.port(page.token, page.text([['r', id, 'fine']]));
  assert.equal(await log(page), 'ok fine');
  page.fire('pagehide');
  page.fire('pageshow');
  await page.items();
  assert.equal(page.lanes.length, 1);
});

test('where there is no other lane, messages serve', async () => {
  const page = await greeted();
  page.lane.push([['x', 0]]);
  page.openLane = () => undefined;
  page.lane.close();
  assert.deepEqual(letters(await page.items()), 'h');
  assert.equal(ways(page), 'lane,message');
});

test('lanes that are closed from the start are tried once', async () => {
  const page = new Page({ hasLanes: true, load: false });
  const { openLane } = page;
  page.openLane = receive => {
    const lane = openLane.call(page, receive);
    lane.isOpen = false;
    return lane;
  };
  page.load();
  page.run('calendars.note(1)');
  assert.deepEqual(letters(await page.items()), 'hhm');
  assert.equal(ways(page), 'message');
  assert.equal(page.lanes.length, 1);
});

test('what a lane that had ended did not take is sent by the next one, after its greeting', async () => {
  const page = await greeted();
  page.run('show(calendars.echo("lost"))');
  await page.items();
  page.lane.push([['x', 0]]);
  page.lanes[0].isOpen = false;
  page.run('show(calendars.echo("kept")); calendars.note(1)');
  assert.deepEqual(await page.items(), [['h', 1], ['c', 2, 'calendars', 'echo', ['kept']], ['m', 'calendars', 'note', [1]]]);
  page.lane.push([['r', 2, 'fine']]);
  assert.equal(await log(page), 'pageGone,ok fine');
  page.lanes[0].receive(undefined);
  assert.deepEqual(await page.items(), []);
});

test('what had bytes beside it is not sent again, and fails', async () => {
  const page = await greeted();
  page.lane.push([['x', 0]]);
  page.lanes[0].isOpen = false;
  page.run('show(calendars.echo(new Uint8Array(5000))); show(calendars.echo("kept"))');
  assert.deepEqual(await page.items(), [['h', 1], ['c', 2, 'calendars', 'echo', ['kept']]]);
  assert.equal(await log(page), 'pageGone');
});

test('a long turn on a lane that has ended is sent by the next one, each call once and in order', async () => {
  const page = await greeted();
  page.lane.push([['x', 0]]);
  page.lanes[0].isOpen = false;
  page.run('for (let index = 0; index < 1000; index++) calendars.echo("a".repeat(100)).catch(() => {})');
  const calls = (await page.items()).filter(item => item[0] === 'c');
  assert.deepEqual(calls.map(call => call[1]), Array.from({ length: 1000 }, (_, index) => index + 1));
});

test('a hidden document has no lane: its last words go by messages, and it comes back on a lane, though nothing was brought', async () => {
  const page = await greeted();
  page.fire('pagehide');
  assert.deepEqual(page.messages.at(-1).items, [['b']]);
  // The module closes it, and tells nobody.
  page.lane.isOpen = false;
  page.run('calendars.note("bye")');
  assert.deepEqual(await page.items(), [['b'], ['h', 1], ['m', 'calendars', 'note', ['bye']]]);
  assert.equal(ways(page), 'lane,lane,message');
  page.fire('pageshow');
  page.run('calendars.note("back")');
  assert.deepEqual(await page.items(), [['h', 1], ['m', 'calendars', 'note', ['back']]]);
  assert.equal(ways(page, 3), 'lane');
  assert.equal(page.lanes.length, 2);
});

test('a handler that was removed ends its lane, and one that is added has another', async () => {
  const page = await greeted();
  page.setUp.remove('gawa');
  page.lane.close();
  page.run('show(calendars.echo(1))');
  assert.deepEqual(await page.items(), []);
  assert.equal(await log(page), 'pageGone');
  page.setUp.add('gawa', true);
  page.run('show(calendars.echo(2)); calendars.note(3)');
  assert.deepEqual(letters(await page.items()), 'hcm');
  assert.equal(ways(page, 1), 'lane');
});
