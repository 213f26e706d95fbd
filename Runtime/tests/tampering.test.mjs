import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

// Everything that the page does to the globals is in place before the bridge is used; nothing but what the page passes
// may come to its functions.
const works = `
  calendars.expose('twice', (x, signal) => x * 2);
  calendars.echo(1, { signal, timeout: 60000 }).then2(value => { result.push('plain ' + value); });
  calendars.echo([1n, date, { a: 'x', $: 1 }, bytes]).then2(value => { result.push('tagged ' + typeof value[0] + (value[2] === undefined)); });
  calendars.call('fail', ['y']).then2(undefined, error => { result.push(error.code); });
  calendars.note('z');
  calendars.none().then2(value => { result.push(typeof value); });
`;

const cases = {
  'Promise and its methods': `globalThis.Promise = class { constructor() { leak('Promise'); } };
    for (const name of ['then', 'catch', 'finally']) P.prototype[name] = function () { leak(name); };
    Object.defineProperty(P.prototype, 'constructor', { get() { leak('constructor'); } });
    Object.defineProperty(P, Symbol.species, { get() { leak('species'); } });
    P.resolve = P.reject = () => leak('resolve');`,
  'JSON': `JSON.parse = JSON.stringify = () => leak('JSON'); globalThis.JSON = null;`,
  'functions of Object and Reflect': `for (const holder of [Object, Reflect]) for (const name of Object.getOwnPropertyNames(holder))
    if (typeof holder[name] === 'function' && name !== 'getOwnPropertyNames') holder[name] = () => leak(name);`,
  'methods of arrays and strings': `for (const type of [Array, String, Function, Date, Map, Uint8Array, RegExp, BigInt])
    for (const holder of [type.prototype, type]) for (const name of Reflect.ownKeys(holder)) {
      if (name !== 'constructor' && name !== 'prototype' && name !== 'length') poison(holder, name);
    }`,
  'setters at indices': `for (const prototype of [Array.prototype, Object.prototype]) for (let index = 0; index < 8; index++)
    Object.defineProperty(prototype, index, { get() { leak('get ' + index); }, set() { leak('set ' + index); } });`,
  'elements of the prototypes': `for (let index = 0; index < 8; index++) Array.prototype[index] = { timeout: 'x', signal: 1 };`,
  'members of Object.prototype': `for (const name of ['toJSON', 'get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'code', 'data', '$',
      'v', 'signal2', 'parent', 'abort', 'name', 'message', 'once', 'passive', 'capture', 'done', 'detail', 'cancelable', 'bubbles',
      'composed', 'pull', 'cancel', 'start', 'type', 'size', 'highWaterMark', 'handleEvent', 'next', 'return'])
    if (name !== 'toJSON') poison(Object.prototype, name);`,
  // The build gives the runtime's own members such names.
  'members with short names': `const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_';
    for (let first = 0; first < letters.length; first++) {
      if (letters[first] !== 'v' && letters[first] !== '$' && letters[first] !== 'a') poison(Object.prototype, letters[first]);
      for (let second = 0; second < letters.length; second++) poison(Object.prototype, letters[first] + letters[second]);
    }`,
  'a toJSON': `Object.prototype.toJSON = Array.prototype.toJSON = () => leak('toJSON');`,
  'iteration and tags': `for (const key of Reflect.ownKeys(Symbol)) if (typeof Symbol[key] === 'symbol' && key !== 'prototype')
      Object.defineProperty(String.prototype, Symbol[key], { get() { leak(key); }, configurable: true });
    Array.prototype[Symbol.iterator] = () => leak('iterator');
    Object.defineProperty(Error, Symbol.hasInstance, { value: () => false }); globalThis.Symbol = undefined;`,
  'signals and events': `for (const [type, names] of [[AbortSignal, ['aborted', 'reason']], [AbortController, ['signal', 'abort']]])
    for (const name of names) Object.defineProperty(type.prototype, name, { get() { leak(name); } });
    EventTarget.prototype.addEventListener = EventTarget.prototype.removeEventListener = () => leak('listener');
    for (const name of ['dispatchEvent', 'constructor']) poison(EventTarget.prototype, name);
    for (const type of [Event, CustomEvent]) for (const name of Reflect.ownKeys(type.prototype)) poison(type.prototype, name);
    globalThis.AbortController = globalThis.AbortSignal = globalThis.EventTarget = globalThis.Event = globalThis.CustomEvent = undefined;`,
  'streams, iteration and the collector': `for (const type of [ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController, FinalizationRegistry])
      // Node.js itself asks a controller for its \`error\`, and for what symbols name.
      for (const name of Reflect.ownKeys(type.prototype)) if (typeof name === 'string' && name !== 'constructor' && name !== 'error') poison(type.prototype, name);
    for (const iterator of [[][Symbol.iterator](), (async function* () {})()]) for (let holder = iterator; (holder = Reflect.getPrototypeOf(holder)) && holder !== Object.prototype;)
      for (const name of Reflect.ownKeys(holder)) poison(holder, name);
    globalThis.ReadableStream = globalThis.FinalizationRegistry = globalThis.Symbol = undefined;`,
  'the console': `console.warn = () => leak('warn'); globalThis.console = undefined;`,
  'timers, microtasks, crypto and base64': `for (const name of ['queueMicrotask', 'setTimeout', 'clearTimeout', 'crypto', 'atob', 'btoa', 'addEventListener'])
    globalThis[name] = () => leak(name);`,
  'the classes': `for (const name of ['Map', 'Uint8Array', 'Date', 'BigInt', 'Error', 'TypeError', 'DataView', 'ArrayBuffer', 'URL', 'DOMException', 'String', 'Object', 'Array'])
    delete globalThis[name];`,
  'the prototype of Error': `for (const name of ['name', 'message', 'stack', 'cause', 'code', 'data'])
    Object.defineProperty(Error.prototype, name, { get() { leak(name); }, set() { leak('set ' + name); }, configurable: true });
    try { Object.setPrototypeOf(calendars.GawaError, class { constructor() { leak('super'); } }); } catch {}`,
  'the message handlers': `const { messageHandlers } = webkit; const { prototype } = Object.getPrototypeOf(messageHandlers.gawa).constructor;
    prototype.postMessage = () => leak('postMessage'); delete messageHandlers.gawa; webkit.messageHandlers = { gawa: { postMessage() { leak('fake'); } } };
    globalThis.webkit = undefined;`,
  'everything frozen': `for (const name of ['Object', 'Array', 'Promise', 'Map', 'Function', 'String', 'Error', 'Date', 'Uint8Array', 'AbortSignal', 'EventTarget'])
    { Object.freeze(globalThis[name]); Object.freeze(globalThis[name].prototype); }`,
};

