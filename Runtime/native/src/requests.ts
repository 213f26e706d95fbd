// `XMLHttpRequest`.

import { placeOf, shown } from './addresses';
import { bytesNow, readBlob, sizeOf, typeOf, wholeOf } from './bodies';
import { limit, start } from './limits';
import {
  apply, attempt, call, construct, Function, global, member, NativeException, prototypeOf, toLowerCase,
} from './intrinsics';
import { Opened, openedBy, setOpened } from './opened';
import { watch } from './uploads';
import { wrapGetter, wrapMethod, wrapSetter } from './wrap';

const open = member('XMLHttpRequest', 'open');
const send = member('XMLHttpRequest', 'send');
const abort = member('XMLHttpRequest', 'abort');
const setHeader = member('XMLHttpRequest', 'setRequestHeader');
const appendItem = member('FormData', 'append');
const { FormData: NativeFormData } = global;

function refuseWhileReading(opened: Opened | undefined): void {
  if (opened?.isReading) throw new NativeException('The object is in an invalid state.', 'InvalidStateError');
}

function sendBytes(request: unknown, opened: Opened, bytes: unknown, type: unknown): void {
  if (!opened.hasType && type) call(setHeader, request, 'Content-Type', type);
  if (opened.isAsync && (opened.size = sizeOf(bytes)) > 0) attempt(() => watch(request));
  call(send, request, bytes);
}

// The page goes on meanwhile, as it does while the engine sends.
function sendRead(request: unknown, opened: Opened, whole: object): void {
  opened.isReading = true;
  const end = (then: () => void): void => {
    if (openedBy(request) !== opened || !opened.isReading) return;
    opened.isReading = false;
    then();
  };
  readBlob(whole, bytes => end(() => sendBytes(request, opened, bytes, typeOf(whole))), () => end(() => {
    // A file that is there no more. To a form with one the app says that it cannot have it; a Blob would look like nothing.
    const form = construct(NativeFormData, []);
    call(appendItem, form, '', whole);
    call(send, request, form);
  }));
}

function abortWith(original: Function, request: unknown, parameters: unknown[]): unknown {
  const opened = openedBy(request);
  if (opened?.isReading) {
    opened.isReading = false;
    // There must be something for the engine to abort: what reaches no handler.
    call(open, request, 'OPTIONS', opened.place.address);
    call(send, request, ' ');
  }
  return apply(original, request as never, parameters as never);
}

function limited(request: unknown, opened: Opened): void {
  limit(request, opened, () => abortWith(abort as Function, request, []));
}

export function wrapRequests(): void {
  const holder = prototypeOf('XMLHttpRequest');
  wrapMethod(holder, 'open', (original, self, parameters) => {
    if (parameters.length < 2) return apply(original, self as never, parameters as never);
    const method = parameters[0] = `${parameters[0]}`;
    const address = `${parameters[1]}`;
    const place = placeOf(address);
    parameters[1] = place?.address ?? address;
    const name = call(toLowerCase, method);
    const before = openedBy(self);
    // Before the engine's own, which may call listeners that send.
    setOpened(self, place && {
      place, isAsync: parameters.length < 3 || !!parameters[2], takesBody: name !== 'get' && name !== 'head',
      hasType: false, isSent: false, isReading: false, start: 0, timer: undefined, isTimedOut: false, size: 0,
    });
    try {
      return apply(original, self as never, parameters as never);
    } catch (error) {
      setOpened(self, before);
      throw error;
    }
  });

  wrapMethod(holder, 'setRequestHeader', (original, self, parameters) => {
    const opened = openedBy(self);
    refuseWhileReading(opened);
    if (opened === undefined || parameters.length < 2) return apply(original, self as never, parameters as never);
    const name = parameters[0] = `${parameters[0]}`;
    const result = apply(original, self as never, parameters as never);
    if (call(toLowerCase, name) === 'content-type') opened.hasType = true;
    return result;
  });

  wrapMethod(holder, 'send', (original, self, parameters) => {
    const opened = openedBy(self);
    refuseWhileReading(opened);
    // Of an array without elements a page's own would be read.
    const body = parameters.length > 0 ? parameters[0] : undefined;
    if (opened === undefined || opened.isSent) return apply(original, self as never, parameters as never);
    opened.isSent = true;
    if (opened.place.isOwn) attempt(() => call(setHeader, self, 'Gawa-Own', '1'));
    if (!opened.isAsync) attempt(() => call(setHeader, self, 'Gawa-Synchronous', '1'));
    attempt(() => {
      start(opened);
      limited(self, opened);
    });
    if (!opened.takesBody || body === undefined || body === null) return apply(original, self as never, parameters as never);
    // Of a form that the engine writes nobody knows the size, and a page wants to see it sent.
    const whole = wholeOf(body, opened.isAsync);
    if (whole === undefined) return sendBytes(self, opened, body, undefined);
    if (opened.isAsync) return sendRead(self, opened, whole);
    return sendBytes(self, opened, bytesNow(whole), typeOf(whole));
  });

  wrapMethod(holder, 'abort', abortWith);
  wrapSetter('XMLHttpRequest', 'timeout', (original, self, parameters) => {
    const result = apply(original, self as never, parameters as never);
    const opened = openedBy(self);
    if (opened !== undefined) limited(self, opened);
    return result;
  });
  wrapGetter('XMLHttpRequest', 'readyState', (state, self) => openedBy(self)?.isTimedOut ? 4 : state);
  wrapGetter('XMLHttpRequest', 'responseURL', (address, self) => openedBy(self)?.isTimedOut ? '' : shown(address));
}
