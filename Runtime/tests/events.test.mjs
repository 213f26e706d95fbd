// Events of the app and of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page, settled } from './page.mjs';

const greeted = async options => {
  const page = new Page(options);
  await page.items();
  page.run(`globalThis.log = []; globalThis.f = event => log.push('f' + event.detail); globalThis.g = event => log.push('g' + event.detail);`);
  return page;
};
const log = page => page.run('log.splice(0).map(String).join()');

/** The id under which the app is asked for an event now. */
const idOf = async page => (await page.items()).filter(item => item[0] === 's').at(-1)[1];

test('the first listener asks for an event, the last one leaves it, and each item is dispatched once to each', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('changed', f); calendars.addEventListener('changed', g); calendars.addEventListener('changed', f)`);
  assert.deepEqual(await page.items(), [['s', 1, 'calendars', 'changed', []]]);
  page.push(['i', 1, 'a'], ['I', 1, { $: 'i', v: '7' }], ['i', 1]);
  assert.equal(log(page), 'fa,ga,f7,g7,fnull,gnull');
  page.run(`calendars.removeEventListener('changed', f); calendars.removeEventListener('changed', f)`);
  page.push(['i', 1, 'b']);
  assert.equal(log(page), 'gb');
  assert.deepEqual((await page.items()).filter(item => item[0] !== 'k'), []);
  page.run(`calendars.removeEventListener('changed', g)`);
  assert.deepEqual(await page.items(), [['x', 1]]);
  page.push(['i', 1, 'c']);
  assert.equal(log(page), '');
});

test('BR-045: on, off at once and on again, 100 times, leaves one subscription, and each event is heard once', async () => {
  const page = await greeted();
  page.run(`for (let i = 0; i < 100; i++) {
    calendars.addEventListener('changed', f); calendars.removeEventListener('changed', f); calendars.addEventListener('changed', f);
  }`);
  const items = await page.items();
  const open = new Set();
  for (const [letter, id] of items) letter === 's' ? open.add(id) : open.delete(id);
  assert.equal(open.size, 1);
  page.push(['i', [...open][0], 1]);
  assert.equal(log(page), 'f1');
  page.run(`calendars.removeEventListener('changed', f)`);
  assert.deepEqual((await page.items()).filter(item => item[0] === 'x'), [['x', [...open][0]]]);
});

test('events are CustomEvents; this is the namespace; the target is one of the bridge', async () => {
  const page = await greeted();
  page.run(`globalThis.object = { handleEvent(event) { log.push(this === object, event.type); } };
    calendars.addEventListener('changed', function (event) { log.push(this === calendars, event instanceof CustomEvent,
      event.target instanceof EventTarget, event.target === event.currentTarget, event.eventPhase); });
    calendars.addEventListener('changed', object);`);
  page.push(['i', await idOf(page), 1]);
  assert.equal(log(page), 'true,true,true,true,2,true,changed');
});

test('options have the meaning that they have in the DOM', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('changed', f, true); calendars.addEventListener('changed', f, { capture: false });
    calendars.addEventListener('changed', g, { once: true }); calendars.addEventListener('changed', f, { capture: true, once: true });`);
  const id = await idOf(page);
  page.push(['i', id, 1], ['i', id, 2]);
  assert.equal(log(page), 'f1,f1,g1,f2,f2');
  page.run(`calendars.removeEventListener('changed', f)`);
  page.push(['i', id, 3]);
  assert.equal(log(page), 'f3');
  page.run(`calendars.removeEventListener('changed', f, { capture: 1 })`);
  assert.deepEqual((await page.items()).filter(item => item[0] !== 'k'), [['x', id]]);
});

test('once leaves the event before its listener runs, which may listen anew', async () => {
  const page = await greeted();
  page.run(`globalThis.again = event => { log.push(event.detail); calendars.addEventListener('changed', again, { once: true }); };
    calendars.addEventListener('changed', again, { once: true })`);
  const id = await idOf(page);
  page.push(['i', id, 1], ['i', id, 2]);
  assert.equal(log(page), '1');
  const items = await page.items();
  assert.deepEqual(items, [['x', id], ['s', 2, 'calendars', 'changed', []]]);
});

