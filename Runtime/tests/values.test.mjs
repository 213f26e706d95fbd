import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echo, Page } from './page.mjs';

/** What `expression` is in the text of a call. */
async function sent(page, expression) {
  await page.items();
  page.run(`calendars.echo(${expression}).catch(error => { globalThis.failure = error; })`);
  const items = await page.items();
  return items[0]?.[4]?.[0];
}

/** The DataCloneError that refuses `expression`. */
async function refused(page, expression) {
  await page.items();
  page.run(`globalThis.failure = undefined; calendars.echo(${expression}).catch(error => { globalThis.failure = error; })`);
  assert.deepEqual(await page.items(), [], expression);
  assert.ok(page.run('failure instanceof calendars.GawaError && failure instanceof Error'), expression);
  return page.run('({ name: failure.name, code: failure.code, message: failure.message, cause: failure.cause })');
}

const tags = [
  ['[undefined, 1]', [{ $: 'u' }, 1]],
  ['[,1]', [{ $: 'u' }, 1]],
  ['({ a: undefined, b: 1 })', { b: 1 }],
  ['NaN', { $: 'n', v: 'NaN' }],
  ['[Infinity, -Infinity]', [{ $: 'n', v: 'Infinity' }, { $: 'n', v: '-Infinity' }]],
  ['-0', { $: 'n', v: '-0' }],
  ['-12n', { $: 'i', v: '-12' }],
  ['new Date(1.5e12)', { $: 'd', v: 1.5e12 }],
  ['new Date(NaN)', { $: 'd', v: null }],
  ['new Uint8Array([0, 1, 2])', { $: 'b', v: 'AAEC' }],
  ['({ $: "n", v: 1 })', { $: 'o', v: { $: 'n', v: 1 } }],
  ['({ $: { $: 1 } })', { $: 'o', v: { $: { $: 'o', v: { $: 1 } } } }],
  ['new URL("https://a.example/b c")', 'https://a.example/b%20c'],
  ['({ a: new Date(1), "b\\"": [1.5, null, true, "x"] })', { a: { $: 'd', v: 1 }, 'b"': [1.5, null, true, 'x'] }],
  ['5e-324', 5e-324],
  ['1e21', 1e21],
  ['null', null],
];

for (const [expression, text] of tags) {
  test(`${expression} is sent as the table says, and comes back the same`, async () => {
    const page = new Page();
    assert.deepEqual(await sent(page, expression), text);
    const same = await page.answered(`
      const value = ${expression};
      const back = await calendars.echo(value);
      const show = value => typeof value === 'bigint' ? value + 'n' : value instanceof Date ? 'date ' + +value
        : value instanceof Uint8Array ? 'bytes ' + value : value instanceof URL ? 'string ' + value.href
        : Array.isArray(value) ? '[' + Array.from(value, show) + ']'
        : value && typeof value === 'object'
          ? '{' + Object.keys(value).filter(key => value[key] !== undefined).map(key => JSON.stringify(key) + show(value[key])) + '}'
        : Object.is(value, -0) ? '-0' : typeof value + ' ' + String(value);
      return show(back) === show(value) ? 'same' : show(back) + ' is not ' + show(value);`, echo);
    assert.equal(same, 'same');
  });
}

test('BR-001: line separators, in a value, an argument and an error', async () => {
  const page = new Page();
  const text = 'a\u2028b\u2029c';
  assert.equal(await sent(page, JSON.stringify(text)), text);
  const units = await page.answered(
    `const back = await calendars.echo('x'); return Array.from(back, c => c.charCodeAt(0)).join()`, ([, id]) => ['r', id, text]);
  assert.equal(units, '97,8232,98,8233,99');
  const message = await page.answered(
    `try { await calendars.echo('x'); } catch (error) { return error.message; }`,
    ([, id]) => ['e', id, { name: 'Error', code: 'x', message: text }]);
  assert.equal(message, text);
});