/** A page in which a script has done what it could, with `leak` to tell what it gets to see and `result` to show what works. */
function makeTampered(tampering, options) {
  const page = new Page(options);
  page.run(`{
    let text = ''; const Failure = TypeError;
    globalThis.leak = what => { text += what + ';'; throw new Failure('leak: ' + what); };
    globalThis.leaked = () => text;
  }
  globalThis.signal = new AbortController().signal; globalThis.date = new Date(5); globalThis.bytes = new Uint8Array([1, 2]); globalThis.P = Promise;
  globalThis.Custom = CustomEvent; globalThis.source = new ReadableStream({ start(controller) { controller.enqueue(7); controller.close(); } });
  { const { apply, defineProperty } = Reflect; const { then } = Promise.prototype;
    Object.defineProperty(Promise.prototype, 'then2', { value(a, b) {
      defineProperty(this, 'constructor', { __proto__: null, value: undefined });
      return apply(then, this, [a, b]);
    } });
    const { get } = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail');
    globalThis.detailOf = event => apply(get, event, []);
    const { getReader } = ReadableStream.prototype; const { read } = ReadableStreamDefaultReader.prototype;
    // The engine's streams of these tests are of another realm.
    globalThis.readFirst = (stream, take) => {
      const promise = apply(read, apply(getReader, stream, []), []);
      defineProperty(promise, 'constructor', { __proto__: null, value: undefined });
      apply(then, promise, [take]);
    };
    globalThis.makeIterator = (symbol => next => ({ __proto__: null, next, [symbol]() { return this; } }))(Symbol.asyncIterator);
    let text = '';
    globalThis.result = { __proto__: null, push: part => { text += part + ';'; }, show: () => text }; }`);
  // Not before the tampering itself is through.
  page.run(`{ let targets = []; const { defineProperty, getOwnPropertyDescriptor } = Object;
    globalThis.poison = (holder, name) => targets.push([holder, name]);
    globalThis.poisonAll = () => {
      for (let index = 0, list = targets; index < list.length; index++) {
        const holder = list[index][0], name = list[index][1], found = getOwnPropertyDescriptor(holder, name);
        if (found && !found.configurable) continue;
        defineProperty(holder, name, { __proto__: null, configurable: true,
          get() { leak(typeof name === 'symbol' ? 'a symbol' : 'get ' + name); }, set() { leak('set'); } });
      }
    }; }`);
  page.run(tampering);
  page.run('poisonAll()');
  return page;
}

/** Runs a test, and gives the classes back that all contexts share. */
async function sharing(body) {
  const prototypes = [ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController].map(type => type.prototype);
  const kept = prototypes.map(prototype => Object.getOwnPropertyDescriptors(prototype));
  try {
    await body();
  } finally {
    prototypes.forEach((prototype, index) => Object.defineProperties(prototype, kept[index]));
  }
}

