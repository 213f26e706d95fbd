// What the script tells the app beside what the page does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page, settled } from './page.mjs';

const own = { origin: 'native://native', base: 'native://native/folder/page' };
const marks = asked => asked.filter(call => call[0] === 'setRequestHeader').map(call => call.slice(1).join(': '));

test('a synchronous request for the app says so, and no other', () => {
  const { run, asked } = page();
  const send = (...rest) => run(`(...rest) => {
    const request = new XMLHttpRequest();
    request.open('GET', ...rest);
    request.send();
  }`)(...rest);
  for (const isAsync of [false, 0, null, undefined]) {
    send('http://native/a', isAsync);
    assert.deepEqual(marks(asked.splice(0)), ['Gawa-Synchronous: 1'], String(isAsync));
  }
  send('http://native/a', true);
  send('http://native/a');
  send('http://other/', false);
  assert.deepEqual(marks(asked), []);
});

test('a page of the app says so to its own host, and nobody else does', () => {
  const { run, asked } = page(own);
  const send = address => run('x => { const r = new XMLHttpRequest(); r.open("GET", x); r.send() }')(address);
  for (const address of ['/a', 'b', 'native://native/c']) send(address);
  assert.deepEqual(marks(asked), ['Gawa-Own: 1', 'Gawa-Own: 1', 'Gawa-Own: 1']);
  asked.length = 0;
  for (const address of ['http://native/', 'native://http.native/', 'http://other/', 'native://native:1/']) send(address);
  assert.deepEqual(marks(asked), []);

  const mapped = page({ origin: 'native://http.native', base: 'native://http.native/' });
  mapped.run('x => { const r = new XMLHttpRequest(); r.open("GET", x); r.send() }')('http://native/a');
  assert.deepEqual(marks(mapped.asked), ['Gawa-Own: 1']);

  // A sandboxed frame of the app's page.
  const sandboxed = page({ ...own, origin: 'null' });
  sandboxed.run('x => { const r = new XMLHttpRequest(); r.open("GET", x); r.send() }')('/a');
  sandboxed.run('fetch("/a")');
  assert.deepEqual(marks(sandboxed.asked), []);
  assert.deepEqual(sandboxed.asked.at(-1).slice(1), ['native://native/a']);
});

test('fetch of a page of the app says so, whatever it is given', async () => {
  const { run, asked } = page(own);
  run(`
    fetch('/a');
    fetch('/b', { method: 'POST', body: 'x', headers: { 'X-Mine': '1' } });
    fetch(new Request('native://native/c', { headers: { 'X-Mine': '2' } }));
    fetch(new Request('native://native/d'), { headers: { 'X-Mine': '3' } });
    fetch(new Request('native://native/e', { method: 'PUT', body: 'y' }));
    fetch('native://http.native/f');
    fetch('http://other/')`);
  await settled();
  const sent = Object.fromEntries(asked.map(call => [call[1].url ?? call[1], call]));
  const request = name => sent[`native://native/${name}`][1];
  for (const name of ['a', 'b', 'c', 'd', 'e']) assert.equal(request(name).headers.get('gawa-own'), '1', name);
  assert.deepEqual(['b', 'c', 'd'].map(name => request(name).headers.get('x-mine')), ['1', '2', '3']);
  assert.equal(request('b').method, 'POST');
  assert.equal(await request('b').text(), 'x');
  assert.equal(await request('e').text(), 'y');
  assert.deepEqual(sent['native://http.native/f'].slice(1), ['native://http.native/f']);
  assert.deepEqual(sent['http://other/'].slice(1), ['http://other/']);
});

test('events and beacons of a page of the app', async () => {
  const { run, asked, context } = page(own);
  run('new EventSource("/a", 1); new EventSource("http://native/b"); navigator.sendBeacon("/c", "x")');
  await settled();
  // A header is out of reach there. To another host the engine names the page's origin.
  assert.deepEqual(asked[0].slice(1), ['native://events.native/a', 1]);
  assert.deepEqual(asked[1].slice(1, 2), ['native://http.native/b']);
  assert.equal(asked[2][1].headers.get('gawa-own'), '1');
  assert.equal(await asked[2][1].text(), 'x');
  context.answered = 'native://events.native/a';
  assert.equal(run('new EventSource("/a").url'), 'native://native/a');
  context.answered = 'native://events.native';
  assert.equal(run('new MessageEvent().origin'), 'native://native');
  context.answered = 'https://other';
  assert.equal(run('new MessageEvent().origin'), 'https://other');
});

test('marks are set once for each request, before it is sent and not before', () => {
  const { run, asked } = page(own);
  const names = () => asked.splice(0).map(call => call[0]).join();
  run(`
    var request = new XMLHttpRequest();
    request.open('GET', '/a', false);
    request.abort();
    request.setRequestHeader('Gawa-Own', 'mine');
    request.send();`);
  assert.equal(names(), 'open,abort,setRequestHeader,setRequestHeader,setRequestHeader,send');
  run('request.send()');
  assert.equal(names(), 'send');
  run('request.open("GET", "/b"); request.open("GET", "http://other/"); request.send()');
  assert.equal(names(), 'open,open,send');
});

test('a request that cannot be opened leaves the one before as it was', () => {
  const { run, asked } = page({ before: `
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method, url) { if (method === 'bad') throw new SyntaxError(); return open.apply(this, arguments) };` });
  run(`
    const request = new XMLHttpRequest();
    request.open('GET', 'http://native/a', false);
    try { request.open('bad', 'http://other/') } catch {}
    request.send()`);
  assert.deepEqual(marks(asked), ['Gawa-Synchronous: 1']);
});
