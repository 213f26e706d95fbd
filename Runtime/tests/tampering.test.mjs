import assert from 'node:assert/strict';
import { Page, settled, test } from './page.mjs';

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
      'v', 'signal2', 'parent', 'abort', 'name', 'message', 'once', 'passive', 'capture'])
    if (name !== 'toJSON') poison(Object.prototype, name);`,
  'a toJSON': `Object.prototype.toJSON = Array.prototype.toJSON = () => leak('toJSON');`,
  'iteration and tags': `for (const key of Reflect.ownKeys(Symbol)) if (typeof Symbol[key] === 'symbol' && key !== 'prototype')
      Object.defineProperty(String.prototype, Symbol[key], { get() { leak(key); }, configurable: true });
    Array.prototype[Symbol.iterator] = () => leak('iterator');
    Object.defineProperty(Error, Symbol.hasInstance, { value: () => false }); globalThis.Symbol = undefined;`,
  'signals and events': `for (const [type, names] of [[AbortSignal, ['aborted', 'reason']], [AbortController, ['signal', 'abort']]])
    for (const name of names) Object.defineProperty(type.prototype, name, { get() { leak(name); } });
    EventTarget.prototype.addEventListener = EventTarget.prototype.removeEventListener = () => leak('listener');
    globalThis.AbortController = globalThis.AbortSignal = globalThis.EventTarget = undefined;`,
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

for (const [name, tampering] of Object.entries(cases)) {
  test(`the bridge works, and tells the page nothing, whatever becomes of: ${name}`, async () => {
    const page = new Page();
    page.run(`{
      let text = ''; const Failure = TypeError;
      globalThis.leak = what => { text += what + ';'; throw new Failure('leak: ' + what); };
      globalThis.leaked = () => text;
    }
    globalThis.signal = new AbortController().signal; globalThis.date = new Date(5); globalThis.bytes = new Uint8Array([1, 2]); globalThis.P = Promise;
    { const { apply, defineProperty } = Reflect; const { then } = Promise.prototype;
      Object.defineProperty(Promise.prototype, 'then2', { value(a, b) {
        defineProperty(this, 'constructor', { __proto__: null, value: undefined });
        return apply(then, this, [a, b]);
      } });
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
  });
}