for (const [name, tampering] of Object.entries(cases)) {
  test(`the bridge works, and tells the page nothing, whatever becomes of: ${name}`, () => sharing(async () => {
    const page = makeTampered(tampering);
    page.run(works);
    const items = await page.items();
    assert.deepEqual(items.map(item => item.slice(0, 1).concat(item.slice(-2))), [
      ['h', 'h', 1], ['c', [1], 60000],
      ['c', 'echo', [[{ $: 'i', v: '1' }, { $: 'd', v: 5 }, { $: 'o', v: { a: 'x', $: 1 } }, { $: 'b', v: 'AQI=' }]]],
      ['c', 'fail', ['y']], ['m', 'note', ['z']], ['c', 'none', []]]);
    page.messages.at(-1).answer(page.text([
      ['r', 1, 1], ['R', 2, [{ $: 'i', v: '1' }, { $: 'd', v: 5 }, { $: 'u' }, { $: 'b', v: 'AQI=' }, { __proto__: null, a: { $: 'n', v: '-0' } }]],
      ['e', 3, { name: 'E', code: 'c', message: 'm' }], ['r', 4], ['c', 9, 'twice', [21]]]));
    assert.deepEqual(await page.items(), [['r', 9, 42]]);
    assert.equal(page.run('result.show()'), 'plain 1;tagged biginttrue;c;undefined;');
    page.fire('pagehide');
    page.fire('pageshow');
    assert.deepEqual(await page.items(), [['b'], ['h', 1]]);
    await settled();
    assert.equal(page.run('leaked()'), '');
  }));
}

// Of members of all kinds. Options have no prototype: what they inherit would count.
const worksWhole = `{
  const stream = calendars.search([1n], { __proto__: null, signal });
  stream.next().then2(({ value }) => { result.push('item ' + typeof value); });
  stream.next().then2(({ done }) => { result.push('done ' + done); });
  calendars.count().next().then2(undefined, error => { result.push(error.code); });
  readFirst(calendars.search('read').readable, ({ value }) => { result.push('read ' + value); });
  calendars.addEventListener('changed', event => { result.push('event ' + detailOf(event)); }, { __proto__: null, signal });
  calendars.addEventListener('state', { __proto__: null, handleEvent(event) { result.push('state ' + detailOf(event)); } }, true);
  calendars.dispatchEvent(new Custom('mine', { __proto__: null, detail: 'd' }));
  let n = 0;
  calendars.each((x, signal) => { result.push('called'); return x * 2; }, makeIterator(() => n ? { __proto__: null, done: true } : { __proto__: null, value: ++n, done: false })).then2(undefined, () => {});
  calendars.expose('items', () => source);
}`;

for (const [name, tampering] of Object.entries(cases)) {
  for (const hasLanes of [false, true]) {
    test(`streams, events and what is passed work ${hasLanes ? 'by a lane' : 'by messages'}, whatever becomes of: ${name}`, () => sharing(async () => {
      const page = makeTampered(tampering, { hasLanes });
      page.answer = ([, id]) => [['r', id, 'now']];
      page.run(worksWhole);
      const items = await page.items();
      const ids = new Map(items.filter(item => item[0] === 's').map(([, id, , member, [argument]]) => [member + (argument === 'read' ? 2 : ''), id]));
      assert.deepEqual([...ids.keys()].sort(), ['changed', 'count', 'search', 'search2', 'state']);
      assert.deepEqual(items.filter(item => item[0] === 'v'), [['v', 'calendars', 'mine', 'd']]);
      const [, , , , [passed, iterator]] = items.find(item => item[0] === 'c');
      assert.deepEqual([passed.$, iterator.$], ['f', 's']);
      page.push(['I', ids.get('search'), { $: 'i', v: '1' }], ['d', ids.get('search')], ['e', ids.get('count'), { name: 'E', code: 'c', message: '' }],
        ['i', ids.get('search2'), 'r'], ['i', ids.get('changed'), 1], ['i', ids.get('state'), 2],
        ['c', 1, passed.v, [4]], ['s', 2, iterator.v, []], ['s', 3, 'items', []]);
      const sent = await page.items();
      assert.deepEqual(sent.filter(item => 'rid'.includes(item[0])).sort((a, b) => a[1] - b[1]),
        [['r', 1, 8], ['i', 2, 1], ['d', 2], ['i', 3, 7], ['d', 3]]);
      page.push(['k', 2, 1], ['f', passed.v]);
      page.run(`calendars.addEventListener('state', event => { result.push('latest ' + detailOf(event)); })`);
      if (hasLanes) page.run(`result.push(calendars.locale.sync('x')); calendars.note(new bytes.constructor(5000))`);
      await settled();
      const shown = page.run('result.show()').split(';').sort();
      assert.deepEqual(shown, ['', 'c', 'called', 'done true', 'event 1', 'item bigint', 'latest 2', 'read r', 'state 2', ...(hasLanes ? ['now'] : [])].sort());
      page.fire('pagehide');
      if (hasLanes) page.lane.isOpen = false;
      page.fire('pageshow');
      assert.deepEqual((await page.items()).filter(item => 'bhs'.includes(item[0])).map(item => item[0]), ['b', 'h', 's', 's']);
      assert.deepEqual(page.reported, []);
      assert.equal(page.run('leaked()'), '');
    }));
  }
}
