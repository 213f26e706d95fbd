import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { page, source } from './page.mjs';

test('the script is under 4096 bytes after gzip and is ASCII', () => {
  assert.ok(gzipSync(source, { level: 9 }).length < 4096);
  assert.match(source, /^[\x00-\x7f]*$/);
});

const mapped = {
  'http://native/': 'native://http.native/',
  'http://native': 'native://http.native/',
  'https://native/a/b?c=d#e': 'native://https.native/a/b?c=d#e',
  'HTTP://NATIVE/A': 'native://http.native/A',
  'http://native:80/a': 'native://http.native/a',
  'https://native:443/a': 'native://https.native/a',
  'http://@native/a': 'native://http.native/a',
  'http:\\\\native\\a': 'native://http.native/a',
  ' http://native/a\n': 'native://http.native/a',
  'http://n%61tive/a': 'native://http.native/a',
  'http://\uff4eative/a': 'native://http.native/a',
  'native://native/a?b': 'native://native/a?b',
  'native://http.native/a': 'native://http.native/a',
  'native://https.native': 'native://https.native',
  'http://native/a%zz/%2e%2e/b?x=%zz': 'native://http.native/b?x=%zz',
  'http://native?q': 'native://http.native/?q',
  'http:native/a': 'native://http.native/a',
  '//native/a': 'native://https.native/a',
};

const untouched = [
  'http://native./', 'http://native../a', 'http://native:8080/', 'http://native:443/', 'https://native:80/', 'http://x@native/',
  'http://x:y@native/', 'http://:y@native/', 'http://native%2e/a', 'http://native.example/', 'http://x.native/', 'http://http.native/',
  'http://nativ/', 'http://natives/', 'ftp://native/', 'native://native:1/', 'native://x@native/', 'native://events.native/', 'native:native', 'data:,http://native/',
  'blob:http://native/1', 'http://other/http://native/', 'http://other/?http://native/', 'http://other#@native/', 'http://native@other/',
  'native', '/native', 'https:native/a', '', 'http://', 'http://native\u0000/', '\ud800', 'about:blank', 'javascript:1',
];

for (const [address, wanted] of Object.entries(mapped)) {
  test(`${JSON.stringify(address)} is the app's`, () => {
    const { run, asked } = page();
    run('x => new XMLHttpRequest().open("GET", x)')(address);
    run('x => fetch(x)')(address);
    run('x => new EventSource(x)')(address);
    assert.deepEqual(asked.map(call => call[0] === 'open' ? call[3] : call[1]), [wanted, wanted, wanted]);
  });
}

test('all other addresses come to the engine as they were', () => {
  for (const address of untouched) {
    const { run, asked } = page();
    run('x => new XMLHttpRequest().open("GET", x)')(address);
    run('x => fetch(x)')(address);
    run('x => new EventSource(x)')(address);
    run('x => navigator.sendBeacon(x)')(address);
    assert.deepEqual(asked.map(call => call[0] === 'open' ? call[3] : call[1]), [address, address, address, address]);
  }
});

test('an object is made text once', () => {
  const { run, asked } = page();
  assert.equal(run(`
    let count = 0;
    const address = { toString() { return ++count + ''; }, valueOf() { return 'http://native/'; } };
    new XMLHttpRequest().open('GET', address); fetch(address); new EventSource(address); navigator.sendBeacon(address);
    new WebSocket(address); count`), 5);
  assert.deepEqual(asked.map(call => call[0] === 'open' ? call[3] : call[1]), ['1', '2', '3', '4', '5']);
  run('fetch(new URL("http://native/a"))');
  assert.equal(asked.at(-1)[1], 'native://http.native/a');
});

test('answers show the address that was asked for', () => {
  const { run, context } = page();
  const cases = {
    'native://http.native/a?b': 'http://native/a?b', 'native://https.native/': 'https://native/', 'http://other/': 'http://other/', '': '',
    'native://native/a': 'native://native/a', 'native://events.native/a': 'native://native/a',
    'native://events.https.native/a': 'https://native/a', 'https://x/native://events.native/': 'https://x/native://events.native/',
    'native://http.native.example/': 'native://http.native.example/',
    'native://http.native:1/': 'native://http.native:1/',
  };
  for (const [address, wanted] of Object.entries(cases)) {
    context.answered = address;
    assert.equal(run('new XMLHttpRequest().responseURL'), wanted);
    assert.equal(run('new EventSource("x").url'), wanted);
  }
});
