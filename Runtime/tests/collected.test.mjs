// Streams of the app that the page forgot.
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Collects until `isDone`, or until what could be collected has been for long. */
async function collected(isDone) {
  for (let round = 0; round < 50 && !isDone(); round++) {
    collect();
    await settled();
  }
}
const greeted = async options => {
  const page = new Page(options);
  await page.items();
  page.run('globalThis.log = []');
  return page;
};
/** The letters of what the page sent since. */
const sent = page => page.messages.slice(page.seen).flatMap(message => message.items.map(item => item[0])).join('');

for (const hash of ['hash', '']) {
  test(`an opened stream that is forgotten is left, and ${hash ? 'the developer is told' : 'no user is'}`, async () => {
    const page = await greeted({ hash });
    page.run('(() => { calendars.search("x").next().then(result => log.push(result.value)); })()');
    const [[, id]] = await page.items();
    // It is waited for.
    await collected(() => sent(page));
    assert.equal(sent(page), '');
    page.push(['i', id, 1]);
    await collected(() => sent(page));
    assert.deepEqual(await page.items(), [['x', id]]);
    assert.equal(page.run('log.join()'), '1');
    assert.deepEqual(page.warnings, hash ? [['calendars.search was neither read to its end nor left']] : []);
  });
}

test('streams that were never read, have ended or were left are no matter', async () => {
  const page = await greeted();
  page.run(`(() => {
    calendars.search('never');
    const [ended, failed, left] = ['ended', 'failed', 'left'].map(name => calendars.search(name));
    ended.next(); failed.next().catch(() => {}); left.next(); left.return();
  })()`);
  const items = await page.items();
  page.push(['d', items[0][1]], ['e', items[1][1], { name: 'E', code: 'c', message: '' }]);
  await page.items();
  // Another one, to see that others were collected too.
  page.run('(() => { calendars.search("last").next(); })()');
  const [[, id]] = await page.items();
  page.push(['i', id, 1]);
  await collected(() => sent(page));
  await collected(() => false);
  assert.deepEqual(await page.items(), [['x', id]]);
  assert.equal(page.warnings.length, 1);
});

test('a stream that the page has, or whose ReadableStream it has, stays', async () => {
  const page = await greeted();
  page.run(`globalThis.kept = calendars.search('kept'); kept.next();
    globalThis.readable = (() => { const stream = calendars.search('readable'); stream.next(); return stream.readable; })();
    globalThis.reader = (() => calendars.search('reader').readable.getReader())(); reader.read();
    (async () => { for await (const item of calendars.search('loop')) { log.push(item); await new Promise(resolve => { globalThis.go = resolve; }); } })();`);
  const items = await page.items();
  page.push(...items.map(([, id]) => ['i', id, id]));
  await page.items();
  await collected(() => sent(page));
  assert.equal(sent(page), '');
  page.run('go(); delete globalThis.readable; delete globalThis.kept; delete globalThis.reader');
  await collected(() => sent(page).replaceAll('k', '').length === 3);
  const left = (await page.items()).filter(item => item[0] === 'x').map(item => item[1]);
  assert.deepEqual(items.filter(item => left.includes(item[1])).map(item => item[4][0]).sort(), ['kept', 'readable', 'reader']);
});
