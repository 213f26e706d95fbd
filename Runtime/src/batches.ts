import { failCall, take } from './calls';
import { token } from './carrier';
import { revive } from './decode';
import { fill } from './errors';
import { abortFunction, runFunction } from './functions';
import { makeTable, parse, setPrototypeOf } from './intrinsics';

type Item = any[];

let nextNumber = 1;
let early = makeTable<number, Item>();

export const restartBatches = () => {
  nextNumber = 1;
  early = makeTable();
};

/** Applies a batch of the app, and those that came before their turn. */
export const receive = (text: string) => {
  let batch: Item | undefined = parse(text) as Item;
  if (batch[0] !== token || batch[1] < nextNumber) return;
  early.set(batch[1], batch);
  while ((batch = early.get(nextNumber))) {
    early.delete(nextNumber++);
    for (let index = 2; index < batch.length; index++) apply(batch[index]);
  }
};

const apply = (item: Item) => {
  // What is left out is undefined, whatever the page puts on `Array.prototype`.
  setPrototypeOf(item, null);
  const letter = item[0];
  const id = item[1];
  const hasTags = letter < 'a';
  if (letter === 'x') return abortFunction(id);
  // Only a call has arguments.
  if (item[3]) return runFunction(id, item[2], item[3], hasTags);
  const call = take(id);
  if (!call) return;
  try {
    const value = hasTags ? revive(item[2]) : item[2];
    if (letter === 'r' || letter === 'R') return call.resolve(value);
    setPrototypeOf(value, null);
    call.reject(fill(call.error_, value.name, value.code, value.message, undefined, value.data));
  } catch (error) {
    failCall(call, false, error);
  }
};
