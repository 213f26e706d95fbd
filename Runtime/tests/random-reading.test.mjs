// Random readers in the page against random producers in the app: items keep their order and are neither lost nor doubled,
// nobody waits for the other for ever, and each stream ends once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';
import { makeRandom, makeSeeds } from './seeds.mjs';

/** A producer that keeps the bounds of the protocol. */
class Producer {
  sent = 0;
  lengths = [];
  isOver = false;

  constructor(id, window, bound) {
    Object.assign(this, { id, window, bound });
  }

  take(count) {
    assert.ok(count > 0 && count <= this.lengths.length, `${count} of ${this.lengths.length} taken`);
    this.lengths.splice(0, count);
  }

  /** The next item, or undefined where the reader holds it back. */
  next(length) {
    const total = this.lengths.reduce((sum, other) => sum + other, 0);
    if (this.lengths.length === this.window || (this.lengths.length && total + length > this.bound)) return undefined;
    this.lengths.push(length);
    return ['i', this.id, `${this.sent++}:`.padEnd(length, 'x')];
  }
}

for (const hasLanes of [false, true]) {
  for (const seed of makeSeeds(25)) {
    test(`readers of the app's streams, ${hasLanes ? 'by a lane' : 'by messages'}, with seed ${seed}`, async () => {
      const random = makeRandom(seed);
      const pick = count => Math.floor(random() * count);
      const streamWindow = 1 + pick(10);
      const streamLength = 20 + pick(200);
      const page = new Page({ hasLanes, streamWindow, streamLength });
      await page.items();
      page.run(`globalThis.streams = []; globalThis.results = []; globalThis.asked = [];
        globalThis.open = () => {
          const controller = new AbortController(), index = streams.length;
          streams.push({ controller, stream: calendars.search(index, { signal: controller.signal }) }); results.push([]); asked.push(0);
        };
        globalThis.read = (index, byReader) => {
          const entry = streams[index]; asked[index]++;
          const promise = byReader ? (entry.reader ??= entry.stream.readable.getReader()).read() : entry.stream.next();
          promise.then(result => results[index].push(result.done ? 'done' : result.value), error => results[index].push('error ' + (error.code ?? error)));
        }`);
      const producers = [];
      const endings = new Map();
      let opened = 0;
      const collect = async () => {
        for (const [letter, id, ...rest] of await page.items()) {
          const producer = producers.find(one => one.id === id);
          if (letter === 's') producers.push(Object.assign(new Producer(id, streamWindow, streamLength), { index: rest[2][0] }));
          else if (letter === 'k') {
            assert.ok(producer && !producer.isLeft);
            producer.take(rest[0]);
          } else if (letter === 'x') {
            assert.ok(producer && !producer.isLeft && !producer.isOver, 'left once, and not after its end');
            producer.isLeft = true;
          }
        }
      };
      const produce = () => {
        const batch = [];
        for (const producer of producers) {
          if (producer.isLeft || producer.isOver) continue;
          for (let count = pick(5); count; count--) {
            const item = producer.next(4 + pick(random() < 0.1 ? 400 : 30));
            if (item) batch.push(item);
          }
          if (random() < 0.05) {
            producer.isOver = true;
            const isError = random() < 0.5;
            endings.set(producer.index, isError ? 'error mine' : 'done');
            batch.push(isError ? ['e', producer.id, { name: 'E', code: 'mine', message: '' }] : ['d', producer.id]);
          }
        }
        if (batch.length) page.push(...batch);
      };
      for (let step = 0; step < 150; step++) {
        const choice = pick(20);
        if (choice < 2 && opened < 4) {
          page.run('open()');
          opened++;
        } else if (choice < 9 && opened) {
          const index = pick(opened);
          for (let count = 1 + pick(4); count; count--) page.run(`read(${index}, ${index === 3})`);
        } else if (choice < 17) {
          await collect();
          produce();
        } else if (choice === 17 && opened && random() < 0.2) {
          page.run(`streams[${pick(opened)}].stream.return()`);
        } else if (choice === 18 && opened && random() < 0.2) {
          page.run(`streams[${pick(opened)}].controller.abort('aborted')`);
        } else await collect();
      }
      // Whoever waits gets something, as long as the producer goes on.
      for (let round = 0; round < 2000; round++) {
        await collect();
        const waiting = producers.filter(({ index, isLeft, isOver }) =>
          !isLeft && !isOver && page.run(`asked[${index}] > results[${index}].length`));
        if (!waiting.length) break;
        for (const producer of waiting) {
          const item = producer.next(4 + pick(300));
          assert.ok(item, `stream ${producer.id} waits for a producer that it holds back`);
          page.push(item);
        }
      }
      await settled();
      const results = JSON.parse(page.run('JSON.stringify(results)'));
      const asked = JSON.parse(page.run('JSON.stringify(asked)'));
      results.forEach((list, index) => {
        assert.equal(list.length, asked[index], 'each next() is answered');
        const end = list.findIndex(result => result === 'done' || result.startsWith('error'));
        const items = end < 0 ? list : list.slice(0, end);
        items.forEach((item, place) => assert.ok(item.startsWith(`${place}:`), `${item} at ${place}`));
        if (end < 0) return;
        // A ReadableStream goes on with its error.
        assert.ok(list.slice(end + 1).every(result => result === 'done' || (index === 3 && result === list[end])), list.slice(end).join());
        const producer = producers.find(one => one.index === index);
        if (producer?.isOver && !producer.isLeft && list[end] === endings.get(index) && list[end] !== 'done') {
          assert.equal(items.length, producer.sent, 'an error comes after all items');
        }
      });
    });
  }
}
