// Random streams of the page against random readers in the app: both bounds hold at all times, items keep their order,
// each stream ends once, and each iterator that is left is returned from once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page } from './page.mjs';
import { makeRandom, makeSeeds } from './seeds.mjs';

const makers = `
  const text = (name, place, length) => (place + ':').padEnd(length, 'x');
  globalThis.returned = {}; globalThis.go = [];
  const leave = name => { returned[name] = (returned[name] ?? 0) + 1; return { done: true }; };
  const makers = {
    // Each of them ends by its own end, or by an error behind the last item.
    synchronous: (name, lengths, fails) => { let n = 0; return { [Symbol.iterator]() { return this; },
      next: () => { if (n < lengths.length) return { value: text(name, n, lengths[n++]) }; if (fails) throw new RangeError('mine'); return { done: true }; }, return: () => leave(name) }; },
    promised: (name, lengths, fails) => { let n = 0; return { [Symbol.iterator]() { return this; },
      next: () => { if (n < lengths.length) return { value: Promise.resolve(text(name, n, lengths[n++])) }; if (fails) throw new RangeError('mine'); return { done: true }; }, return: () => leave(name) }; },
    asynchronous: (name, lengths, fails) => { let n = 0; return { [Symbol.asyncIterator]() { return this; },
      next: () => new Promise((resolve, reject) => go.push(() => {
        if (n < lengths.length) resolve({ value: text(name, n, lengths[n++]) }); else if (fails) reject(new RangeError('mine')); else resolve({ done: true }); })),
      return: () => leave(name) }; },
    readable: (name, lengths, fails) => { let n = 0; return new ReadableStream({
      pull: c => { if (n < lengths.length) c.enqueue(text(name, n, lengths[n++])); else if (fails) c.error(new RangeError('mine')); else c.close(); },
      cancel: () => { leave(name); } }, { highWaterMark: 0 }); },
  };
  calendars.expose('make', (kind, isLate, ...rest) => isLate
    ? new Promise(resolve => go.push(() => resolve(makers[kind](...rest.slice(0, 3))))) : makers[kind](...rest.slice(0, 3)));`;

for (const hasLanes of [false, true]) {
  for (const seed of makeSeeds(25)) {
    test(`streams of the page, ${hasLanes ? 'by a lane' : 'by messages'}, with seed ${seed}`, async () => {
      const random = makeRandom(seed);
      const pick = count => Math.floor(random() * count);
      const streamWindow = 1 + pick(8);
      const streamLength = 20 + pick(200);
      const page = new Page({ hasLanes, streamWindow, streamLength });
      await page.items();
      page.run(makers);
      const streams = new Map();
      const check = (stream, [letter, id, value]) => {
        assert.ok(!stream.end, `${letter} after the end of ${id}`);
        if (letter !== 'i') {
          stream.end = letter;
          return;
        }
        assert.ok(value.startsWith(`${stream.got}:`), `${value} for ${stream.got}`);
        stream.got++;
        const length = JSON.stringify(value).length + 1;
        const before = stream.unread.reduce((sum, other) => sum + other, 0);
        assert.ok(stream.unread.length < streamWindow, 'more items than the window');
        assert.ok(!stream.unread.length || before + length <= streamLength, 'more text than the bound');
        stream.unread.push(length);
      };
      const collect = async () => {
        for (const item of await page.items()) {
          const stream = streams.get(item[1]);
          // What was on its way when the app left means nothing.
          if (!stream.isLeft) check(stream, item);
        }
      };
      const open = () => {
        const id = streams.size + 1;
        const kind = ['synchronous', 'promised', 'asynchronous', 'readable'][pick(4)];
        const lengths = Array.from({ length: pick(30) }, () => 5 + pick(random() < 0.1 ? 400 : 30));
        const fails = random() < 0.3;
        streams.set(id, { id, kind, lengths, fails, got: 0, unread: [] });
        page.push(['s', id, 'make', [kind, random() < 0.3, `${id}`, lengths, fails]]);
      };
      const takeSome = stream => {
        const count = 1 + pick(stream.unread.length);
        stream.unread.splice(0, count);
        page.push(['k', stream.id, count]);
      };
      for (let step = 0; step < 120; step++) {
        const choice = pick(10);
        const live = [...streams.values()].filter(stream => !stream.end && !stream.isLeft);
        const stream = live[pick(live.length)];
        if (choice < 2 && streams.size < 6) open();
        else if (choice < 5) page.run('{ const now = go.splice(0); for (const one of now) one(); }');
        else if (choice < 7 && stream?.unread.length) takeSome(stream);
        else if (choice === 7 && stream && random() < 0.3) {
          await collect();
          if (stream.end) continue;
          stream.isLeft = true;
          page.push(['x', stream.id]);
        } else await collect();
      }
      // All that are read to their end come to it.
      for (let round = 0; round < 500; round++) {
        page.run('{ const now = go.splice(0); for (const one of now) one(); }');
        await collect();
        const live = [...streams.values()].filter(stream => !stream.end && !stream.isLeft);
        if (!live.length) break;
        for (const stream of live) if (stream.unread.length) takeSome(stream);
      }
      const returned = JSON.parse(page.run('JSON.stringify(returned)'));
      for (const { id, lengths, fails, got, end, isLeft } of streams.values()) {
        if (isLeft) assert.equal(returned[id], 1, `${id} was left`);
        else {
          assert.equal(end, fails ? 'e' : 'd');
          assert.equal(got, lengths.length);
          assert.equal(returned[id], undefined);
        }
      }
    });
  }
}