test('a signal takes its listeners away; nothing is heard after the abort, and no listener of the signal stays', async () => {
  const page = new Page({ load: false });
  page.run(`globalThis.live = 0; globalThis.log = []; globalThis.f = event => log.push('f' + event.detail);
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, ...rest) { if (type === 'abort') live++; return addEventListener.call(this, type, ...rest); };
    EventTarget.prototype.removeEventListener = function (type, ...rest) { if (type === 'abort') live--; return removeEventListener.call(this, type, ...rest); };`);
  page.load();
  page.run(`globalThis.controller = new AbortController();
    calendars.addEventListener('changed', f, { signal: controller.signal });
    calendars.addEventListener('changed', () => {}, { signal: controller.signal, once: true });`);
  const id = await idOf(page);
  assert.equal(page.run('live'), 2);
  page.push(['i', id, 1]);
  assert.equal(page.run('live'), 1);
  page.run('controller.signal.dispatchEvent(new Event("abort"))');
  page.push(['i', id, 2]);
  page.run('controller.abort()');
  assert.equal(page.run('live'), 0);
  page.push(['i', id, 3]);
  assert.equal(log(page), 'f1,f2');
  assert.deepEqual((await page.items()).filter(item => item[0] !== 'k'), [['x', id]]);
  page.run(`calendars.addEventListener('changed', f, { signal: controller.signal })`);
  assert.deepEqual(await page.items(), []);
});

test('a listener of the signal that keeps the news from others changes nothing', async () => {
  const page = await greeted();
  page.run(`globalThis.controller = new AbortController();
    controller.signal.addEventListener('abort', event => event.stopImmediatePropagation());
    calendars.addEventListener('changed', f, { signal: controller.signal }); controller.abort()`);
  const id = await idOf(page);
  page.push(['i', id, 1]);
  assert.equal(log(page), '');
  assert.deepEqual((await page.items()).filter(item => item[0] !== 'k'), [['x', id]]);
});

test('wrong listeners and signals are refused, none is none, and options are read as the DOM reads them', async () => {
  const page = await greeted();
  for (const code of ['"changed", 1', '"changed", "x"', '"changed", f, { signal: 1 }', '"changed", f, { signal: null }', 'Symbol(), f']) {
    assert.throws(() => page.run(`calendars.addEventListener(${code})`), { name: 'TypeError' }, code);
  }
  page.run(`calendars.addEventListener('changed', null); calendars.addEventListener('changed', undefined); calendars.removeEventListener('changed', null);
    calendars.removeEventListener('never', f); calendars.addEventListener({ toString: () => 'changed' }, f, 1)`);
  assert.deepEqual(await page.items(), [['s', 1, 'calendars', 'changed', []]]);
  page.run(`calendars.removeEventListener('changed', f); calendars.removeEventListener('changed', f, 'yes')`);
  assert.deepEqual(await page.items(), [['x', 1]]);
});

test('what a listener throws is reported, and the others hear the event', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('changed', () => { throw new RangeError('mine'); });
    calendars.addEventListener('changed', { handleEvent: 1 }); calendars.addEventListener('changed', f)`);
  const id = await idOf(page);
  assert.equal(page.push(['i', id, 1], ['i', id, 2]), 1);
  assert.equal(log(page), 'f1,f2');
  assert.deepEqual(page.reported.map(error => error.name), ['RangeError', 'TypeError', 'RangeError', 'TypeError']);
});

test('an event of kind 4 tells later listeners the latest, soon, unless they are gone or have heard it', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('state', f)`);
  const id = await idOf(page);
  page.run(`calendars.addEventListener('state', event => log.push('early' + event.detail))`);
  await settled();
  assert.equal(log(page), '');
  page.push(['i', id, 1]);
  assert.equal(log(page), 'f1,early1');
  page.run(`calendars.addEventListener('state', g)`);
  assert.equal(log(page), '');
  await settled();
  assert.equal(log(page), 'g1');
  page.run(`calendars.addEventListener('state', g, true); calendars.removeEventListener('state', g, true)`);
  await settled();
  assert.equal(log(page), '');
  // Off and on: once. A later one meanwhile: that one, once.
  page.run(`calendars.addEventListener('state', g, true); calendars.removeEventListener('state', g, true); calendars.addEventListener('state', g, true)`);
  await settled();
  assert.equal(log(page), 'g1');
  page.run(`calendars.addEventListener('state', function h() { log.push('h'); }, { once: true })`);
  page.push(['i', id, 2]);
  await settled();
  assert.equal(log(page), 'g2,f2,early2,g2,h');
  page.run(`calendars.addEventListener('state', event => log.push('late' + event.detail))`);
  page.push(['i', id, 3]);
  await settled();
  assert.equal(log(page), 'g3,f3,early3,g3,late3');
});

