// The classes of the DOM that the runtime uses and Node.js shares between contexts: tests spoil them, and Node.js itself
// uses its own. Runs in each context before anything else. `report` is told of what listeners throw.
(report => {
  const { apply, defineProperty } = Reflect;
  const Failure = DOMException;
  let begin, end, isStopped, typeOf;

  class Event {
    #type; #phase = 0; #target = null; #isCurrent = false; #isStopped = false; #isCancelable; #isPrevented = false;
    constructor(type, init) {
      this.#type = `${type}`;
      this.#isCancelable = !!init?.cancelable;
    }
    get type() { return this.#type; }
    get isTrusted() { return false; }
    get eventPhase() { return this.#phase; }
    get target() { return this.#target; }
    get currentTarget() { return this.#isCurrent ? this.#target : null; }
    get defaultPrevented() { return this.#isPrevented; }
    preventDefault() { if (this.#isCancelable) this.#isPrevented = true; }
    stopImmediatePropagation() { this.#isStopped = true; }
    static {
      begin = (event, target) => {
        if (event.#phase) throw new Failure('The event is being dispatched', 'InvalidStateError');
        event.#phase = 2;
        event.#target = target;
        event.#isCurrent = true;
        event.#isStopped = false;
      };
      end = event => {
        event.#phase = 0;
        event.#isCurrent = false;
        return !event.#isPrevented;
      };
      isStopped = event => event.#isStopped;
      typeOf = event => event.#type;
    }
  }

  class CustomEvent extends Event {
    #detail;
    constructor(type, init) {
      super(type, init);
      this.#detail = init?.detail === undefined ? null : init.detail;
    }
    get detail() { return this.#detail; }
  }

  const isCapturing = options => !!(typeof options === 'object' && options ? options.capture : options);

  class EventTarget {
    #listeners = { __proto__: null };
    #count = 0;
    #find(type, listener, capture) {
      for (let index = 0; index < this.#count; index++) {
        const entry = this.#listeners[index];
        if (entry?.type === type && entry.listener === listener && entry.capture === capture) return index;
      }
      return -1;
    }
    addEventListener(type, listener, options) {
      const capture = isCapturing(options);
      if (this.#find(type, listener, capture) >= 0) return;
      const once = typeof options === 'object' && !!options?.once;
      this.#listeners[this.#count++] = { __proto__: null, type, listener, capture, once };
    }
    removeEventListener(type, listener, options) {
      const index = this.#find(type, listener, isCapturing(options));
      if (index >= 0) delete this.#listeners[index];
    }
    dispatchEvent(event) {
      begin(event, this);
      const listeners = this.#listeners;
      // Those that are added meanwhile are not called.
      const count = this.#count;
      // First those that capture. Nothing is iterated, for tests spoil that too.
      for (let turn = 0; turn < 2; turn++) {
        for (let index = 0; index < count && !isStopped(event); index++) {
          const entry = listeners[index];
          if (entry?.type !== typeOf(event) || entry.capture !== (turn === 0)) continue;
          if (entry.once) delete listeners[index];
          try {
            const { listener } = entry;
            if (typeof listener === 'function') apply(listener, this, [event]);
            else apply(listener.handleEvent, listener, [event]);
          } catch (error) {
            report(error);
          }
        }
      }
      return end(event);
    }
  }
  const dispatch = EventTarget.prototype.dispatchEvent;

  let settle;
  class AbortSignal extends EventTarget {
    // One that is left out iterates its arguments in older engines.
    constructor() { super(); }
    #isAborted = false;
    #reason;
    get aborted() { return this.#isAborted; }
    get reason() { return this.#reason; }
    static {
      settle = (signal, reason) => {
        if (signal.#isAborted) return;
        signal.#isAborted = true;
        signal.#reason = reason === undefined ? new Failure('aborted', 'AbortError') : reason;
        apply(dispatch, signal, [new Event('abort')]);
      };
    }
  }

  class AbortController {
    #signal = new AbortSignal();
    get signal() { return this.#signal; }
    abort(reason) { settle(this.#signal, reason); }
  }

  for (const type of [Event, CustomEvent, EventTarget, AbortSignal, AbortController]) {
    defineProperty(globalThis, type.name, { value: type, writable: true, configurable: true });
  }
})
