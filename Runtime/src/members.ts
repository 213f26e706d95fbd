import { begin, makeBeside, unmade } from './beside';
import { CallOptions, request } from './calls';
import { flushBefore, sendWritten } from './carrier';
import { Kind, mayPass, now } from './configuration';
import { encodeArguments } from './encode';
import { lane } from './lane';
import { openStream } from './streams';
import { requestNow } from './synchronous';

/** Calls a member of any kind. */
export const callMember = (
  target: string, kind: number, list: unknown[], count: number, options: CallOptions | null | undefined,
): unknown => {
  const canPass = (kind & mayPass) > 0;
  const isNow = kind & now;
  kind %= mayPass;
  const own = !canPass && lane && kind !== Kind.stream ? unmade : makeBeside(canPass, kind === Kind.stream);
  // As `writing` does, without making a function for each call.
  const outer = begin(own);
  try {
    if (isNow) return requestNow(target, list, count, options);
    if (kind === Kind.stream) return openStream(target, list, count, options, own?.passed_);
    if (kind !== Kind.message) return request(target, list, count, options);
    const text = target + encodeArguments(list, count);
    flushBefore(text);
    sendWritten('m', text);
    return undefined;
  } finally {
    begin(outer);
  }
};
