// Random listeners of an event against those of an EventTarget: the same are called, in the same order, and the app is asked
// for the event exactly while there is a listener.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page } from './page.mjs';
import { makeRandom, makeSeeds } from './seeds.mjs';

for (const seed of makeSeeds(40)) {
  test(`listeners are those of the DOM, with seed ${seed}`, async () => {
    const random = makeRandom(seed);
    const pick = count => Math.floor(random() * count);
    const page = new Page();
    await page.items();
    const model = page.run('new EventTarget()');
    const logs = { model: [], page: [] };
    const asked = new Set();
    let id = 0;
    const listen = async () => {
      for (const [letter, number] of await page.items()) {
        if (letter === 's') asked.add(id = number);
        if (letter === 'x') asked.delete(number);
      }
    };
    // Each listener does the same each time that it is called, to the target that calls it.
    const plans = Array.from({ length: 6 }, () => (random() < 0.5 ? [] : [makeStep()]));
    function makeStep() {
      const options = random() < 0.3 ? random() < 0.5 : { capture: random() < 0.3, once: random() < 0.3 };
      return { adds: random() < 0.6, which: pick(6), options };
    }
    const makeListeners = name => plans.map((plan, index) => {
      const hear = () => {
        logs[name].push(index);
        for (const step of plan) perform(targets[name], listeners[name], step);
      };
      return index % 2 ? hear : { handleEvent: hear };
    });
    const targets = { model, page: page.run('calendars') };
    const listeners = { model: makeListeners('model'), page: makeListeners('page') };
    const perform = (target, own, { adds, which, options }) =>
      target[adds ? 'addEventListener' : 'removeEventListener']('changed', own[which], options);
    for (let round = 0; round < 60; round++) {
      if (random() < 0.6) {
        const step = makeStep();
        for (const name of ['model', 'page']) perform(targets[name], listeners[name], step);
      } else {
        await listen();
        model.dispatchEvent(page.run('new Event("changed")'));
        if (asked.size) page.push(['i', id, 1]);
        assert.deepEqual(logs.page, logs.model, `round ${round}`);
      }
      assert.ok(asked.size <= 1);
    }
    for (const name of ['model', 'page']) {
      for (const capture of [false, true]) for (const listener of listeners[name]) targets[name].removeEventListener('changed', listener, capture);
    }
    await listen();
    assert.equal(asked.size, 0);
  });
}
