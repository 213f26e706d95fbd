import { makeBeside, writing } from './beside';
import { Call, find, wait } from './calls';
import { flushBefore, send, sendWritten } from './carrier';
import { isEvent, Kind, schemaHash, streamWindow } from './configuration';
import { encode } from './encode';
import { check } from './errors';
import {
  addListener, apply, attempt, detailOf, dispatch, isAborted, makeTable, nameOf, NativeCustomEvent, NativeError,
  NativeEventTarget, phaseOf, queueMicrotask, removeListener, Table, tell, typeOf,
} from './intrinsics';
import { acknowledge, leave } from './reading';

/** An event that the page listens to. */
interface Heard {
  /** What takes a listener away, by its callback: of those that capture, and of the others. */
  readonly capturing_: Table<object, () => void>;
  readonly others_: Table<object, () => void>;
  count_: number;
  /** The latest of the app, if that is kept. */
  latest_: { value_: unknown } | undefined;
  /** Asks the app for the event, if the app has it and is not asked. */
  open_(): void;
  close_(): void;
}

/** More listeners of one event are most likely ones that were forgotten. */
const crowd = 100;

const allHeard = makeTable<Heard, unknown>();

/** Asks for all events that have listeners: the document is new to the app. */
export const openEvents = () => allHeard.forEach((_, heard) => heard.open_());

const isObject = (value: unknown) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const isCapturing = (options: any) => !!(isObject(options) ? options.capture : options);

/** Gives a namespace the methods of an EventTarget. Its listeners are those of a native one, each in a wrapper. */
export const addEvents = (
  namespace: Record<string, unknown>, makeTarget: (name: string) => string, kinds: Table<string, number>,
) => {
  const target = new NativeEventTarget();
  const events = makeTable<string, Heard>();
  // An event that is for one listener alone.
  let onlyEvent: Event | undefined;
  let onlyListener: unknown;

  const fire = (name: string, detail: unknown, listener?: unknown) => {
    const event = new NativeCustomEvent(name, { __proto__: null, detail } as CustomEventInit);
    // A listener may wait for the app synchronously, and others be told of a later one meanwhile.
    const outerEvent = onlyEvent;
    const outerListener = onlyListener;
    onlyEvent = listener ? event : undefined;
    onlyListener = listener;
    dispatch(target, event);
    onlyEvent = outerEvent;
    onlyListener = outerListener;
  };

  const makeHeard = (name: string): Heard => {
    const kind = kinds.get(name);
    let id = 0;
    let taken = 0;
    const call: Call = {
      resolve_: () => {
        id = 0;
      },
      reject_: (reason: any) => {
        id = 0;
        if (reason.code !== 'pageGone') tell(nameOf(makeTarget(name)) + ' is not told any more', reason);
      },
      item_: value => {
        if (!taken++) queueMicrotask(() => (taken = acknowledge(id, taken)));
        else if (taken * 2 >= streamWindow) taken = acknowledge(id, taken);
        if (kind === Kind.latestEvent) heard.latest_ = { value_: value };
        fire(name, value);
      },
      error_: undefined as never,
      signal_: undefined,
      abort_: undefined,
      timeout_: undefined,
    };
    const heard: Heard = {
      capturing_: makeTable(),
      others_: makeTable(),
      count_: 0,
      latest_: undefined,
      open_: () => {
        if (!isEvent(kind) || find(id)) return;
        call.error_ = new NativeError();
        heard.latest_ = undefined;
        taken = 0;
        id = wait(call)!;
        send('s', ',' + id + makeTarget(name) + '[]');
      },
      close_: () => {
        leave(id);
        id = 0;
      },
    };
    return heard;
  };

  namespace.addEventListener = (type: unknown, callback: any, options: any) => {
    const name = `${type}`;
    check(callback == null || isObject(callback), 'listener');
    const isCapture = isCapturing(options);
    const hasOptions = isObject(options);
    const isOnce = hasOptions && options.once;
    const passive = hasOptions ? options.passive : undefined;
    const signal = hasOptions ? options.signal : undefined;
    // Throws for what is no signal.
    if ((signal !== undefined && isAborted(signal)) || callback == null) return;

    const heard = events.get(name) ?? makeHeard(name);
    const listeners = isCapture ? heard.capturing_ : heard.others_;
    if (listeners.get(callback)) return;
    const hear = (event: Event) => {
      if (listeners.get(callback) !== remove || (event === onlyEvent && remove !== onlyListener)) return;
      // Another listener of the signal may have kept the news from `abort`.
      const isOver = signal && isAborted(signal);
      if (isOver || isOnce) remove();
      if (isOver) return;
      if (typeof callback === 'function') apply(callback, namespace, [event]);
      else apply(callback.handleEvent, callback, [event]);
    };
    const abort = () => {
      // Anyone can dispatch an event of that name.
      if (isAborted(signal)) remove();
    };
    const remove = () => {
      listeners.delete(callback);
      removeListener(target, name, hear, isCapture);
      if (signal) removeListener(signal, 'abort', abort);
      if (--heard.count_) return;
      events.delete(name);
      allHeard.delete(heard);
      heard.close_();
    };

    listeners.set(callback, remove);
    addListener(target, name, hear, { __proto__: null, capture: isCapture, passive } as AddEventListenerOptions);
    if (signal) addListener(signal, 'abort', abort);
    if (++heard.count_ === 1) {
      events.set(name, heard);
      allHeard.set(heard, name);
      return heard.open_();
    }
    if (heard.count_ === crowd + 1 && schemaHash) {
      tell(nameOf(makeTarget(name)) + ' has more than ' + crowd + ' listeners');
    }
    const latest = heard.latest_;
    if (!latest) return;
    queueMicrotask(() => {
      // Unless it has heard a later one. If it is gone, nobody hears it.
      if (latest === heard.latest_) fire(name, latest.value_, remove);
    });
  };

  namespace.removeEventListener = (type: unknown, callback: any, options: unknown) => {
    const heard = events.get(`${type}`);
    const isCapture = isCapturing(options);
    if (heard) (isCapture ? heard.capturing_ : heard.others_).get(callback)?.();
  };

  namespace.dispatchEvent = (event: Event): boolean => {
    const custom = attempt(() => ({ detail_: detailOf(event) }));
    // One that is being dispatched is refused below.
    if (custom && !phaseOf(event)) {
      writing(makeBeside(), () => {
        const text = makeTarget(typeOf(event)) + encode(custom.detail_ ?? null, 'detail');
        flushBefore(text);
        sendWritten('v', text);
      });
    }
    return dispatch(target, event);
  };
};
