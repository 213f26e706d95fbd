// Errors that nobody caught. The page's own listeners run first: an event that they prevent is not reported.

import { enter } from './calls';
import { apply, call, Function, getter, global } from './intrinsics';
import { setHidden } from './queue';
import { list, number, words } from './values';

const { addEventListener, removeEventListener, setTimeout } = globalThis;
const getTarget = getter('Event', 'target');
const getType = getter('Event', 'type');
const getPrevented = getter('Event', 'defaultPrevented');
const getReason = getter('PromiseRejectionEvent', 'reason');
const getError = getter('ErrorEvent', 'error');
const getMessage = getter('ErrorEvent', 'message');
const getFile = getter('ErrorEvent', 'filename');
const getLine = getter('ErrorEvent', 'lineno');
const getColumn = getter('ErrorEvent', 'colno');

/** Adds the listeners; doing so again changes nothing. */
export function listen(): void {
  if (typeof addEventListener !== 'function') return;
  on(addEventListener, 'error', happened, true);
  on(addEventListener, 'unhandledrejection', happened, true);
  on(addEventListener, 'pagehide', hidden, true);
  on(addEventListener, 'pageshow', shown, true);
}

function on(change: unknown, type: unknown, listener: (event: Event) => void, isCapture: boolean): void {
  apply(change as Function, global, [type, listener, isCapture] as never);
}

function happened(event: Event): void {
  const type = call(getType, event);
  // `isTrusted` is an own property of each event, which the page cannot change; WebKit's rejections lack it.
  if (type === 'error' && !event.isTrusted) return;
  // An element's error: only a listener in the capture phase sees it, and nobody can prevent it.
  if (call(getTarget, event) !== global) return type === 'error' ? report(event) : undefined;
  let isReported = false;
  const passed = (other?: Event): void => {
    if (isReported || (other !== undefined && other !== event)) return;
    isReported = true;
    on(removeEventListener, type, passed, false);
    if (call(getPrevented, event) !== true) report(event);
  };
  // This listener is the first to run; the one that is added now is the last. The page may stop the event on its way.
  on(addEventListener, type, passed, false);
  apply(setTimeout, global, [() => passed(), 0] as never);
}

function report(event: Event): void {
  const target = call(getTarget, event);
  if (target !== global) enter('resource', '', () => list([target], 0));
  else if (call(getType, event) !== 'error') enter('rejection', '', () => list([call(getReason, event)], 0));
  else {
    enter('uncaught', '', () => list([call(getError, event)], 0) + ',[' + words(call(getMessage, event), 10_000) + ','
      + words(call(getFile, event), 1000) + ',' + number(call(getLine, event)) + ',' + number(call(getColumn, event))
      + ']');
  }
}

function hidden(): void {
  setHidden(true);
}

function shown(): void {
  setHidden(false);
}
