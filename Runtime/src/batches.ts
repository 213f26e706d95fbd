import { Call, find, failCall, giveUp, take } from './calls';
import { token } from './carrier';
import { bring, revive } from './decode';
import { fill } from './errors';
import { abortFunction, forgetPassed, runFunction } from './functions';
import { makeTable, parse, setPrototypeOf } from './intrinsics';
import { grant } from './sources';

type Item = any[];

let nextNumber = 1;
let early = makeTable<number, Item>();

export const restartBatches = () => {
  nextNumber = 1;
  early = makeTable();
};

/**
 * Applies a batch of the app, and those that came before their turn. Batches of a lane have the number 0: it keeps the
 * order.
 */
export const receive = (text: string, attachments?: Uint8Array[]) => {
  let batch: Item | undefined = parse(text) as Item;
  if (batch[0] !== token) return;
  if (!batch[1]) batch[1] = nextNumber;
  if (batch[1] < nextNumber) return;
  early.set(batch[1], batch);
  while ((batch = early.get(nextNumber))) {
    early.delete(nextNumber++);
    for (let index = 2; index < batch.length; index++) {
      // For each anew: code of the page that ran for the one before may have received others.
      bring(attachments);
      apply(batch[index]);
    }
  }
  bring();
};

const apply = (item: Item) => {
  const letter = item[0];
  const id = item[1];
  // What is left out is undefined, whatever the page puts on `Array.prototype`.
  const part = item.length > 2 ? item[2] : undefined;
  const hasTags = letter < 'a';
  if (letter === 'x') return abortFunction(id);
  // Only what calls a function has arguments.
  if (item.length > 3) return runFunction(letter, id, part, item[3]);
  if (letter === 'k') return grant(id, part);
  if (letter === 'f') return forgetPassed(id);
  if (letter === 'i' || letter === 'I') return applyItem(find(id), id, part, hasTags);
  const call = take(id);
  if (!call) return;
  try {
    const value = hasTags ? revive(part) : part;
    if (letter === 'r' || letter === 'R' || letter === 'd') return call.resolve_(value);
    setPrototypeOf(value, null);
    call.reject_(fill(call.error_, value.name, value.code, value.message, undefined, value.data));
  } catch (error) {
    failCall(call, false, error);
  }
};

const applyItem = (stream: Call | undefined, id: number, item: unknown, hasTags: boolean) => {
  if (!stream?.item_) return;
  try {
    if (hasTags) item = revive(item);
  } catch (error) {
    return giveUp(id, fill(stream.error_, 'OperationError', 'unreadable', 'no item', error));
  }
  stream.item_(item);
};
