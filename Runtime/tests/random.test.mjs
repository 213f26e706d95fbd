// Random pages against a random app: each call settles once, with what the app said, and nothing stays behind.
import assert from 'node:assert/strict';
import { Page, settled, test } from './page.mjs';

const seeds = process.env.GAWA_SEED ? [Number(process.env.GAWA_SEED)] : Array.from({ length: 30 }, () => Math.floor(Math.random() * 2 ** 31));

// mulberry32
const makeRandom = state => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

for (const seed of seeds) {
  test(`calls settle once, with seed ${seed}`, async () => {
    const random = makeRandom(seed);
    const pick = count => Math.floor(random() * count);
    const page = new Page();
    page.run(`globalThis.settled = new Map(); globalThis.controllers = new Map();
      globalThis.start = (n, aborts) => {
        const controller = new AbortController(); controllers.set(n, controller);
        const note = text => settled.set(n, [...(settled.get(n) ?? []), text]);
        calendars.echo(n, aborts ? { signal: controller.signal } : {}).then(value => note('r' + value), error => note(error.code ?? error));
      };
      calendars.expose('twice', async (x, signal) => { await null; return x * 2; });`);
    let calls = 0, number = 0, appCalls = 0;
    const waiting = new Map(), expected = new Map(), late = [], answers = new Map();
    let token;
    const collect = async () => {
      for (const message of page.messages.slice(page.seen ?? 0)) {
        for (const item of message.items) {
          if (item[0] === 'h') { token = message.token; number = 0; }
          if (item[0] === 'c') { if (message.token === token) waiting.set(item[1], item[4][0]); }
          if (item[0] === 'r') answers.set(message.token + item[1], (answers.get(message.token + item[1]) ?? 0) + 1);
        }
      }
      page.seen = page.messages.length;
    };
    const deliver = text => {
      const open = page.messages.filter(message => message.token === token && !message.isAnswered).at(-1);
      if (!open || random() < 0.5) return page.port(token, text);
      open.isAnswered = true;
      return open.answer(text);
    };
    for (let step = 0; step < 150; step++) {
      const choice = pick(10);
      if (choice < 4) {
        page.run(`start(${calls++}, ${random() < 0.5})`);
      } else if (choice < 7) {
        await settled();
        await collect();
        const items = [];
        for (const [id, n] of waiting) {
          if (random() < 0.5) continue;
          waiting.delete(id);
          items.push(random() < 0.8 ? ['r', id, n] : ['e', id, { name: 'E', code: 'err', message: '' }]);
          if (random() < 0.1) items.push(['r', id, 'again']);
          if (!expected.has(n)) expected.set(n, items.find(item => item[1] === id)[0] === 'r' ? 'r' + n : 'err');
        }
        if (random() < 0.3) items.push(['c', ++appCalls, 'twice', [appCalls]]);
        late.push(JSON.stringify([token, ++number, ...items]));
        // Out of order, but all before the next step that waits.
        while (late.length) deliver(late.splice(pick(late.length), 1)[0]);
      } else if (choice === 7 && calls) {
        const n = pick(calls);
        page.run(`controllers.get(${n}).abort('aborted')`);
      } else if (choice === 8) {
        await settled();
        await collect();
      } else if (random() < 0.1) {
        page.fire('pagehide');
        page.fire('pageshow');
        await settled();
        await collect();
        waiting.clear();
      }
    }
    await settled();
    await collect();
    const items = [...waiting].map(([id, n]) => ['r', id, n]);
    page.port(token, JSON.stringify([token, ++number, ...items]));
    await settled();
    const outcome = page.run('[...settled].sort((a, b) => a[0] - b[0])');
    assert.equal(outcome.length, calls, 'each call has settled');
    for (const [n, [said, ...more]] of outcome) {
      assert.equal(more.length, 0);
      assert.ok(['aborted', 'pageGone', 'err', 'r' + n].includes(said), `${n}: ${said}`);
      if (said === 'err' || said.startsWith('r')) assert.ok(said === (expected.get(n) ?? 'r' + n));
    }
    assert.ok([...answers.values()].every(count => count === 1));
  });
}
