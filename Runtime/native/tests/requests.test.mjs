import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page, settled } from './page.mjs';

test('all that is given to open comes to the engine', () => {
  const { run, asked } = page();
  const request = run(`
    const request = new XMLHttpRequest();
    request.open('PUT', 'http://native/a', false, 'user', 'word');
    request.open('GET', 'http://native/b', undefined);
    request.open('GET', 'http://other/c', true, null);
    request`);
  assert.deepEqual(asked.map(call => call.slice(2)), [
    ['PUT', 'native://http.native/a', false, 'user', 'word'], ['GET', 'native://http.native/b', undefined],
    ['GET', 'http://other/c', true, null],
  ]);
  assert.ok(asked.every(call => call[1] === request));
  run('new XMLHttpRequest().open("GET")');
  assert.deepEqual(asked.at(-1).slice(2), ['GET']);
});

test('the options of fetch come to the engine as they were', () => {
  const { run, asked } = page();
  const options = run('var options = { method: "POST", body: "x" }; fetch("http://native/a", options); fetch(); options');
  assert.equal(asked[0][1], 'native://http.native/a');
  assert.equal(asked[0][2], options);
  assert.deepEqual(asked[1], ['fetch']);
});

test('what cannot be an address is left to the engine, which rejects', () => {
  const { run, asked } = page();
  run('fetch(Symbol.iterator); fetch({ toString() { throw 1 } })');
  assert.equal(asked.length, 2);
});

test('a Request keeps its method, header fields, body, modes and signal', async () => {
  const { run, asked } = page();
  const { request, controller } = run(`
    const controller = new AbortController();
    const request = new Request('http://native/a?b', {
      method: 'PUT', body: '{"a":1}', headers: { 'Content-Type': 'application/json', 'X-Mine': '1, 2' }, credentials: 'omit',
      cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer', integrity: 'sha256-x', signal: controller.signal,
    });
    fetch(request);
    ({ request, controller })`);
  await settled();
  assert.equal(asked.length, 1);
  const copy = asked[0][1];
  assert.ok(copy instanceof Request);
  assert.equal(copy.url, 'native://http.native/a?b');
  for (const name of ['method', 'mode', 'credentials', 'cache', 'redirect', 'referrerPolicy', 'integrity', 'keepalive']) {
    assert.equal(copy[name], request[name], name);
  }
  assert.deepEqual([...copy.headers], [...request.headers]);
  assert.equal(await copy.text(), '{"a":1}');
  assert.equal(request.bodyUsed, true);
  assert.equal(copy.signal.aborted, false);
  controller.abort();
  assert.equal(copy.signal.aborted, true);
});

test('a Request without a body is sent at once, and of another address as it is', async () => {
  const { run, asked } = page();
  const other = run(`
    fetch(new Request('http://native/a'), { headers: { a: 'b' } });
    fetch(new Request('http://native/b', { method: 'DELETE' }));
    fetch(new Request('http://native/c', { method: 'POST', body: 'one' }), { body: 'other' });
    const other = new Request('http://other/');
    fetch(other);
    other`);
  await settled();
  assert.deepEqual(asked.map(call => call[1].url), [
    'native://http.native/a', 'native://http.native/b', 'http://other/', 'native://http.native/c',
  ]);
  assert.equal(asked[0][1].headers.get('a'), 'b');
  assert.equal(asked[1][1].method, 'DELETE');
  assert.equal(await asked[3][1].text(), 'other');
  assert.equal(asked[2][1], other);
});

test('a Request whose body is used up is rejected', async () => {
  const { run, asked } = page();
  const name = await run(`(async () => {
    const request = new Request('http://native/a', { method: 'POST', body: 'x' });
    await request.text();
    return fetch(request).then(() => 'answered', error => error.name);
  })()`);
  assert.equal(name, 'TypeError');
  assert.equal(asked.length, 0);
});

test('a Blob, and a form that may have a file, is read before it is sent', async () => {
  const { run, asked } = page();
  run(`
    fetch('http://native/blob', { method: 'POST', body: new Blob(['abc'], { type: 'image/png' }), headers: { 'X-Mine': '1' } });
    const form = new FormData();
    form.append('file', new Blob(['in a file']), 'name');
    fetch('native://native/form', { method: 'POST', body: form });
    fetch('http://other/blob', { method: 'POST', body: new Blob(['abc']) })`);
  await settled();
  assert.deepEqual(asked.map(call => call[1].url ?? call[1]), [
    'http://other/blob', 'native://http.native/blob', 'native://native/form',
  ]);
  assert.match(asked[2][1].headers.get('content-type'), /^multipart\/form-data; boundary=/);
  assert.match(await asked[2][1].text(), /filename="name"[^]*in a file/);
  const copy = asked[1][1];
  assert.equal(copy.headers.get('content-type'), 'image/png');
  assert.equal(copy.headers.get('x-mine'), '1');
  assert.equal(await copy.text(), 'abc');
});

test('a beacon is a request that is kept alive, and returns true', async () => {
  const { run, asked } = page();
  assert.deepEqual(run(`[
    navigator.sendBeacon('http://native/a', 'text'), navigator.sendBeacon('https://native/b'),
    navigator.sendBeacon('http://native/c', new Blob(['{}'], { type: 'application/json' })),
    navigator.sendBeacon('http://other/', 'x'),
  ].join()`), 'true,true,true,false');
  await settled();
  const sent = asked.filter(call => call[0] === 'fetch').map(call => call[1]);
  assert.deepEqual(sent.map(request => request.url), [
    'native://http.native/a', 'native://https.native/b', 'native://http.native/c',
  ]);
  for (const request of sent) {
    assert.equal(request.method, 'POST');
    assert.equal(request.keepalive, true);
    assert.equal(request.credentials, 'include');
  }
  assert.deepEqual(sent.map(request => request.mode), ['cors', 'cors', 'cors']);
  assert.equal(await sent[0].text(), 'text');
  assert.equal(sent[2].headers.get('content-type'), 'application/json');
  assert.throws(() => run('navigator.sendBeacon("http://native/", { [Symbol.toPrimitive]() { throw new TypeError() } })'));
});

test('a beacon that fails is nobody\'s unhandled rejection', async () => {
  const { run } = page({ before: 'fetch = () => Promise.reject(new TypeError("network"))' });
  assert.equal(run('navigator.sendBeacon("http://native/", "x")'), true);
  await settled();
});

test('there is no socket to the host', () => {
  const { run, asked } = page();
  for (const address of ['ws://native/', 'wss://native:1/', 'ws://x@NATIVE', 'ws://native./']) {
    assert.throws(() => run('x => new WebSocket(x)')(address), { name: 'SecurityError' });
  }
  run('new WebSocket("ws://native.example/", "p")');
  assert.deepEqual(asked, [['WebSocket', 'ws://native.example/', 'p']]);
});
