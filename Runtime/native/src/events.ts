// Events of an `XMLHttpRequest` and of its upload.

import { call, construct, global, member } from './intrinsics';

const getState = member('XMLHttpRequest', 'readyState');
const getUpload = member('XMLHttpRequest', 'upload');
const addListener = member('EventTarget', 'addEventListener');
const dispatch = member('EventTarget', 'dispatchEvent');
const stop = member('Event', 'stopImmediatePropagation');
const { ProgressEvent: NativeProgressEvent } = global;

export const stateOf = (request: unknown): unknown => call(getState, request);
export const uploadOf = (request: unknown): unknown => call(getUpload, request);

/** Listens before all others, however late it is done: listeners that capture come first. */
export function listenFirst(target: unknown, kind: string, body: (event: unknown) => void): void {
  call(addListener, target, kind, body, true);
}

/** Keeps an event from all that would hear of it later. */
export function hide(event: unknown): void {
  call(stop, event);
}

/** Tells of bytes, whose number is known where there are some. */
export function tell(target: unknown, kind: string, size: number): void {
  const numbers = { __proto__: null, lengthComputable: size > 0, loaded: size, total: size };
  call(dispatch, target, construct(NativeProgressEvent, [kind, numbers]));
}
