// Entries on their way to the app: those of one turn travel in one message, and a storm of them is cut.

import { burst, handlerName, rate } from './configuration';
import { apply, call, defineProperty, global, now, own } from './intrinsics';

const { queueMicrotask, setTimeout } = globalThis;
const { then } = Promise.prototype;
const ignore = () => undefined;

// Characters of text that are sent at once, without waiting for the end of the turn.
const batchLength = 250_000;
// An entry costs one token, and one more for each so many characters.
const charactersPerToken = 1000;
// Milliseconds from the first lost entry to the note that says how many were lost.
const noteDelay = 500;

let handler: object | undefined;
let postMessage: unknown;
let text = '';
let isHidden = false;
let dropped = 0;
let tokens = burst;
let refilled = now();

/** Finds the message handler of the current document; returns whether there is one. */
export function connect(): boolean {
  const { webkit } = global as { webkit?: { messageHandlers?: Record<string, object> } };
  handler = webkit?.messageHandlers?.[handlerName];
  postMessage = handler && (handler as { postMessage?: unknown }).postMessage;
  isHidden = false;
  return typeof postMessage === 'function';
}

/** Whether there is room for one more entry. One that finds none is counted. */
export function admits(): boolean {
  const time = now();
  // The clock of the machine may be set back.
  if (time > refilled) tokens += ((time - refilled) * rate) / 1000;
  refilled = time;
  if (tokens > burst) tokens = burst;
  if (dropped === 0 && tokens >= 1) return true;
  if (++dropped === 1) apply(setTimeout, global, [flushAll, noteDelay] as never);
  return false;
}

/** Adds the text of an entry. */
export function add(entry: string): void {
  if (text === '') apply(queueMicrotask, global, [flush] as never);
  text += ',' + entry;
  tokens -= 1 + entry.length / charactersPerToken;
  if (isHidden || text.length > batchLength) flush();
}

/** Sends what there is, and the note of what was lost. */
export function flushAll(): void {
  if (dropped > 0) text += ',["dropped",0,' + now() + ',"",[' + dropped + ']]';
  dropped = 0;
  flush();
}

/** From now on nothing waits: the document may be gone before the end of the turn. */
export function setHidden(hidden: boolean): void {
  isHidden = hidden;
  if (hidden) flushAll();
}

function flush(): void {
  if (text === '') return;
  const message = '[1' + text + ']';
  text = '';
  try {
    const answer = apply(postMessage as never, handler, [message] as never) as unknown;
    if (typeof answer !== 'object' || answer === null || own(answer, 'constructor') !== undefined) return;
    // The promise is rejected when the handler has gone, which is no error of the page. Without a constructor of its
    // own it would ask the page for one.
    defineProperty(answer, 'constructor', { __proto__: null, value: undefined } as PropertyDescriptor);
    call(then, answer, ignore, ignore);
  } catch {
    // The handler has gone: nobody listens.
  }
}
