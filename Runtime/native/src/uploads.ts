// The events of an upload to the app: the engine has them for servers alone.

import { hide, listenFirst, stateOf, tell, uploadOf } from './events';
import { call } from './intrinsics';
import { Opened, openedBy } from './opened';

const { get, set } = WeakMap.prototype;

/** The requests that are watched. */
const watched = new WeakMap<object, true>();

/** Has the upload's events come when the head of the answer does: all was sent then. */
export function watch(request: unknown): void {
  if (call(get, watched, request)) return;
  call(set, watched, request, true);
  const upload = uploadOf(request);
  let uploaded: Opened | undefined;
  let isTelling = false;
  listenFirst(request, 'readystatechange', () => {
    const opened = openedBy(request);
    if (!opened?.size || opened === uploaded || stateOf(request) !== 2) return;
    uploaded = opened;
    isTelling = true;
    tell(upload, 'progress', opened.size);
    tell(upload, 'load', opened.size);
    tell(upload, 'loadend', opened.size);
    isTelling = false;
  });
  // The engine takes the upload for one that goes on until the answer's end.
  const stop = (event: unknown): void => {
    if (!isTelling && uploaded !== undefined && openedBy(request) === uploaded) hide(event);
  };
  listenFirst(upload, 'abort', stop);
  listenFirst(upload, 'error', stop);
  listenFirst(upload, 'timeout', stop);
  listenFirst(upload, 'loadend', stop);
}
