// `fetch` of an address, and of a Request.

import { Place, placeOf, shown } from './addresses';
import { wholeOf } from './bodies';
import {
  apply, attempt, call, construct, Function, global, listen, member, NativePromise, NativeRequest,
} from './intrinsics';
import { wrapGetter, wrapMethod } from './wrap';

const getAddress = member('Request', 'url');
const getBody = member('Request', 'body');
const getMethod = member('Request', 'method');
const getHeaders = member('Request', 'headers');
const readBytes = member('Request', 'arrayBuffer');
const eachHeader = member('Headers', 'forEach');
const setHeader = member('Headers', 'set');

const names = [
  'method', 'mode', 'credentials', 'cache', 'redirect', 'referrer', 'referrerPolicy', 'integrity', 'keepalive', 'signal',
];
const getters = { __proto__: null } as unknown as Record<string, Function | undefined>;
for (let index = 0; index < names.length; ++index) getters[names[index]] = member('Request', names[index]);

// The engine makes no Request of another one's parts, but for its body: that would be a stream.
function copyOf(request: unknown, address: string, body?: unknown): object {
  const parts = { __proto__: null, body } as unknown as Record<string, unknown>;
  for (let index = 0; index < names.length; ++index) {
    const getter = getters[names[index]];
    if (getter !== undefined) parts[names[index]] = call(getter, request);
  }
  const copy = construct(NativeRequest, [address, parts]);
  const headers = call(getHeaders, copy);
  call(eachHeader, call(getHeaders, request), (value: string, name: string) => call(setHeader, headers, name, value));
  return copy;
}

function sendMarked(place: Place, request: object, send: (request: object) => unknown): unknown {
  if (place.isOwn) call(setHeader, call(getHeaders, request), 'Gawa-Own', '1');
  return send(request);
}

/** Fetches what a request asks for from a place of the app's; the request is used up, as by `fetch` itself. */
export function fetchFrom(place: Place, request: unknown, send: (copy: object) => unknown): unknown {
  const start = (body?: unknown): unknown => sendMarked(place, copyOf(request, place.address, body), send);
  const method = call(getMethod, request);
  if (method === 'GET' || method === 'HEAD' || call(getBody, request) === null) return start();
  return new NativePromise((resolve, reject) => {
    listen(call(readBytes, request), bytes => {
      try {
        resolve(start(bytes));
      } catch (error) {
        reject(error);
      }
    }, reject);
  });
}

/** The body among the options of a `fetch`, if there is one. */
function bodyIn(options: unknown): unknown {
  return options === undefined || options === null ? undefined : (options as { body?: unknown }).body;
}

export function wrapFetch(): void {
  wrapMethod(global, 'fetch', (original, self, parameters) => {
    if (parameters.length === 0) return apply(original, self as never, parameters as never);
    const input = parameters[0];
    const options = parameters.length > 1 ? parameters[1] : undefined;
    const requested = attempt(() => call(getAddress, input) as string);
    // An address that cannot be made text is refused by the engine, which does not throw.
    const text = requested ?? attempt(() => `${input}`);
    const place = text === undefined ? undefined : placeOf(text);
    const send = (request: object): unknown => apply(original, self as never, [request] as never);
    if (requested === undefined) parameters[0] = place?.address ?? text ?? input;
    const body = place && attempt(() => wholeOf(bodyIn(options)));
    const isRead = requested !== undefined || body !== undefined;
    if (place === undefined || !isRead && !place.isOwn) return apply(original, self as never, parameters as never);
    // What the engine refuses of the copy, it is asked for in the page's own words.
    return attempt(() => {
      const request = requested !== undefined && (options === undefined || options === null)
        ? input : construct(NativeRequest, [parameters[0], body === undefined ? options : { __proto__: options, body }]);
      return isRead ? fetchFrom(place, request, send) : sendMarked(place, request as object, send);
    }) ?? apply(original, self as never, parameters as never);
  });
  wrapGetter('Response', 'url', shown);
}
