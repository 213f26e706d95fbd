import TestProcess
import Testing

/// One way to alter what a page's globals do, after the bridge's script and before the page uses it.
struct Tampering: Sendable, CustomTestStringConvertible {
    enum Mode: String, Sendable, CaseIterable {
        /// Each function throws, and each class.
        case throwing
        /// Each function returns something else.
        case lying
        /// Each function works as before, and the page hears what it is called with.
        case spying
        case deleted
        case frozen
    }

    let target: String
    let mode: Mode

    var testDescription: String { "\(target), \(mode)" }

    /// Globals of which each is altered alone; `everything` is all of them at once.
    static let targets = [
        "everything", "Promise", "JSON", "Array", "Object", "Function", "Reflect", "Map", "String", "Symbol", "Error",
        "Date",
        "Uint8Array", "ArrayBuffer", "BigInt", "AbortSignal", "AbortController", "EventTarget", "URL", "DOMException",
        "functions", "members", "indices", "symbols", "webkit",
    ]

    static let all: [Tampering] = targets.flatMap { target in
        Mode.allCases.filter { FullTests.areOn || target == "everything" || $0 == .spying || $0 == .throwing }
            .map { Tampering(target: target, mode: $0) }
    }

    /// What the page runs before the bridge's script, to alter later what the bridge's script has captured meanwhile.
    ///
    /// `alter(target, mode)` alters; `useBridge()` uses the bridge by means that the page cannot alter and posts how each use
    /// ended; `heard` is what altered functions were called with.
    static let script = """
        (() => {
        const { apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
        const { then } = Promise.prototype, { getTime } = Date.prototype, { abort } = AbortController.prototype;
        const { freeze, getPrototypeOf } = Object;
        const NativeString = String, NativeProxy = Proxy, NativePromise = Promise;
        const TypedArray = getPrototypeOf(Uint8Array);
        const define = (holder, name, value) =>
            defineProperty(holder, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true });
        globalThis.heard = '';
        const each = (list, body) => { for (let index = 0; index < list.length; index++) body(list[index]) };
        const note = (path, self, list) => {
            heard += path + ';';
            for (let index = -1; list && index < list.length; index++) {
                const value = index < 0 ? self : list[index];
                if (typeof value === 'string') heard += value + ';';
            }
        };
        const standIn = (path, original, mode) => mode === 'spying'
            ? new NativeProxy(original, {
                __proto__: null,
                apply(target, self, list) { note(path, self, list); return apply(target, self, list) },
                construct(target, list, maker) { note(path, 'new', list); return construct(target, list, maker) },
            })
            : function (...list) {
                note(path, this, list);
                if (mode === 'throwing') throw 'altered ' + path;
                return 'altered ' + path;
            };
        const alterProperty = (path, holder, key, mode) => {
            const found = getOwnPropertyDescriptor(holder, key);
            if (!found?.configurable && !found?.writable) return;
            const name = path + '.' + NativeString(key);
            if (mode === 'deleted') return deleteProperty(holder, key);
            let isChanged = false;
            each(['value', 'get', 'set'], part => {
                if (typeof found[part] !== 'function') return;
                found[part] = standIn(part + ' ' + name, found[part], mode);
                isChanged = true;
            });
            if (isChanged) defineProperty(holder, key, found);
        };
        const alterAll = (path, holder, mode) => {
            if (mode === 'frozen') { try { freeze(holder) } catch {} return }
            each(ownKeys(holder), key => {
                if (key !== 'prototype' && key !== 'caller' && key !== 'arguments') alterProperty(path, holder, key, mode);
            });
        };
        const pollute = (keys, holders, mode) => {
            each(keys, key => each(holders, holder => {
                if (getOwnPropertyDescriptor(holder, key)) return;
                const path = 'polluted ' + NativeString(key);
                defineProperty(holder, key, { __proto__: null, configurable: true, set(value) { note('set ' + path, this, [value]) },
                    get() { note(path, this, []); if (mode === 'throwing') throw 'altered ' + path; return mode === 'lying' ? 1 : undefined } });
            }));
        };
        const classes = ownKeys(globalThis).filter(name => typeof name === 'string' && /^[A-Z]/.test(name)
            && (typeof globalThis[name] === 'function' || typeof globalThis[name] === 'object'));
        const functions = ['queueMicrotask', 'setTimeout', 'clearTimeout', 'atob', 'btoa', 'addEventListener', 'crypto', 'console'];
        const members = ['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'toJSON', 'signal', 'timeout', 'code', 'data',
            'cause', 'v', '$', 'aborted', 'reason', 'once', 'passive', 'capture', 'resolve', 'reject', 'depth', 'key', 'self', 'parent'];
        const symbols = ownKeys(Symbol).map(name => Symbol[name]).filter(value => typeof value === 'symbol');
        globalThis.alter = (target, mode) => {
            if (target === 'members') return pollute(members, [Object.prototype], mode);
            if (target === 'indices') return pollute([0, 1, 2, 3, 4, 5, 6, 7], [Object.prototype, Array.prototype], mode);
            if (target === 'symbols') {
                return pollute(symbols, [Object.prototype, String.prototype, Promise, Array], mode);
            }
            if (target === 'webkit') {
                const handlers = webkit.messageHandlers;
                each(ownKeys(handlers), name => { if (name !== 'report') alterAll(name, handlers[name], mode) });
                for (let holder = getPrototypeOf(handlers.report); holder && holder !== Object.prototype; holder = getPrototypeOf(holder)) {
                    alterAll('handler', holder, mode);
                }
                alterAll('messageHandlers', handlers, mode);
                alterAll('webkit', webkit, mode);
                return alterProperty('window', globalThis, 'webkit', mode);
            }
            if (target === 'functions') {
                return each(functions, name => alterProperty('window', globalThis, name, mode));
            }
            const targets = target === 'everything' ? classes : [target];
            each(targets, name => {
                const value = globalThis[name];
                if (value?.prototype) alterAll(name + '.prototype', value.prototype, mode);
                if (value) alterAll(name, value, mode);
            });
            if (target === 'everything' || target === 'Uint8Array') {
                alterAll('TypedArray', TypedArray, mode);
                alterAll('TypedArray.prototype', TypedArray.prototype, mode);
            }
            each(targets, name => alterProperty('window', globalThis, name, mode));
            if (target === 'everything') each(functions, name => alterProperty('window', globalThis, name, mode));
        };

        const reporter = webkit.messageHandlers.report, { postMessage } = reporter;
        const bytes = new Uint8Array([7, 8, 9]), date = new Date(5), list = [1, null, 3], controller = new AbortController();
        const { signal } = controller, symbol = Symbol('s'), object = { __proto__: null, text: 's3cret two' };
        let { echo, noting } = globalThis;
        globalThis.tripled = value => value * 3;
        globalThis.useBridge = () => {
            let report = '', left = 0;
            const end = (name, text) => {
                report += name + '=' + text + ';';
                if (!--left) apply(postMessage, reporter, [report]);
            };
            const take = (name, promise, read) => {
                left++;
                define(promise, 'constructor', undefined);
                apply(then, promise, [
                    value => end(name, 'value ' + read(value)),
                    error => end(name, name === 'signal' ? 'error ' + (error === reason) : 'error ' + error.name + ' ' + error.code),
                ]);
            };
            const reason = { __proto__: null };
            noting.say('s3cret one way');
            take('add', echo.add(2, 3), value => value);
            take('text', echo.text('s3cret'), value => value);
            take('data', echo.data(bytes), value => value[0] + ',' + value[2]);
            take('int64', echo.int64(5n), value => typeof value + value);
            take('date', echo.date(date), value => apply(getTime, value, []));
            take('list', echo.list(list), value => value[0] + ',' + value[1] + ',' + value.length);
            take('sample', echo.makeSample(), value => value.text + value.count + typeof value.large);
            take('limited', echo.add(1, 1, { __proto__: null, timeout: 50000 }), value => value);
            take('gone', echo.call('gone'), value => value);
            take('bad', echo.text(object), value => value);
            take('symbol', echo.text(symbol), value => value);
            take('signal', noting.wait({ __proto__: null, signal }), value => value);
            left++;
            apply(abort, controller, [reason]);
            echo.expose('doubled', value => value * 2);
            end('has', echo.has('add') + ',' + echo.has('toString'));
        };
        globalThis.startUse = () => { ({ echo, noting } = globalThis) };
        })();
        """

    /// How each use ends, whatever was altered.
    static let report: Set<String> = [
        "add=value 5", "text=value s3cret", "data=value 7,9", "int64=value bigint5", "date=value 5",
        "list=value 1,null,3",
        "sample=value t3bigint", "limited=value 2", "gone=error NotFoundError unknownFunction",
        "bad=error TypeError badArgument",
        "symbol=error DataCloneError dataClone", "signal=error true", "has=true,false",
    ]
}
