// The limit of time of an `XMLHttpRequest`: the engine holds it for servers alone.

import { hide, listenFirst, stateOf, tell, uploadOf } from './events';
import { call, global, member } from './intrinsics';
import { Opened, openedBy } from './opened';

const getLimit = member('XMLHttpRequest', 'timeout');
const now = member('Performance', 'now');
const { clearTimeout, setTimeout, performance } = global;
const { get, set } = WeakMap.prototype;
const watched = new WeakMap<object, true>();

// To the engine, and so to its listeners, it is an abort.
function watch(request: unknown, target: unknown): void {
  if (call(get, watched, target)) return;
  call(set, watched, target, true);
  listenFirst(target, 'abort', event => {
    if (!openedBy(request)?.isTimedOut) return;
    hide(event);
    tell(target, 'timeout', 0);
  });
}

/** Has the limit that is set now end a request that is on its way, counted from its start. */
export function limit(request: unknown, opened: Opened, abort: () => void): void {
  call(clearTimeout, global, opened.timer);
  const time = call(getLimit, request) as number;
  if (!time || !opened.isAsync || !opened.isSent) return;
  const left = opened.start + time - (call(now, performance) as number);
  opened.timer = call(setTimeout, global, () => {
    const state = stateOf(request);
    if (openedBy(request) !== opened || state === 4 || state === 0) return;
    // Behind those of an upload, which is over perhaps.
    watch(request, request);
    watch(request, uploadOf(request));
    opened.isTimedOut = true;
    abort();
  }, left > 0 ? left : 0);
}

/** When a request is sent. */
export function start(opened: Opened): void {
  opened.start = call(now, performance) as number;
}
