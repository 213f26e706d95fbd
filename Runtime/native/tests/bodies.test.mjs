// Bodies of XMLHttpRequest: what is read before it is sent, and the events of an upload.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page, settled } from './page.mjs';

const opened = `
  var request = new XMLHttpRequest();
  request.open('POST', 'http://native/a');`;
const sent = asked => asked.filter(call => call[0] === 'send').map(call => call[1]);
const text = bytes => new TextDecoder().decode(bytes);

test('a Blob is sent as its bytes, with its type unless the page has set one', async () => {
  const { run, asked } = page();
  run(`${opened} request.send(new Blob(['abc'], { type: 'image/png' }))`);
  await settled();
  assert.deepEqual(asked.map(call => call[0]), ['open', 'setRequestHeader', 'send']);
  assert.deepEqual(asked[1].slice(1), ['Content-Type', 'image/png']);
  assert.equal(text(asked[2][1]), 'abc');
  asked.length = 0;
  run(`${opened} request.setRequestHeader('CONTENT-type', 'a/b'); request.send(new Blob(['abc'], { type: 'image/png' }))`);
  run(`${opened} request.send(new Blob(['abc']))`);
  await settled();
  assert.deepEqual(asked.filter(call => call[0] === 'setRequestHeader').map(call => call[2]), ['a/b']);
});

test('a form is sent as its bytes', async () => {
  const { run, asked } = page();
  run(`${opened}
    const form = new FormData();
    form.append('file', new Blob(['in a file'], { type: 'text/x-mine' }), 'name');
    request.send(form)`);
  await settled();
  assert.match(asked[1][2], /^multipart\/form-data; boundary=/);
  assert.match(text(sent(asked)[0]), /name="file"; filename="name"\r\nContent-Type: text\/x-mine\r\n\r\nin a file/);
});

test('while a body is read the request is one that is sent', async () => {
  const { run, asked } = page();
  const names = run(`${opened}
    request.send(new Blob(['abc']));
    [() => request.send(), () => request.setRequestHeader('a', 'b')].map(body => {
      try { body() } catch (error) { return error.name }
    }).join()`);
  assert.equal(names, 'InvalidStateError,InvalidStateError');
  await settled();
  assert.equal(sent(asked).length, 1);
});

test('a request that is opened again while a body is read does not send it', async () => {
  const { run, asked } = page();
  run(`${opened}
    request.send(new Blob(['abc']));
    request.open('POST', 'http://native/b');
    request.send('other')`);
  await settled();
  assert.deepEqual(sent(asked), ['other']);
});

test('an abort while a body is read gives the engine something to abort that reaches no handler', async () => {
  const { run, asked } = page();
  run(`${opened} request.send(new Blob(['abc'])); request.abort(); request.abort()`);
  await settled();
  assert.deepEqual(asked.map(call => call[0]), ['open', 'open', 'send', 'abort', 'abort']);
  assert.deepEqual(asked[1].slice(2), ['OPTIONS', 'native://http.native/a']);
});

test('a Blob that cannot be read is sent in a form, of which the app says that it cannot have it', async context => {
  context.mock.method(Blob.prototype, 'arrayBuffer', () => Promise.reject(new TypeError()));
  const { run, asked } = page();
  run(`${opened}
    request.send(new Blob(['abc']));
    const form = new FormData();
    request = new XMLHttpRequest();
    request.open('POST', 'http://native/b');
    form.append('a', 'b');
    request.send(form)`);
  await settled();
  context.mock.restoreAll();
  assert.ok(sent(asked)[0] instanceof FormData && sent(asked)[1] instanceof FormData);
  assert.equal(await sent(asked)[0].get('').text(), 'abc');
  assert.match(await sent(asked)[1].get('').text(), /name="a"\r\n\r\nb\r\n/);
});

test('GET and HEAD send no body, and other addresses what they were given', async () => {
  const { run, asked } = page();
  const blob = run(`
    const blob = new Blob(['abc']);
    for (const [method, url] of [['GET', 'http://native/'], ['head', 'http://native/'], ['POST', 'http://other/']]) {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.send(blob);
    }
    blob`);
  assert.deepEqual(sent(asked), [blob, blob, blob]);
});