test('the latest goes to the new listener alone, with its errors reported and the event dispatched', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('state', f)`);
  page.push(['i', await idOf(page), { a: 1 }]);
  log(page);
  page.run(`calendars.addEventListener('state', function (event) {
    log.push(event.currentTarget instanceof EventTarget, this === calendars, event.detail.a);
    calendars.dispatchEvent(new CustomEvent('state', { detail: 'inner' }));
    throw new RangeError('mine');
  }, { once: true })`);
  await settled();
  assert.equal(log(page), 'true,true,1,finner');
  assert.deepEqual(page.reported.map(error => error.message), ['mine']);
});

test('an event of kind 3 tells later listeners nothing, and one that was left has no latest', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('changed', f); calendars.addEventListener('state', f)`);
  const [, [, state]] = await page.items();
  page.push(['i', 1, 1], ['i', state, 2]);
  log(page);
  page.run(`calendars.addEventListener('changed', g);
    calendars.removeEventListener('state', f); calendars.addEventListener('state', f); calendars.addEventListener('state', g)`);
  await settled();
  assert.equal(log(page), '');
});

test('when the app ends an event, it is asked again with the next first listener; an error is told on the console', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('changed', f)`);
  page.push(['d', await idOf(page)]);
  page.run(`calendars.addEventListener('changed', g); calendars.removeEventListener('changed', f); calendars.removeEventListener('changed', g)`);
  assert.deepEqual(await page.items(), []);
  page.run(`calendars.addEventListener('changed', f)`);
  const id = await idOf(page);
  page.push(['i', id, 1], ['e', id, { name: 'NotAllowedError', code: 'notAllowed', message: 'no' }]);
  assert.equal(log(page), 'f1');
  assert.equal(page.warnings.length, 1);
  assert.equal(page.warnings[0][0], 'calendars.changed is not told any more');
  assert.equal(page.warnings[0][1].code, 'notAllowed');
});

test('what the page has heard is acknowledged once a turn, or at half a window', async () => {
  const page = await greeted({ streamWindow: 8 });
  page.run(`calendars.addEventListener('changed', f)`);
  const id = await idOf(page);
  page.push(['i', id, 1], ['i', id, 2]);
  assert.deepEqual(await page.items(), [['k', id, 2]]);
  page.push(...Array.from({ length: 7 }, () => ['i', id, 0]));
  assert.deepEqual(await page.items(), [['k', id, 4], ['k', id, 3]]);
  page.push(['i', id, 1]);
  page.run(`calendars.removeEventListener('changed', f)`);
  assert.deepEqual(await page.items(), [['x', id]]);
});

test('events with listeners are asked for again when the document begins anew, once each', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('changed', f); calendars.addEventListener('state', g); calendars.addEventListener('undeclared', f);
    calendars.addEventListener('state', () => {}, { once: true })`);
  const [[, changed], [, state]] = await page.items();
  page.push(['i', changed, 1], ['i', state, 2], ['d', changed]);
  await page.items();
  log(page);
  page.fire('pagehide');
  page.fire('pageshow');
  const items = await page.items();
  assert.deepEqual(items.map(item => item[0]), ['b', 'h', 's', 's']);
  const [[, newChanged], [, newState]] = items.slice(2);
  // What was the latest in the old one is not in the new one.
  page.run(`calendars.addEventListener('state', f)`);
  await settled();
  assert.equal(log(page), '');
  page.push(['i', changed, 'old'], ['i', newChanged, 'new'], ['i', newState, 'latest']);
  assert.equal(log(page), 'fnew,glatest,flatest');
  // The handler is replaced, and the first message tells so.
  page.setUp.remove('gawa');
  page.setUp.add('gawa');
  page.run(`calendars.addEventListener('changed', g); calendars.note(1)`);
  const later = await page.items();
  assert.deepEqual(later.filter(item => item[0] === 's').map(item => item[3]), ['changed', 'state']);
  assert.deepEqual(page.warnings, []);
});

test('an event of which the asking is sent again is asked for once', async () => {
  const page = await greeted();
  page.setUp.remove('gawa');
  page.setUp.add('gawa');
  page.run(`calendars.addEventListener('changed', f)`);
  assert.deepEqual(await page.items(), [['h', 1], ['s', 1, 'calendars', 'changed', []]]);
  page.push(['i', 1, 1]);
  assert.equal(log(page), 'f1');
});

