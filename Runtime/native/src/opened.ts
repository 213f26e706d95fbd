// What is known of an `XMLHttpRequest` from one `open` to the next.

import { Place } from './addresses';
import { call } from './intrinsics';

export interface Opened {
  readonly place: Place;
  readonly isAsync: boolean;
  /** Whether the method has a body. */
  readonly takesBody: boolean;
  /** The page has set the type of the body. */
  hasType: boolean;
  isSent: boolean;
  /** The body is being read; it is sent then. */
  isReading: boolean;
  /** When it was sent. */
  start: number;
  timer: unknown;
  isTimedOut: boolean;
  /** How many bytes are sent. */
  size: number;
}

const { get, set } = WeakMap.prototype;
const all = new WeakMap<object, Opened>();

export function openedBy(request: unknown): Opened | undefined {
  return call(get, all, request) as Opened | undefined;
}

export function setOpened(request: unknown, opened: Opened | undefined): void {
  call(set, all, request, opened);
}
