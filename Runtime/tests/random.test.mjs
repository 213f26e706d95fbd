// Random pages against a random app: each call settles once, with what the app said, and nothing stays behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';
import { makeRandom, makeSeeds } from './seeds.mjs';

for (const seed of makeSeeds(30)) {
  test(`calls settle once, with seed ${seed}`, () => run(seed, false));
  test(`calls settle once by lanes, with seed ${seed}`, () => run(seed, true));
}

async function run(seed, hasLanes) {
  const random = makeRandom(seed);
  const pick = count => Math.floor(random() * count);
  const page = new Page({ hasLanes });
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
        // What had been asked before is void; what was not sent before goes on.
        if (item[0] === 'h') { token = message.token; number = 0; waiting.clear(); }
        if (item[0] === 'c') { if (message.token === token) waiting.set(item[1], item[4][0]); }
        if (item[0] === 'r') answers.set(message.token + item[1], (answers.get(message.token + item[1]) ?? 0) + 1);
      }
    }
    page.seen = page.messages.length;
  };
  const deliver = text => {
    if (page.lane) return page.lane.receive(text.replace(/,\d+/, ',0'), []);
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
      const isHidden = !page.lane || random() < 0.5;
      if (isHidden) page.fire('pagehide');
      if (page.lane) page.lane.isOpen = false;
      // Calls of the page meanwhile: the lane that does not take them tells of its end.
      if (random() < 0.5) page.run(`start(${calls++}, false)`);
      if (isHidden) page.fire('pageshow');
      else {
        const [ended] = page.lanes.slice(-1);
        if (random() < 0.5) await settled();
        ended.receive(undefined);
      }
      await settled();
      await collect();
    }
  }
  await settled();
  await collect();
  const items = [...waiting].map(([id, n]) => ['r', id, n]);
  deliver(JSON.stringify([token, ++number, ...items]));
  await settled();
  const outcome = page.run('[...settled].sort((a, b) => a[0] - b[0])');
  assert.equal(outcome.length, calls, 'each call has settled');
  for (const [n, [said, ...more]] of outcome) {
    assert.equal(more.length, 0);
    assert.ok(['aborted', 'pageGone', 'err', 'r' + n].includes(said), `${n}: ${said}`);
    if (said === 'err' || said.startsWith('r')) assert.ok(said === (expected.get(n) ?? 'r' + n));
  }
  assert.ok([...answers.values()].every(count => count === 1));
}
