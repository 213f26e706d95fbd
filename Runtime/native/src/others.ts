// `EventSource`, `sendBeacon` and `WebSocket`.

import { namesNative, Place, placeOf, shown, shownOrigin } from './addresses';
import { wholeOf } from './bodies';
import { fetchFrom } from './fetch';
import { apply, construct, Function, global, listen, NativeException, NativeRequest, prototypeOf } from './intrinsics';
import { wrapConstructor, wrapGetter, wrapMethod } from './wrap';

const ignore = (): void => undefined;
const { fetch } = globalThis;

export function wrapEvents(): void {
  wrapConstructor('EventSource', (original, parameters, newTarget) => {
    if (parameters.length > 0) {
      const address = `${parameters[0]}`;
      parameters[0] = placeOf(address)?.eventAddress ?? address;
    }
    return construct(original, parameters, newTarget);
  });
  wrapGetter('EventSource', 'url', shown);
  wrapGetter('MessageEvent', 'origin', shownOrigin);
}

// The engine has no beacon for a scheme. A request that is kept alive is one but for its name.
function sendBeacon(place: Place, body: unknown): boolean {
  // Without CORS the engine would name no origin, and the type of a Blob would be lost. Nobody sees the answer either way.
  const whole = wholeOf(body);
  const parts = { __proto__: null, method: 'POST', body: whole ?? body, mode: 'cors', credentials: 'include', keepalive: true };
  const request = construct(NativeRequest, [place.address, parts]);
  const send = (input: object): unknown => apply(fetch as Function, global, [input] as never);
  listen(whole !== undefined || place.isOwn ? fetchFrom(place, request, send) : send(request), ignore, ignore);
  return true;
}

export function wrapBeacons(): void {
  wrapMethod(prototypeOf('Navigator'), 'sendBeacon', (original, self, parameters) => {
    if (parameters.length > 0) {
      const address = `${parameters[0]}`;
      const place = placeOf(address);
      if (place !== undefined) return sendBeacon(place, parameters.length > 1 ? parameters[1] : undefined);
      parameters[0] = address;
    }
    return apply(original, self as never, parameters as never);
  });
}

/** A socket would go to a host of the network: nothing on its way could tell it apart. */
export function wrapSockets(): void {
  wrapConstructor('WebSocket', (original, parameters, newTarget) => {
    if (parameters.length > 0) {
      const address = `${parameters[0]}`;
      if (namesNative(address)) throw new NativeException('The host native has no sockets', 'SecurityError');
      parameters[0] = address;
    }
    return construct(original, parameters, newTarget);
  });
}
