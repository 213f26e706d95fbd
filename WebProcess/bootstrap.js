// Runs once in each window object, before any script of the page. It is one expression: a function that takes
// codec.js, a function that is told when the window comes back from the back/forward cache, and one that is told of
// dialogs, and returns the kit: the functions that the module calls. Everything used later is captured here, and every
// property descriptor has a null prototype: the page may replace any global and add to `Object.prototype`.
(function (makeCodec, cameBack, announce) {
    'use strict';

    const global = globalThis;
    const NativeDOMException = DOMException;
    const NativeError = Error;
    const NativeEvent = Event;
    const NativeEventTarget = EventTarget;
    const NativeFloat64Array = Float64Array;
    const NativePromise = Promise;
    const NativeString = String;
    const NativeTextDecoder = TextDecoder;
    const NativeTextEncoder = TextEncoder;
    const NativeTypeError = TypeError;
    const NativeUint8Array = Uint8Array;
    const { encode, decode } = makeCodec();
    const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
    const { create, freeze } = Object;
    const { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype;
    const { addEventListener } = global;
    const { dispatchEvent } = NativeEventTarget.prototype;
    const { charCodeAt, slice } = String.prototype;
    const { bind } = Function.prototype;
    const getDocument = getOwnPropertyDescriptor(global, 'document').get;
    const getPersisted = getOwnPropertyDescriptor(PageTransitionEvent.prototype, 'persisted').get;
    const getDefaultView = getOwnPropertyDescriptor(Document.prototype, 'defaultView').get;

    const define = (object, name, value, attributes) =>
        defineProperty(object, name, { __proto__: null, ...attributes, value });
    const open = { __proto__: null, writable: true, enumerable: true, configurable: true };
    const readOnly = { __proto__: null, writable: false, enumerable: true, configurable: true };
    const hidden = { __proto__: null, writable: false, enumerable: false, configurable: true };
    const tag = (object, name) => {
        define(object, Symbol.toStringTag, name, hidden);
        return object;
    };

    // Codec text, or `!` and the reason. The codec throws only where the stack has run out.
    function encodeSafely(value) {
        try {
            return encode(value);
        } catch {
            return '!the stack has run out';
        }
    }

    // MARK: Documents

    let document;

    // `global` is the frame's window *proxy*: once the frame shows another document, it leads there. A document in the
    // back/forward cache still has a view; one whose frame has gone is still its window's document.
    function isCurrent() {
        try {
            return apply(getDocument, global, []) === document && apply(getDefaultView, document, []) !== null;
        } catch {
            return false;
        }
    }

    // MARK: Message handlers

    const pending = new Map();
    let lastCall = 0;

    const refusals = {
        __proto__: null,
        1: ['Failed same-origin check.', 'InvalidAccessError'],
        2: ['The object does not support the operation or argument.', 'InvalidAccessError'],
        3: ['The object can not be cloned.', 'DataCloneError'],
    };
    const refuse = (reject, code) => reject(new NativeDOMException(refusals[code][0], refusals[code][1]));

    const isOurs = {};
    class UserMessageHandler {
        #send;

        constructor(key, send, makeLane) {
            if (key !== isOurs) throw new NativeTypeError('Illegal constructor');
            this.#send = send;
            if (makeLane !== undefined) define(this, 'openLane', receive => openLane(makeLane, receive), hidden);
        }

        postMessage(body) {
            const count = arguments.length;
            return new NativePromise((resolve, reject) => {
                const send = this.#send;
                if (count === 0) throw new NativeTypeError('Not enough arguments');
                const text = encodeSafely(body);
                if (text[0] === '!') return refuse(reject, 3);
                // Encoding runs getters of the page, so the document is looked at after it.
                if (!isCurrent()) return refuse(reject, 1);
                const call = ++lastCall;
                apply(mapSet, pending, [call, { __proto__: null, resolve, reject }]);
                const refusal = send(call, text);
                if (refusal === 0) return;
                apply(mapDelete, pending, [call]);
                refuse(reject, refusal);
            });
        }
    }
    tag(UserMessageHandler.prototype, 'UserMessageHandler');

    const handlers = create(tag({}, 'UserMessageHandlersNamespace'));
    const namespace = create(tag({}, 'WebKitNamespace'));
    const added = { __proto__: null };
    let handlerCount = 0;

    // Defines or removes `window.webkit`: of this document, not of its successor.
    function publish(replacing) {
        if (!isCurrent()) return;
        const found = getOwnPropertyDescriptor(global, 'webkit');
        if (handlerCount > 0) {
            if (replacing || found === undefined) define(global, 'webkit', namespace, open);
        } else if (found !== undefined && found.value === namespace) {
            deleteProperty(global, 'webkit');
        }
    }

    // MARK: Lanes

    const typedArray = getPrototypeOf(NativeUint8Array.prototype);
    const getKind = getOwnPropertyDescriptor(typedArray, Symbol.toStringTag).get;
    const getByteLength = getOwnPropertyDescriptor(typedArray, 'byteLength').get;
    const getByteOffset = getOwnPropertyDescriptor(typedArray, 'byteOffset').get;
    const getBuffer = getOwnPropertyDescriptor(typedArray, 'buffer').get;
    const { set: setBytes } = typedArray;
    const { encodeInto } = NativeTextEncoder.prototype;
    const { decode: decodeText } = NativeTextDecoder.prototype;

    const maximumAttachments = 1024, blockLength = 256 * 1024, shortText = 512, pieceOfText = 64 * 1024;

    // Memory that the module shares with this window (lane.h): the lengths of a message's text and attachments, and their
    // bytes. The module takes no array of the page and gives it none: one whose bytes C has seen cannot be transferred any more.
    function makeBlock(all) {
        const head = 8 + 8 * maximumAttachments;
        const memory = apply(getBuffer, all, []);
        return {
            __proto__: null,
            lengths: new NativeFloat64Array(memory, 0, 1 + maximumAttachments),
            view: (start, count) => new NativeUint8Array(memory, head + start, count),
            encoder: new NativeTextEncoder(),
            decoder: makeDecoder(),
        };
    }

    const makeDecoder = () => new NativeTextDecoder('utf-8', { __proto__: null, ignoreBOM: true });

    // Copies the page's list, which may run its code, and looks at each element.
    function readList(attachments) {
        const list = { __proto__: null, count: 0 };
        if (attachments === undefined) return list;
        const { length } = attachments;
        if (typeof length !== 'number' || !(length <= maximumAttachments)) throw new NativeTypeError('Too many attachments');
        for (; list.count < length; ++list.count) {
            const attachment = attachments[list.count];
            if (apply(getKind, attachment, []) !== 'Uint8Array') throw new NativeTypeError('An attachment is no Uint8Array');
            list[list.count] = attachment;
        }
        return list;
    }

    // Puts a message into the block; of one that is longer each piece goes to the module. No code of the page runs here.
    function pack({ lengths, view, encoder }, text, list, addPiece) {
        let used = 0, isFirst = true;
        const flush = () => {
            addPiece(used, isFirst);
            isFirst = false;
            used = 0;
        };
        let textLength = 0;
        for (let done = 0; done < text.length;) {
            let end = done + pieceOfText;
            // Two units may be one character.
            if (end < text.length && (apply(charCodeAt, text, [end - 1]) & 0xfc00) === 0xd800) end -= 1;
            const piece = apply(slice, text, [done, end]);
            const { read, written } = apply(encodeInto, encoder, [piece, view(used, blockLength - used)]);
            done += read;
            used += written;
            textLength += written;
            if (read < piece.length) flush();
        }
        lengths[0] = textLength;
        for (let index = 0; index < list.count; ++index) {
            const attachment = list[index], length = apply(getByteLength, attachment, []);
            for (let done = 0; done < length;) {
                if (used === blockLength) flush();
                const rest = length - done, room = blockLength - used;
                const count = rest < room ? rest : room;
                const piece = count === length ? attachment
                    : new NativeUint8Array(apply(getBuffer, attachment, []), apply(getByteOffset, attachment, []) + done, count);
                apply(setBytes, view(used, count), [piece]);
                used += count;
                done += count;
            }
            lengths[1 + index] = length;
        }
        if (!isFirst) flush();
    }

    // Makes a text and arrays of the message that the module has put into the block, of which more pieces may follow.
    function unpack({ lengths, view, decoder }, count, takePiece) {
        const textLength = lengths[0], sizes = { __proto__: null };
        let available = textLength;
        for (let index = 0; index < count; ++index) {
            sizes[index] = lengths[1 + index];
            available += sizes[index];
        }
        let used = 0;
        if (available > blockLength) available = blockLength;
        const next = limit => {
            if (used === available) {
                used = 0;
                available = takePiece();
                if (available === 0) throw new NativeError('A message was cut short');
            }
            const there = available - used, length = limit < there ? limit : there;
            used += length;
            return view(used - length, length);
        };

        let text = '';
        if (textLength > 0 && textLength <= available) {
            text = apply(decodeText, decoder, [next(textLength)]);
        } else {
            // Another decoder: a piece may end within a character.
            const own = makeDecoder();
            for (let done = 0; done < textLength;) {
                const piece = next(textLength - done);
                done += apply(getByteLength, piece, []);
                text += apply(decodeText, own, [piece, { __proto__: null, stream: done < textLength }]);
            }
        }
        const list = [];
        for (let index = 0; index < count; ++index) {
            const length = sizes[index];
            const attachment = new NativeUint8Array(length);
            for (let done = 0; done < length;) {
                const piece = next(length - done);
                apply(setBytes, attachment, [piece, done]);
                done += apply(getByteLength, piece, []);
            }
            define(list, index, attachment, open);
        }
        return [text, list];
    }

    // Makes a function that calls another as the engine calls a listener: what that throws is reported, and microtasks run
    // after it.
    function makeBell(listener) {
        const bell = new NativeEventTarget(), ring = new NativeEvent('ring');
        let call;
        apply(addEventListener, bell, ['ring', () => listener(call[0], call[1])]);
        return (text, attachments) => {
            call = [text, attachments];
            apply(dispatchEvent, bell, [ring]);
        };
    }

    function openLane(makeLane, receive) {
        if (typeof receive !== 'function') throw new NativeTypeError('A lane needs a function');
        if (!isCurrent()) return undefined;
        const call = makeBell(receive);
        let block, sendNow, askNow, addPiece, takePiece;
        const deliver = (text, count) => {
            if (!isCurrent()) return false;
            if (text === undefined) {
                call(undefined, undefined);
            } else if (count < 0) {
                call(text, []);
            } else {
                const message = unpack(block, count, takePiece);
                call(message[0], message[1]);
            }
            return true;
        };
        makeLane(deliver, (memory, send, ask, add, take) => {
            block = makeBlock(memory);
            sendNow = send;
            askNow = ask;
            addPiece = add;
            takePiece = take;
        });
        if (takePiece === undefined) return undefined;
        const check = text => {
            if (typeof text !== 'string') throw new NativeTypeError('A message is a string');
        };
        // Most messages are a short text, which need not go through the block.
        const isShort = (text, list) => list.count === 0 && text.length <= shortText;
        return freeze({
            __proto__: null,

            send(text, attachments) {
                check(text);
                const list = readList(attachments);
                if (!isCurrent()) return false;
                if (isShort(text, list)) return sendNow(text, -1);
                pack(block, text, list, addPiece);
                return sendNow('', list.count);
            },

            ask(text, attachments, milliseconds) {
                check(text);
                if (typeof milliseconds !== 'number') throw new NativeTypeError('A question needs a time limit');
                const list = readList(attachments);
                if (!isCurrent()) return null;
                const isAlone = isShort(text, list);
                if (!isAlone) pack(block, text, list, addPiece);
                const answer = isAlone ? askNow(text, -1, milliseconds) : askNow('', list.count, milliseconds);
                if (typeof answer === 'string') return [answer, []];
                return typeof answer === 'number' ? unpack(block, answer, takePiece) : answer;
            },
        });
    }

    // MARK: Results

    // Own data properties alone are read: an error of the page may have getters.
    function own(error, name, type, otherwise) {
        try {
            const found = getOwnPropertyDescriptor(error, name);
            return found !== undefined && typeof found.value === type ? found.value : otherwise;
        } catch {
            return otherwise;
        }
    }

    function describe(error) {
        try {
            return NativeString(error);
        } catch {
            return 'An exception that cannot be described';
        }
    }

    function reportValue(value, done) {
        const text = encodeSafely(value);
        if (text[0] === '!') done('unsupported', apply(slice, text, [1]));
        else done('value', text);
    }

    function reportException(error, done) {
        done('exception', describe(error), own(error, 'sourceURL', 'string', ''), own(error, 'line', 'number', 0),
            own(error, 'column', 'number', 0), own(error, 'stack', 'string', ''));
    }

    function decodeArguments(list) {
        for (let index = 0; index < list.length; ++index) list[index] = decode(list[index]);
    }

    const kit = {
        __proto__: null,

        // Adopts the current document.
        renew() {
            document = apply(getDocument, global, []);
            apply(addEventListener, global, ['pageshow', pageShown]);
        },

        publish,

        add(name, send, makeLane) {
            const handler = new UserMessageHandler(isOurs, send, makeLane);
            handlerCount += name in added ? 0 : 1;
            added[name] = handler;
            define(handlers, name, handler, readOnly);
        },

        remove(name) {
            if (!(name in added)) return;
            const found = getOwnPropertyDescriptor(handlers, name);
            if (found !== undefined && found.value === added[name]) deleteProperty(handlers, name);
            handlerCount -= 1;
            delete added[name];
        },

        resolve(call, text) {
            const entry = apply(mapGet, pending, [call]);
            if (entry === undefined) return;
            apply(mapDelete, pending, [call]);
            let value;
            try {
                value = decode(text);
            } catch (error) {
                entry.reject(error);
                return;
            }
            entry.resolve(value);
        },

        // An empty name makes an Error. The message is codec text, unless it is the module's own.
        reject(call, name, message, isText) {
            const entry = apply(mapGet, pending, [call]);
            if (entry === undefined) return;
            apply(mapDelete, pending, [call]);
            const words = isText ? NativeString(decode(message)) : message;
            entry.reject(name === '' ? new NativeError(words) : new NativeDOMException(words, name));
        },

        // Calls a function made by the module, and tells `done` when its promise has settled. When nothing can settle
        // the promise any more, `done` is collected with it, which the module notices.
        call(body, text, done) {
            (async () => {
                let value;
                try {
                    const promise = apply(body, global, decode(text));
                    // `await` asks for the constructor, which the page can replace on the prototype.
                    define(promise, 'constructor', NativePromise, hidden);
                    value = await promise;
                } catch (error) {
                    reportException(error, done);
                    return;
                }
                reportValue(value, done);
            })();
        },

        reportValue,

        // A C function cannot pass an exception as a value, but it can throw it.
        reportThrown(thrower, done) {
            try {
                thrower();
            } catch (error) {
                reportException(error, done);
            }
        },
    };

    function pageShown(event) {
        // A document that is not current misses changes of the handlers.
        publish(false);
        if (cameBack !== undefined && event.isTrusted && apply(getPersisted, event, [])) cameBack();
    }

    // MARK: Dialogs

    // The engine does not say which frame asks. Bound functions have the words of native ones, and `this` is of no
    // account: a function of a document that has gone shows nothing.
    for (const name of ['alert', 'confirm', 'prompt']) {
        const native = global[name];
        const asked = apply(bind, {
            [name](...parameters) {
                const number = announce(0);
                try {
                    return apply(native, undefined, parameters);
                } finally {
                    if (number > 0) announce(number);
                }
            },
        }[name], [undefined]);
        define(asked, 'name', name, hidden);
        define(asked, 'length', 0, hidden);
        define(global, name, asked, open);
    }

    // The window owns the kit through this function; the module holds it weakly.
    const decodeForCall = freeze(list => kit.decodeArguments(list));
    kit.decodeArguments = decodeArguments;
    define(namespace, 'messageHandlers', handlers, readOnly);
    define(global, '__webkitDecodeArguments', decodeForCall, { __proto__: null });
    return freeze(kit);
})
