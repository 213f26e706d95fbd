import Foundation
import Testing

/// One way to alter what a window offers to scripts.
struct Alteration: Sendable, CustomTestStringConvertible {
    /// When a page alters a frame's window.
    enum Moment: String, Sendable, CaseIterable {
        /// When its document is there.
        case loaded
        /// Before its document is there, in the empty window that the document then takes over.
        case early
        /// The same, while the frame may not run scripts: the window has not been set up yet.
        case unset
    }

    /// What stands in the place of each function, getter and setter.
    enum Mode: String, Sendable, CaseIterable {
        case throwing, lying, spying, accessor, deleted, frozen
    }

    /// The name of a global, or of one of the groups in ``scripts``.
    let target: String
    let mode: Mode
    let moment: Moment

    var testDescription: String { "\(target), \(mode), \(moment)" }

    var call: String { "'\(target)', '\(mode)', '\(moment)'" }
}

extension Alteration {
    /// The names that our scripts in a page look up as properties, from their text.
    ///
    /// A page can define each on `Object.prototype`.
    static func namesOurScriptsRead() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var names: Set<String> = ["0", "1", "2", "__webkitDecodeArguments", "webkit", "messageHandlers", "toJSON"]
        for file in ["Sources/CJavaScriptCodec/codec.js", "WebProcess/bootstrap.js"] {
            let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
            for match in text.matches(of: /\.([A-Za-z_]\w*)|([A-Za-z_]\w*):|[{,]\s*([A-Za-z_]\w*)(?=\s*[,}=])/) {
                for name in [match.1, match.2, match.3] { if let name { names.insert(String(name)) } }
            }
        }
        // With these the language itself asks the page: a page that answers decides about its own promises.
        return names.subtracting(["then", "constructor", "__proto__"]).sorted()
    }

    /// What a page uses to alter a window and to see whether our scripts notice. `namesRead` is a list of names.
    static let scripts = """
        const captured = { define: Reflect.defineProperty, own: Reflect.getOwnPropertyDescriptor, keys: Reflect.ownKeys,
            remove: Reflect.deleteProperty, apply: Reflect.apply, construct: Reflect.construct, Promise };
        let heard = [], stolen = [];

        function note(path, values) {
            heard.push(path);
            for (const value of values) {
                if (typeof value === 'function') stolen.push(value);
                else if (typeof value === 'string') heard.push(value);
            }
        }

        function standIn(path, original, mode) {
            if (mode === 'spying' || mode === 'accessor' || mode === 'frozen') {
                return new Proxy(original, {
                    apply(target, self, list) { note(path, [self, ...list]); return captured.apply(target, self, list) },
                    construct(target, list, maker) {
                        note('new ' + path, list);
                        return captured.construct(target, list, maker === undefined ? target : maker);
                    }
                });
            }
            return function (...list) {
                note(path, [this, ...list]);
                if (mode === 'throwing') throw new Error('altered');
                return 'https://forged.example';
            };
        }

        function alterProperty(path, holder, key, mode) {
            const found = captured.own(holder, key);
            if (found === undefined || !found.configurable && !found.writable) return;
            const name = path + '.' + String(key);
            if (mode === 'deleted') { captured.remove(holder, key); return; }
            if (!('value' in found)) {
                for (const part of ['get', 'set']) if (found[part]) found[part] = standIn(part + ' ' + name, found[part], mode);
                captured.define(holder, key, found);
            } else if (typeof found.value === 'function') {
                const value = standIn(name, found.value, mode);
                if (mode === 'accessor' && found.configurable) {
                    captured.define(holder, key, { configurable: true, enumerable: found.enumerable,
                        get() { note('get ' + name, []); return value }, set(other) { note('set ' + name, [other]) } });
                } else {
                    captured.define(holder, key, { ...found, value });
                }
            }
        }

        function alterAll(path, holder, mode) {
            for (const key of captured.keys(holder)) {
                if (key !== 'prototype' && key !== 'caller' && key !== 'arguments') alterProperty(path, holder, key, mode);
            }
            if (mode === 'frozen') try { Object.freeze(holder) } catch {} // a window cannot be
        }

        function isObject(value) { return typeof value === 'object' && value !== null || typeof value === 'function' }

        // The prototypes that no global names.
        function hidden(w) {
            const prototype = Object.getPrototypeOf, text = ''[w.Symbol.iterator];
            const list = {
                TypedArray: prototype(w.Int8Array.prototype), Iterator: prototype(prototype([][w.Symbol.iterator]())),
                ArrayIterator: prototype(new w.Array()[w.Symbol.iterator]()),
                MapIterator: prototype(new w.Map()[w.Symbol.iterator]()),
                SetIterator: prototype(new w.Set()[w.Symbol.iterator]()),
            };
            try {
                list.Function = w.Function.prototype;
                list.AsyncFunction = prototype(new w.Function('return async () => {}')());
                list.Generator = prototype(new w.Function('return function* () {}')());
                list.AsyncGenerator = prototype(new w.Function('return async function* () {}')());
            } catch {} // a frame that may not run scripts
            return list;
        }

        function alter(w, target, mode) {
            const all = captured.keys(w).filter(name => typeof name === 'string' && /^[A-Z]/.test(name) && name !== 'Infinity');
            const targets = target === 'everything' ? all
                : target === 'the rest' ? all.filter(name => !spoken.includes(name)) : [target];
            if (target === 'what our scripts read') {
                for (const key of namesRead) {
                    const value = mode === 'frozen' ? 'https://forged.example'
                        : standIn('Object.prototype.' + key, () => 'https://forged.example', mode);
                    for (const holder of [w.Object.prototype, w.Array.prototype, w.String.prototype, w.Function.prototype]) {
                        if (captured.own(holder, key)) continue;
                        captured.define(holder, key, mode === 'frozen' ? { configurable: true, value } : {
                            configurable: true, set(other) { note('set ' + key, [other]) },
                            get() { note('get ' + key, []); if (mode === 'throwing') throw new Error('altered'); return value }
                        });
                    }
                }
                return;
            }
            if (target === 'symbols') {
                for (const name of captured.keys(w.Symbol)) {
                    const key = w.Symbol[name];
                    if (typeof key !== 'symbol') continue;
                    for (const holder of [w.Object.prototype, w.Array.prototype, w.String.prototype, w.Promise, w.Array]) {
                        captured.define(holder, key, { configurable: true, get() {
                            note('get ' + name, []);
                            if (mode === 'throwing') throw new Error('altered');
                            return mode === 'lying' ? 'forged' : standIn(name, () => 'forged', mode);
                        } });
                    }
                }
                return;
            }
            if (target === 'prototypes without a name') {
                const list = hidden(w);
                for (const name in list) alterAll(name, list[name], mode);
                return;
            }
            for (const name of targets) {
                const value = w[name];
                if (!isObject(value)) continue;
                if (isObject(value.prototype)) alterAll(name + '.prototype', value.prototype, mode);
                alterAll(name, value, mode);
            }
            for (const name of targets) alterProperty('window', w, name, mode);
            if (targets.includes('Window')) alterAll('window', w, mode);
        }

        // A value of the window's own objects.
        function makeBody(w) {
            const body = new w.Object();
            body.text = 'olé ~!@#"' + String.fromCharCode(0x2028);
            body.list = new w.Array();
            body.list[0] = -0; body.list[1] = null; body.list[2] = new w.Object(); body.list[2].yes = true;
            body.date = new w.Date(5);
            body.none = NaN;
            body.bytes = new w.Uint8Array(2);
            body.again = body.list;
            return body;
        }

        function replyText(value) {
            const { list, date } = value;
            return [value.text, Array.isArray(list), list.length, list[0], list[1], list[2],
                Date.prototype.getTime.call(date), value.none].join();
        }

        let attacked;

        // Makes a frame, alters its window, posts there, and gives the answer as text.
        async function attack(target, mode, moment) {
            heard = []; stolen = [];
            attacked = document.createElement('iframe');
            const loaded = new Promise(resolve => attacked.addEventListener('load', resolve, { once: true }));
            if (moment === 'unset') attacked.setAttribute('sandbox', 'allow-same-origin');
            attacked.src = '/empty';
            document.body.append(attacked);
            if (moment === 'loaded') await loaded;
            const w = attacked.contentWindow;
            const mark = {};
            captured.define(w, 'mark', { value: mark });
            let handler = moment === 'loaded' ? w.webkit.messageHandlers.echo : undefined;
            const body = makeBody(moment === 'unset' ? window : w);
            alter(w, target, mode);
            attacked.removeAttribute('sandbox');
            if (moment !== 'loaded') {
                await loaded;
                if (w.mark !== mark) return 'the window was not taken over';
                handler = w.webkit?.messageHandlers?.echo;
                if (!handler) return 'no handler';
            }
            const reply = handler.postMessage(body);
            // So that awaiting does not ask the window's promises.
            captured.define(reply, 'constructor', { __proto__: null, value: Promise });
            try { return replyText(await reply) } catch (error) { return 'error:' + error.name }
        }

        // Calls what was stolen, and tells what the stand-ins heard.
        function finish() {
            for (const thief of stolen) { try { thief('stolen', 'stolen') } catch {} }
            attacked.remove();
            return [...new Set(heard)].slice(0, 12).join(', ');
        }
        """
}
