// The message handlers of a page, as the module in the web process makes them, with lanes. `host` is the app's end:
// `post(text, resolve, reject)` and `openLane(receive)`, which gives a lane or undefined.
(host => {
  const { apply, defineProperty } = Reflect;
  const { freeze } = Object;
  const { get } = WeakMap.prototype;
  const NativePromise = Promise;
  const NativeBytes = Uint8Array;
  const Failure = DOMException;
  const states = new WeakMap();
  const messageHandlers = {};

  class Handler {
    postMessage(text) {
      const state = apply(get, states, [this]);
      return new NativePromise((resolve, reject) => {
        if (!state) throw new TypeError('no handler');
        if (state.isRemoved) reject(new Failure('removed', 'InvalidAccessError'));
        else host.post(text, resolve, reject);
      });
    }
  }

  // Copies into this context, by elements of the array itself alone.
  const makeList = attachments => {
    const list = [];
    for (let index = 0; index < attachments.length; index++) {
      defineProperty(list, index, {
        __proto__: null, value: new NativeBytes(attachments[index]), writable: true, enumerable: true, configurable: true,
      });
    }
    return list;
  };

  const openLane = (state, receive) => {
    if (state.isRemoved) return undefined;
    const lane = host.openLane((text, attachments) =>
      text === undefined ? receive(undefined) : receive(text, makeList(attachments)));
    if (!lane) return undefined;
    return freeze({
      __proto__: null,
      send: (text, attachments) => lane.send(text, attachments),
      ask: (text, attachments, milliseconds) => {
        const answer = lane.ask(text, attachments, milliseconds);
        return answer ? [answer.text, makeList(answer.attachments)] : answer;
      },
    });
  };

  return {
    handlers: messageHandlers,
    remove(name) {
      apply(get, states, [messageHandlers[name]]).isRemoved = true;
      delete messageHandlers[name];
    },
    add(name, hasLanes) {
      const value = new Handler();
      const state = { isRemoved: false };
      states.set(value, state);
      // Of this handler alone, whatever it is called on.
      if (hasLanes) defineProperty(value, 'openLane', { __proto__: null, value: receive => openLane(state, receive) });
      defineProperty(messageHandlers, name, {
        __proto__: null, value, configurable: true, enumerable: true, writable: false,
      });
    },
    appError: message => new Error(message),
  };
})