test('an event that could not be asked for is, once the handler is back', async () => {
  const page = await greeted();
  page.setUp.remove('gawa');
  page.run(`calendars.addEventListener('changed', f)`);
  await page.items();
  page.setUp.add('gawa');
  page.run('calendars.note(1)');
  const items = await page.items();
  const opened = items.filter(item => item[0] === 's');
  assert.equal(opened.length, 1);
  page.push(['i', opened[0][1], 1]);
  assert.equal(log(page), 'f1');
  assert.deepEqual(page.warnings, []);
});

test('what the page dispatches is heard in the page and told to the app; an Event that is no CustomEvent only heard', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('mine', event => { log.push('mine' + event.detail); event.preventDefault(); });
    log.push(calendars.dispatchEvent(new CustomEvent('mine', { detail: 5, cancelable: true })),
      calendars.dispatchEvent(new CustomEvent('other', { detail: [1n] })), calendars.dispatchEvent(new CustomEvent('none')),
      calendars.dispatchEvent(new Event('mine')))`);
  assert.equal(log(page), 'mine5,mineundefined,false,true,true,true');
  assert.deepEqual(await page.items(), [
    ['v', 'calendars', 'mine', 5], ['v', 'calendars', 'other', [{ $: 'i', v: '1' }]], ['v', 'calendars', 'none', null]]);
});

test('a dispatch that fails says nothing to the app', async () => {
  const page = await greeted();
  page.run(`calendars.addEventListener('mine', event => {
      log.push('heard');
      try { calendars.dispatchEvent(event); } catch (error) { log.push(error.name); }
      calendars.dispatchEvent(new CustomEvent('inner'));
    });
    calendars.dispatchEvent(new CustomEvent('mine'));
    for (const event of [1, {}, undefined]) try { calendars.dispatchEvent(event); } catch (error) { log.push(error.name); }
    try { calendars.dispatchEvent(new CustomEvent('mine', { detail: () => 1 })); } catch (error) { log.push(error.name, error.message); }`);
  assert.equal(log(page), 'heard,InvalidStateError,TypeError,TypeError,TypeError,DataCloneError,detail cannot be sent: function');
  assert.deepEqual((await page.items()).map(item => item[2]), ['mine', 'inner']);
});

test('BR-066: events may have any name', async () => {
  const names = ['constructor', '__proto__', 'toString', 'then', 'call', 'addEventListener', '42', ''];
  const page = await greeted({ namespaces: [['calendars', names.map(name => [name, 0, 3])]] });
  page.context.names = names;
  page.run(`for (const name of names) calendars.addEventListener(name, event => log.push(event.type + event.detail));`);
  const items = await page.items();
  assert.deepEqual(items.map(item => item[3]), names);
  page.push(...items.map(([, id], index) => ['i', id, index]));
  assert.equal(log(page), names.map((name, index) => name + index).join());
  assert.equal(page.run(`typeof calendars.call + typeof calendars.constructor + typeof calendars[42] + calendars.has('42')`),
    'functionundefinedundefinedtrue');
});

test('more than 100 listeners of one event are told on the console while the app is developed, once', async () => {
  for (const hash of ['hash', '']) {
    const page = await greeted({ hash });
    page.run(`for (let i = 0; i < 100; i++) calendars.addEventListener('changed', () => {})`);
    assert.deepEqual(page.warnings, []);
    page.run(`for (let i = 0; i < 100; i++) calendars.addEventListener('changed', () => {})`);
    assert.deepEqual(page.warnings, hash ? [['calendars.changed has more than 100 listeners']] : []);
  }
});

test('namespaces have events of their own', async () => {
  const page = await greeted({ namespaces: [['a', [['changed', 0, 3]]], ['b', [['changed', 0, 3]]]] });
  page.run(`a.addEventListener('changed', f); b.addEventListener('changed', g)`);
  const items = await page.items();
  assert.deepEqual(items, [['s', 1, 'a', 'changed', []], ['s', 2, 'b', 'changed', []]]);
  page.push(['i', 2, 1]);
  page.run(`a.dispatchEvent(new CustomEvent('changed', { detail: 2 }))`);
  assert.equal(log(page), 'g1,f2');
});
