// What a page sees of the script, and what it can do to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

test('functions and classes look as they did', () => {
  const look = `
    [fetch, XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send, XMLHttpRequest.prototype.setRequestHeader,
      XMLHttpRequest.prototype.abort, navigator.sendBeacon, EventSource, WebSocket,
      Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'responseURL').get, Object.getOwnPropertyDescriptor(EventSource.prototype, 'url').get]
    .map(any => [any.name, any.length, typeof any, 'prototype' in any, Object.keys(any).join()].join()).join(' ')
    + [EventSource.CONNECTING, WebSocket.OPEN, EventSource.prototype.constructor === EventSource, WebSocket.prototype.constructor === WebSocket]
    + [new EventSource('x') instanceof EventSource, new WebSocket('x') instanceof WebSocket, new (class A extends EventSource {})('x') instanceof EventSource]
    + [new (class A extends EventSource { get mine() { return 1 } })('x').mine]
    + [globalThis, XMLHttpRequest.prototype, EventSource.prototype, WebSocket.prototype, Navigator.prototype].map(holder =>
      ['fetch', 'open', 'send', 'setRequestHeader', 'abort', 'responseURL', 'EventSource', 'WebSocket', 'url', 'sendBeacon', 'constructor'].map(name => {
        const found = Object.getOwnPropertyDescriptor(holder, name);
        return found && [name, found.enumerable, found.configurable, found.writable].join();
      }).join()).join(' ')`;
  assert.equal(page().run(look), page({ load: false }).run(look));
});

test('no text of ours can be read, and nothing enumerable is there', () => {
  const enumerable = 'var all = []; for (const name in globalThis) all.push(name); all.concat(Object.keys(XMLHttpRequest)).join()';
  const { run } = page();
  assert.equal(run(enumerable), page({ load: false }).run(enumerable));
  for (const name of ['fetch', 'XMLHttpRequest.prototype.open', 'EventSource', 'WebSocket', 'navigator.sendBeacon']) {
    assert.match(run(`Function.prototype.toString.call(${name})`), /^function [\w]*\(\) \{\s*\[native code\]\s*\}$/);
  }
});

test('a class that is called without new throws', () => {
  const { run } = page();
  assert.throws(() => run('EventSource("http://native/")'), /new/);
});

test('a second script in one window adds nothing', () => {
  const { run, install, asked } = page();
  run('var first = fetch');
  run('URL = Reflect.apply = null');
  install();
  assert.equal(run('fetch === first'), true);
  run('fetch("http://native/a")');
  assert.equal(asked[0][1], 'native://http.native/a');
});

test('a global object that lacks a class keeps the functions that it has', () => {
  for (const name of ['EventSource', 'WebSocket', 'Navigator', 'FormData', 'XMLHttpRequest', 'Request', 'Proxy', 'DOMException',
    'EventTarget', 'ProgressEvent', 'TextEncoder', 'MessageEvent', 'Blob', 'URLSearchParams', 'Headers', 'Event']) {
    const { run, asked } = page({ before: `delete globalThis.${name}` });
    run('fetch("http://other/")');
    assert.deepEqual(asked, [['fetch', 'http://other/']], name);
  }
});

test('what the page replaces, deletes or freezes later is not used', () => {
  // The classes of the web are Node.js's own here, so their prototypes are left alone; a test in a real page alters them.
  const { run, asked } = page({
    after: `
      var bad = [], request = new XMLHttpRequest();
      const define = Reflect.defineProperty;
      const trap = name => function () {
        define(bad, bad.length, { __proto__: null, value: String(name), enumerable: true });
        throw new Error('trap');
      };
      for (const key of ['slice', 'startsWith']) define(String.prototype, key, { value: trap(key), configurable: true });
      for (const key of ['apply', 'construct', 'getOwnPropertyDescriptor', 'defineProperty']) Reflect[key] = trap(key);
      for (const key of ['call', 'apply', 'bind']) Function.prototype[key] = trap(key);
      define(Node.prototype, 'baseURI', { get: trap('baseURI') });
      define(Promise.prototype, 'then', { value: trap('then') });
      define(Promise, Symbol.species, { get: trap('species') });
      Object.freeze(navigator);
      define(globalThis, 'origin', { get: trap('origin') });
      for (const key of ['get', 'set', 'has']) WeakMap.prototype[key] = trap(key);
      for (const key of ['toLowerCase']) String.prototype[key] = trap(key);
      for (const name of [
        'URL', 'Request', 'Proxy', 'Reflect', 'DOMException', 'Blob', 'FormData', 'Headers', 'Promise', 'ProgressEvent', 'TextEncoder',
        'WeakMap',
      ]) {
        define(globalThis, name, { value: trap(name), configurable: true });
      }
      // Last: node:vm itself looks there when a global variable is set.
      for (const key of ['get', 'set', 'value', 'body', 'method', 'apply', 'construct']) {
        define(Object.prototype, key, { __proto__: null, get: trap(key), configurable: true });
      }
      define(Array.prototype, 0, { __proto__: null, set: trap('set'), get: trap('get') });
      define(Array.prototype, 1, { __proto__: null, set: trap('set'), get: trap('get') });
      Array.prototype[Symbol.iterator] = trap('iterator');`,
  });
  run(`
    request.open('POST', 'http://native/a', true);
    request.send('x');
    request.setRequestHeader('a', 'b');
    request.abort();
    reach(request, 2);
    fetch('http://native/b');
    new EventSource('http://native/c');
    navigator.sendBeacon('http://other/');
    request.responseURL;`);
  assert.deepEqual([...Array.prototype.values.call(run('bad'))], []);
  const names = ['open', 'fetch', 'EventSource', 'sendBeacon'];
  assert.deepEqual(asked.filter(call => names.includes(call[0])).map(call => call[0] === 'open' ? call[3] : call[1]), [
    'native://http.native/a', 'native://http.native/b', 'native://http.native/c', 'http://other/',
  ]);
});

test('the base of the document counts, as it is when a function is called', () => {
  const { run, asked, context } = page();
  run('fetch("/a")');
  context.base = 'http://native/folder/';
  run('fetch("a")');
  assert.deepEqual(asked.map(call => call[1]), ['/a', 'native://http.native/folder/a']);
});
