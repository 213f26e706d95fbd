import { restartBatches, receive } from './batches';
import { encodeBase64 } from './bytes';
import { failCalls, lastCall } from './calls';
import { handlerName } from './configuration';
import { abortFunctions } from './functions';
import {
  apply, attempt, define, exceptionName, getOwnPropertyDescriptor, getRandomValues, global, listen, NativeBytes,
  NativePromise, queueMicrotask, slice, then,
} from './intrinsics';

interface Handler {
  postMessage(text: string): Promise<unknown>;
}

const handlers = (global as { webkit?: { messageHandlers?: Record<string, Handler> } }).webkit?.messageHandlers;
export let handler = handlers?.[handlerName];
const postMessage = handler?.postMessage;

// Once captured, handlers are called and looked up in ways that lead to nothing of the page.
const findHandler = (): Handler | undefined => getOwnPropertyDescriptor(handlers!, handlerName)?.value;

let endDocument: (result: number) => void;

export let token = '';
/** Resolves with 0 when the document has another token. */
export let whenGone: Promise<number>;

/** Names the document. */
export const takeToken = () => {
  const bytes = new NativeBytes(16);
  getRandomValues(bytes);
  token = slice(encodeBase64(bytes, 16), 0, 22);
  whenGone = new NativePromise(resolve => (endDocument = resolve));
  // The engine awaits it, and would ask for these.
  define(whenGone, 'constructor', undefined);
  define(whenGone, 'then', then);
};

let queue = '';
let sentCalls = 0;

/** Adds an item to the message of this turn. `rest` is the text after its letter, with a comma before each part. */
export const send = (letter: string, rest: string) => {
  if (!queue) queueMicrotask(flush);
  queue += ',["' + letter + '"' + rest + ']';
  // A long message goes at once: the app reads it while the page makes the next.
  if (queue.length > 16e3) flush();
};

export const greet = () => send('h', ',1');

/** Sends what has gathered in this turn. */
export const flush = () => {
  if (!queue) return;
  const items = queue;
  const first = sentCalls + 1;
  sentCalls = lastCall;
  queue = '';
  post(items, first, lastCall);
};

/** Sends a message that carries the calls from `first` to `last`. */
const post = (items: string, first: number, last: number) => {
  const used = handler;
  const usedToken = token;
  const rejected = (error: any) => {
    // Undefined for the app's own error.
    const isRemoved = attempt(() => exceptionName(error)) === 'InvalidAccessError';
    // The app has let go of this document, or the handler was removed and there is another: go on as a new one.
    const found = isRemoved ? findHandler() : error?.message === 'pageGone' && used;
    if (found && isRemoved === (found !== used)) {
      if (usedToken === token) {
        handler = found;
        restart(items, first, last);
      } else {
        // Another message was first, and its greeting goes before.
        flush();
        post(items, first, last);
      }
    } else failCalls(first, last, isRemoved, error);
  };
  listen(apply(postMessage!, used, ['["' + token + '"' + items + ']']), text => {
    try {
      if (text) receive(text);
    } catch (error) {
      rejected(error);
    }
  }, rejected);
};

/**
 * Goes on as a new document: with a new token, a greeting, and nothing of the old one running, but for the items of a
 * message that was refused, with the calls from `first` to `last`.
 */
export const restart = (items = '', first = lastCall + 1, last = lastCall) => {
  flush();
  const end = endDocument;
  takeToken();
  restartBatches();
  greet();
  queue += items;
  sentCalls = first - 1;
  end(0);
  failCalls(1, first - 1, true);
  failCalls(last + 1, lastCall, true);
  abortFunctions();
};