test('a synchronous request for the app reads a Blob at once', () => {
  const { run, asked } = page({ before: `
    Object.defineProperty(XMLHttpRequest.prototype, 'responseType', { set(type) { ask('type', type) }, configurable: true });
    Object.defineProperty(XMLHttpRequest.prototype, 'response', { get() { return new ArrayBuffer(3) }, configurable: true });` });
  run(`
    const request = new XMLHttpRequest();
    request.open('POST', 'http://native/a', false);
    request.send(new Blob(['abc'], { type: 'a/b' }));
    request.open('POST', 'http://native/a', false);
    request.send(new FormData())`);
  assert.deepEqual(asked.map(call => call[0]), [
    'open', 'setRequestHeader', 'open', 'type', 'send', 'setRequestHeader', 'send', 'open', 'setRequestHeader', 'send',
  ]);
  assert.match(asked[2][3], /^blob:/);
  assert.deepEqual(asked[3].slice(1), ['arraybuffer']);
  assert.deepEqual(asked[5].slice(1), ['Content-Type', 'a/b']);
  assert.equal(asked[6][1].byteLength, 3);
});

const watched = `
  var seen = [];
  var watch = request => {
    for (const kind of ['progress', 'load', 'loadend', 'abort', 'error', 'timeout']) {
      request.upload.addEventListener(kind, event => seen.push(kind + (event.numbers ? ' ' + Object.values(event.numbers).join() : '')));
    }
    request.addEventListener('readystatechange', () => seen.push(request.readyState));
  };`;

test('the events of an upload come before the head of the answer, with the number of bytes', async () => {
  const bodies = {
    "'täxt'": 5, '42': 2, 'new ArrayBuffer(3)': 3, 'new Uint16Array(4)': 8, 'new DataView(new ArrayBuffer(9), 2)': 7,
    'new URLSearchParams("a=é")': 8, "new Blob(['abc'])": 3,
  };
  for (const [body, size] of Object.entries(bodies)) {
    const { run } = page();
    run(`${watched} ${opened} watch(request); request.send(${body})`);
    await settled();
    run('reach(request, 2); reach(request, 3); reach(request, 4)');
    assert.deepEqual([...run('seen')], [`progress true,${size},${size}`, `load true,${size},${size}`, `loadend true,${size},${size}`, 2, 3, 4], body);
  }
});

test('there are none without bytes, of other addresses and synchronously, and once for each request', () => {
  const { run } = page();
  run(`${watched}
    for (const [method, url, isAsync, body] of [
      ['POST', 'http://native/', true, ''], ['POST', 'http://native/', true, null], ['GET', 'http://native/', true, 'x'],
      ['POST', 'http://other/', true, 'x'], ['POST', 'http://native/', false, 'x'], ['POST', 'http://native/', true, {}],
    ]) {
      const request = new XMLHttpRequest();
      watch(request);
      request.open(method, url, isAsync);
      request.send(body);
      reach(request, 2);
    }`);
  assert.deepEqual([...run('seen.splice(0)')], [2, 2, 2, 2, 2, 2]);
  run(`
    var request = new XMLHttpRequest();
    watch(request);
    for (const body of ['a', '', 'ab']) {
      request.open('POST', 'http://native/');
      request.send(body);
      reach(request, 2);
      reach(request, 2);
    }`);
  assert.deepEqual([...run('seen')], [
    'progress true,1,1', 'load true,1,1', 'loadend true,1,1', 2, 2, 2, 2, 'progress true,2,2', 'load true,2,2', 'loadend true,2,2', 2, 2,
  ]);
});

test('what the engine says of an upload that is over is not heard, and of one on its way it is', () => {
  const { run } = page();
  run(`${watched} ${opened} watch(request); request.send('a');
    request.upload.dispatchEvent(new Event('error')); request.upload.dispatchEvent(new Event('loadend'))`);
  assert.deepEqual([...run('seen.splice(0)')], ['error', 'loadend']);
  run(`request.open('POST', 'http://native/'); request.send('a'); reach(request, 2); seen = [];
    for (const kind of ['abort', 'error', 'timeout', 'loadend']) request.upload.dispatchEvent(new Event(kind))`);
  assert.deepEqual([...run('seen')], []);
});
