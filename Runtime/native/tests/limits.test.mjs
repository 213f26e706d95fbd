// The limit of time of XMLHttpRequest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page, settled } from './page.mjs';

const opened = `
  var request = new XMLHttpRequest(), seen = [];
  for (const target of [request, request.upload]) for (const kind of ['abort', 'timeout']) {
    target.addEventListener(kind, () => seen.push((target === request ? '' : 'upload ') + kind));
  }
  request.open('POST', 'http://native/a');`;
const aborts = `
  XMLHttpRequest.prototype.abort = function () {
    ask('abort');
    reach(this, 4);
    this.upload.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('abort'));
    reach(this, 0);
  };`;

test('a request ends by its limit: an abort to the engine, and none to the page', () => {
  const { run, asked } = page({ before: aborts });
  run(`${opened} request.timeout = 300; request.send('abc')`);
  assert.equal(run('limits()'), '300');
  run('pass()');
  assert.deepEqual([...run('seen')], ['upload timeout', 'timeout']);
  assert.equal(run('request.readyState'), 4);
  assert.equal(asked.filter(call => call[0] === 'abort').length, 1);
  run('request.open("GET", "http://native/")');
  assert.equal(run('request.readyState'), 1);
  run('seen = []; request.send(); request.abort()');
  assert.deepEqual([...run('seen')], ['upload abort', 'abort']);
});

test('a limit that is set late counts from the start, and one that is taken back counts for nothing', () => {
  const { run, context } = page({ before: aborts });
  run(`${opened} request.send('abc')`);
  assert.equal(run('limits()'), '');
  context.clock = 250;
  run('request.timeout = 300');
  assert.equal(run('limits()'), '50');
  run('request.timeout = 100');
  assert.equal(run('limits()'), ',0');
  run('request.timeout = 0; pass()');
  assert.deepEqual([...run('seen')], []);
});

test('an end, another request, a synchronous one and another address have no limit of ours', () => {
  const { run } = page({ before: aborts });
  run(`${opened} request.timeout = 300; request.send(); reach(request, 4); pass()`);
  run(`${opened} request.timeout = 300; request.send(); request.open('GET', 'http://native/b'); pass()`);
  assert.deepEqual([...run('seen')], []);
  run(`${opened} request.timeout = 300; request.open('GET', 'http://native/', false); request.send();
    request.open('GET', 'http://other/'); request.send()`);
  assert.equal(run('limits()'), '');
});

test('a body that is being read counts', async () => {
  const { run, asked } = page({ before: aborts });
  run(`${opened} request.timeout = 300; request.send(new Blob(['abc'])); pass()`);
  await settled();
  assert.deepEqual(asked.map(call => call[0]), ['open', 'open', 'send', 'abort']);
  assert.deepEqual([...run('seen')], ['upload timeout', 'timeout']);
});