test('BR-006: emoji and lone surrogates cross as they are', async () => {
  const page = new Page();
  for (const text of ['👨‍👩‍👧‍👦', '🇪🇺', '\u{10FFFF}', '\ud83d', '\udc00', 'x'.repeat(999) + '\ud83d', '\0']) {
    await sent(page, JSON.stringify(text));
    const raw = page.messages.at(-1).text;
    assert.ok(raw.isWellFormed?.() ?? !/[\ud800-\udfff](?![\udc00-\udfff])/.test(raw.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')));
    assert.equal(page.messages.at(-1).items[0][4][0], text);
    assert.equal(await page.answered(`return await calendars.echo(${JSON.stringify(text)})`, echo), text);
  }
});

test('BR-009: 64-bit integers are exact, nested or not', async () => {
  const page = new Page();
  for (const digits of ['9223372036854775807', '-9223372036854775808', '18446744073709551615', '9007199254740993']) {
    assert.deepEqual(await sent(page, digits + 'n'), { $: 'i', v: digits });
    const same = await page.answered(`
      const value = ${digits}n;
      const back = await calendars.echo([value, { value }]);
      return back[0] === value && back[1].value === value;`, echo);
    assert.equal(same, true);
  }
  assert.equal(await sent(page, '9007199254740991'), 9007199254740991);
});

test('BR-011: numbers that JSON cannot hold are themselves in both directions', async () => {
  const page = new Page();
  const same = await page.answered(`
    const values = [NaN, Infinity, -Infinity, -0, 5e-324, 0];
    const back = await calendars.echo(values);
    const alone = [];
    for (const value of values) alone.push(await calendars.echo(value));
    return values.every((value, index) => Object.is(value, back[index]) && Object.is(value, alone[index]));`, echo);
  assert.equal(same, true);
});

test('BR-012: booleans stay booleans', async () => {
  const page = new Page();
  assert.deepEqual(await sent(page, '[true, false, 1, 0, { flag: true, count: 1 }]'), [true, false, 1, 0, { flag: true, count: 1 }]);
  const types = await page.answered(
    `return (await calendars.echo([true, false, 1, 0, 1.0])).map(value => typeof value).join()`, echo);
  assert.equal(types, 'boolean,boolean,number,number,number');
});

test('BR-014: null keeps its place', async () => {
  const page = new Page();
  assert.deepEqual(await sent(page, '[[1, null, 3], [null], { a: null, b: 1 }, { b: 1 }]'), [[1, null, 3], [null], { a: null, b: 1 }, { b: 1 }]);
  const back = await page.answered(`
    const back = await calendars.echo([[1, null, 3], { a: null }]);
    return back[0].length === 3 && back[0][1] === null && back[1].a === null;`, echo);
  assert.equal(back, true);
});

test('BR-016: dates keep their milliseconds, an invalid one too', async () => {
  const page = new Page();
  const times = await page.answered(`
    const dates = [new Date(0), new Date(1234567890123), new Date(8.64e15), new Date(NaN)];
    const back = await calendars.echo(dates);
    return back.every(date => date instanceof Date) && back.map(date => date.getTime()).join();`, echo);
  assert.equal(times, '0,1234567890123,8640000000000000,NaN');
});

for (const native of [false, true]) {
  // The engine of these tests has no base64 of its own; newer ones have.
  const prepare = !native ? '' : `
    Uint8Array.prototype.toBase64 = function () { return btoa(String.fromCharCode(...this)); };
    Uint8Array.fromBase64 = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));`;
  test(`BR-019: the bytes of a view or buffer, ${native ? 'by the engine' : 'in chunks'}`, async () => {
    const page = new Page({ prepare });
    assert.deepEqual(await sent(page, `({ name: 'x', data: new Uint8Array([0, 1, 255]) })`), { name: 'x', data: { $: 'b', v: 'AAH/' } });
    assert.deepEqual(await sent(page, 'new Uint8Array([1, 2, 3]).buffer'), { $: 'b', v: 'AQID' });
    assert.deepEqual(await sent(page, 'new DataView(new Uint8Array([9, 1, 2, 3, 9]).buffer, 1, 3)'), { $: 'b', v: 'AQID' });
    assert.deepEqual(await sent(page, 'new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4)'), { $: 'b', v: 'AQID' });
    assert.deepEqual(await sent(page, 'new Uint8Array(0)'), { $: 'b', v: '' });
    assert.deepEqual(await sent(page, 'new Float64Array([1])'), { $: 'b', v: Buffer.from(new Float64Array([1]).buffer).toString('base64') });
    assert.equal((await refused(page, 'new Blob(["x"])')).message, 'arguments[0] cannot be sent: Blob');
    assert.equal(await page.answered(`
      const back = (await calendars.echo({ data: new Uint8Array([0, 1, 255]) })).data;
      return back instanceof Uint8Array && back.join();`, echo), '0,1,255');
  });
}

test('long bytes are whole', async () => {
  const page = new Page();
  for (const length of [29999, 30000, 30001, 100000]) {
    const bytes = Buffer.alloc(length, 0).map((_, index) => (index * 7 + (index >> 8)) & 255);
    page.context.bytes = bytes;
    assert.deepEqual(await sent(page, 'Uint8Array.from(bytes)'), { $: 'b', v: bytes.toString('base64') });
    assert.equal(await page.answered(`
      const back = await calendars.echo(Uint8Array.from(bytes));
      return back.length === ${length} && back.every((byte, index) => byte === bytes[index]);`, echo), true);
  }
});

const refusals = [
  ['() => 1', 'arguments[0] cannot be sent: function'],
  ['Symbol()', 'arguments[0] cannot be sent: symbol'],
  ['new Map()', 'arguments[0] cannot be sent: Map'],
  ['({ a: [0, new Set()] })', 'arguments[0].a[1] cannot be sent: Set'],
  ['Promise.resolve()', 'arguments[0] cannot be sent: Promise'],
  ['({ file: new Blob([]) })', 'arguments[0].file cannot be sent: Blob'],
  ['new Error("x")', 'arguments[0] cannot be sent: Error'],
  ['/x/', 'arguments[0] cannot be sent: RegExp'],
  ['new WeakMap()', 'arguments[0] cannot be sent: WeakMap'],
  ['(() => { const a = {}; a.b = [a]; return a; })()', /^arguments\[0\].*cannot be sent: a cycle$/],
  ['(() => { let a = []; for (let i = 0; i < 200; i++) a = [a]; return a; })()', /^arguments\[0\].*cannot be sent: too deep$/],
  ['(() => { let a = []; for (let i = 0; i < 1e6; i++) a = { a }; return a; })()', /too deep$/],
  ['({ get a() { throw new RangeError("mine"); } })', 'arguments[0].a cannot be sent: unreadable'],
  ['(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { proxy }; })()', /unreadable$/],
  ['new Proxy({}, { ownKeys() { throw 1; } })', /unreadable$/],
  ['new Proxy({}, { getPrototypeOf() { throw undefined; } })', /unreadable$/],
  ['(() => { const bytes = new Uint8Array(8); structuredClone(bytes.buffer, { transfer: [bytes.buffer] }); return bytes.buffer; })()', /ArrayBuffer|throws/],
];

for (const [expression, message] of refusals) {
  test(`${expression} is refused`, async () => {
    const page = new Page();
    const failure = await refused(page, expression);
    assert.equal(failure.name, 'DataCloneError');
    assert.equal(failure.code, 'dataClone');
    if (typeof message === 'string') assert.equal(failure.message, message);
    else assert.match(failure.message, message);
  });
}

test('what a getter throws is the cause of the refusal', async () => {
  const page = new Page();
  page.run('globalThis.mine = new RangeError("mine")');
  const failure = await refused(page, '({ get a() { throw mine; } })');
  assert.ok(failure.cause === page.run('mine'));
});

test('the depth that the app allows can be used, and one more cannot', async () => {
  const page = new Page({ maximumDepth: 3 });
  assert.deepEqual(await sent(page, '[[[1]]]'), [[[1]]]);
  assert.deepEqual(await sent(page, '[[[1n]]]'), [[[{ $: 'i', v: '1' }]]]);
  assert.match((await refused(page, '[[[[1]]]]')).message, /too deep/);
  assert.match((await refused(page, '[[[[1n]]]]')).message, /too deep/);
});

test('too long a text is refused, and without end is too long', async () => {
  const page = new Page({ maximumTextLength: 1000 });
  for (const expression of [
    '"x".repeat(2000)', '"\\0".repeat(900)', '["x".repeat(600), new Date(), "x".repeat(600)]', 'new Uint8Array(1000)',
    '(() => { let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; return a; })()',
    '(() => { let a = [1n]; for (let i = 0; i < 60; i++) a = [a, a]; return a; })()',
    'new Array(4e9)', 'new Proxy([], { get: (_, key) => key === "length" ? Infinity : 1 })',
    '"x".repeat(600), "x".repeat(600)',
  ]) {
    const failure = await refused(page, expression);
    assert.equal(failure.name, 'QuotaExceededError', expression);
    assert.equal(failure.code, 'quotaExceeded');
  }
  assert.equal(await sent(page, '"x".repeat(900)'), 'x'.repeat(900));
});

test('a proxy that is its own prototype comes to an end', async () => {
  const page = new Page();
  page.run(`globalThis.proxy = new Proxy({}, {
    getPrototypeOf: () => proxy, get: (_, key) => key === Symbol.toStringTag ? 'Own' : undefined })`);
  assert.match((await refused(page, 'proxy')).message, /Own/);
});

test('objects of classes and of other realms are sent by what they are', async () => {
  const page = new Page();
  page.context.other = new Page({ load: false }).run(`({
    list: [1, { a: [2] }], date: new Date(5), bytes: new Uint8Array([1]), buffer: new ArrayBuffer(1), map: new Map() })`);
  assert.deepEqual(await sent(page, 'other.list'), [1, { a: [2] }]);
  assert.deepEqual(await sent(page, '[other.date, other.bytes, other.buffer]'),
    [{ $: 'd', v: 5 }, { $: 'b', v: 'AQ==' }, { $: 'b', v: 'AA==' }]);
  assert.match((await refused(page, 'other.map')).message, /Map/);
  assert.deepEqual(await sent(page, 'new (class Point { x = 1; get y() { return 2; } })()'), { x: 1 });
  assert.deepEqual(await sent(page, 'new (class { x = 1; get [Symbol.toStringTag]() { return "Map"; } })()'), { x: 1 });
  assert.deepEqual(await sent(page, 'new (class extends Array {})(1, 2, 3)'), [1, 2, 3]);
  assert.deepEqual(await sent(page, 'Object.assign(Object.create(null), { x: 1 })'), { x: 1 });
});

test('BR-064: a toJSON of the page is not called, and stays', async () => {
  const page = new Page();
  page.run(`
    for (const type of [Array, String, Object, Date, BigInt, Number]) type.prototype.toJSON = () => { throw 'called'; };
    globalThis.held = Array.prototype.toJSON;`);
  assert.deepEqual(await sent(page, '[1, [2]]'), [1, [2]]);
  assert.deepEqual(await sent(page, '({ a: [3], b: new Date(1), c: 1n })'), { a: [3], b: { $: 'd', v: 1 }, c: { $: 'i', v: '1' } });
  assert.equal(await sent(page, '"text"'), 'text');
  assert.equal(await page.answered('return Array.isArray(await calendars.echo([1]))', echo), true);
  assert.ok(page.run('Array.prototype.toJSON === held'));
  const own = new Page();
  assert.match((await refused(own, '({ toJSON() { return 1; } })')).message, /arguments\[0\]\.toJSON.*function/);
  assert.deepEqual(await sent(own, 'Object.defineProperty({ a: 1 }, "toJSON", { value: () => 2 })'), { a: 1 });
});

test('trailing undefined arguments are left out, others are not', async () => {
  const page = new Page();
  await page.items();
  page.run('calendars.add(undefined, undefined); calendars.add(undefined, 1); calendars.add(null, undefined)');
  assert.deepEqual((await page.items()).map(item => item[4]), [[], [{ $: 'u' }, 1], [null]]);
});

test('tags are looked for only under a capital letter', async () => {
  const page = new Page();
  const kinds = await page.answered('return typeof await calendars.echo(1) + typeof (await calendars.echo(1)).v',
    ([, id]) => [id === 1 ? 'R' : 'r', id, { $: 'i', v: '1' }]);
  assert.equal(kinds, 'bigintstring');
});

test('BR-066: keys that mean something elsewhere are plain', async () => {
  const page = new Page();
  const text = '{"__proto__":{"polluted":1},"constructor":{"$":"i","v":"7"},"$x":1}';
  const result = await page.answered(`
    const back = await calendars.echo(JSON.parse(${JSON.stringify(text.replace('{"$":"i","v":"7"}', '2'))}));
    const tagged = await calendars.echo([1n, JSON.parse('{"__proto__":{"$":1},"$":3}')]);
    return [Object.keys(back), back.constructor === 2, ({}).polluted, Object.getPrototypeOf(back) === Object.prototype,
      Object.keys(tagged[1]), Object.getOwnPropertyDescriptor(tagged[1], '__proto__').value.$, tagged[1].$].join();`, echo);
  assert.equal(result, '__proto__,constructor,$x,true,,true,__proto__,$,1,3');
});
