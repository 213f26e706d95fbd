import { beside, numberPassed } from './beside';
import { Call, CallOptions, failCall, failCalls, giveUp, lastNumber, take, wait } from './calls';
import { flush, noteSent, token } from './carrier';
import { encodeArguments } from './encode';
import { check, fill } from './errors';
import { NativeError } from './intrinsics';
import { ask, lane } from './lane';

/** Milliseconds for which the page stands still at most, unless it says otherwise. */
const patience = 1e4;

/** Calls a function of the app, and returns its answer: the page stands still until then. */
export const requestNow = (
  target: string, list: unknown[], count: number, options: CallOptions | null | undefined,
): unknown => {
  let result: unknown;
  let failure: { reason_: unknown } | undefined;
  const call: Call = {
    resolve_: value => {
      result = value;
    },
    reject_: reason_ => {
      failure = { reason_ };
    },
    item_: undefined,
    error_: new NativeError(),
    signal_: options?.signal,
    abort_: undefined,
    timeout_: undefined,
  };
  const timeout = options?.timeout ?? patience;
  check(typeof timeout === 'number' && timeout >= 0, 'timeout');
  if (!lane) throw fill(call.error_, 'NotSupportedError', 'notSupported', 'only a fast lane carries synchronous calls');
  const text = encodeArguments(list, count);
  // What the page said before goes before.
  flush();
  const id = wait(call);
  if (id) {
    const item = '["c",' + id + target + numberPassed(beside?.passed_, text) + ']';
    const answer = ask('["' + token + '",' + item + ']', beside?.bytes_, timeout < 2e9 ? timeout : 2e9);
    if (answer === null) failCalls(id, lastNumber, true);
    else {
      noteSent();
      if (answer) failCall(take(id), false);
      else giveUp(id, fill(call.error_, 'TimeoutError', 'timeout', 'no answer'));
    }
  }
  if (failure) throw (failure as { reason_: unknown }).reason_;
  return result;
};
