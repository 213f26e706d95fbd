import { begin, beside, numberPassed } from './beside';
import { restartBatches, receive } from './batches';
import { encodeBase64 } from './bytes';
import { endTurn, failCalls, lastNumber } from './calls';
import { handlerName } from './configuration';
import { openEvents } from './events';
import { abortFunctions } from './functions';
import {
  apply, attempt, define, exceptionName, getOwnPropertyDescriptor, getRandomValues, global, listen, makeTable,
  NativeBytes, NativePromise, queueMicrotask, slice, then,
} from './intrinsics';
import { enterLane, lane, sendByLane } from './lane';
import { abortSources } from './sources';

interface Handler {
  postMessage(text: string): Promise<unknown>;
}

const handlers = (global as { webkit?: { messageHandlers?: Record<string, Handler> } }).webkit?.messageHandlers;
export let handler = handlers?.[handlerName];
const postMessage = handler?.postMessage;

let endDocument: (result: number) => void;

export let token = '';
/** Resolves with 0 when the document has another token. */
export let whenGone: Promise<number>;

/** Names the document. */
export const takeToken = () => {
  const bytes = new NativeBytes(16);
  getRandomValues(bytes);
  token = slice(encodeBase64(bytes), 0, 22);
  whenGone = new NativePromise(resolve => (endDocument = resolve));
  // The engine awaits it, and would ask for these.
  define(whenGone, 'constructor', undefined);
  define(whenGone, 'then', then);
};

export let isHidden = false;
let queue = '';
let sentNumbers = 0;
// What travels beside the message that is sent now.
let bytes: Uint8Array[] | undefined;

/** Notes that what has a number by now was sent, by another way than the queue, which is empty. */
export const noteSent = () => {
  sentNumbers = lastNumber;
};

const flushTurn = () => {
  endTurn();
  flush();
};

/** Adds items to the message of this turn. */
const add = (items: string) => {
  if (!queue) queueMicrotask(flushTurn);
  queue += items;
  // A long message goes at once: the app reads it while the page makes the next.
  if (queue.length > 16e3) flush();
};

/**
 * Sends what has gathered before a long item, which has a message of its own then: should the app find that too long,
 * nothing else is refused with it. Called before the item has a number.
 */
export const flushBefore = (text: string) => {
  if (text.length > 16e3) flush();
};

/** Sends an item. `rest` is the text after its letter, with a comma before each part. */
export const send = (letter: string, rest: string) => add(',["' + letter + '"' + rest + ']');

/** Sends the item that was written now. With bytes beside it, it goes at once: the page may change them later. */
export const sendWritten = (letter: string, rest: string) => {
  const written = beside;
  begin();
  const text = numberPassed(written?.passed_, rest);
  if (!written?.count_) return send(letter, text);
  flush();
  bytes = written.bytes_;
  send(letter, text);
  flush();
  bytes = undefined;
};

/** Greets the app for the document, by a lane if there is one. */
export const greet = () => {
  enterLane();
  send('h', ',1');
};

/** Sends what has gathered in this turn. */
export const flush = () => {
  if (!queue) return;
  const items = queue;
  const first = sentNumbers + 1;
  sentNumbers = lastNumber;
  queue = '';
  if (lane) {
    if (sendByLane('["' + token + '"' + items + ']', bytes)) return;
    if (bytes) return failCalls(first, lastNumber, true);
    // The new document has another way.
    queue = items;
    sentNumbers = first - 1;
  } else post(items, first, lastNumber);
};

/** What was posted and is not answered. */
const posted = makeTable<number, { items_: string; last_: number }>();
let lastPost = 0;

/** Sends a message that carries the calls from `first` to `last`. */
const post = (items: string, first: number, last: number) => {
  const used = handler;
  const usedToken = token;
  const number = ++lastPost;
  posted.set(number, { items_: items, last_: last });
  const rejected = (error: any) => {
    posted.delete(number);
    // Undefined for the app's own error.
    const isRemoved = attempt(() => exceptionName(error)) === 'InvalidAccessError';
    // The app has let go of this document, or the handler was removed and there is another: go on as a new one.
    // Handlers are looked up, and called, in ways that lead to nothing of the page.
    const found: Handler | undefined | false = isRemoved
      ? getOwnPropertyDescriptor(handlers!, handlerName)?.value : error?.message === 'pageGone' && used;
    if (found && isRemoved === (found !== used)) {
      // It has gone again with the message that was refused first.
      if (usedToken !== token) return;
      handler = found;
      // Those behind it are refused, too. Each item keeps its place, and is of the document that it is sent for.
      posted.forEach((later, key) => {
        if (key < number) return;
        items += later.items_;
        last = later.last_;
      });
      restart(items, first, last);
    } else failCalls(first, last, isRemoved, error);
  };
  listen(apply(postMessage!, used, ['["' + token + '"' + items + ']']), text => {
    posted.delete(number);
    try {
      if (text) receive(text);
    } catch (error) {
      rejected(error);
    }
  }, rejected);
};

/**
 * Goes on as a new document: with a new token, a greeting, and nothing of the old one running, but for what has not
 * been sent, and for the items of a message that was refused, with the calls from `first` to `last`.
 */
export const restart = (items: string, first: number, last: number) => {
  const waiting = queue;
  const lastSent = sentNumbers;
  const end = endDocument;
  queue = '';
  takeToken();
  restartBatches();
  greet();
  queue += items + waiting;
  sentNumbers = first - 1;
  end(0);
  failCalls(1, first - 1, true);
  failCalls(last + 1, lastSent, true);
  abortFunctions();
  openEvents();
};

export const hide = () => {
  isHidden = true;
  abortSources();
  send('b', '');
  // At once: no microtask may follow.
  flush();
};

export const show = () => {
  isHidden = false;
  restart('', 1, 0);
};
