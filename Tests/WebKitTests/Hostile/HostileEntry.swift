/// A way in that a hostile page tries with a frame of its making, and what must come of it.
struct HostileEntry: Sendable {
    /// What the page sees, and what the host is told meanwhile.
    struct Outcome: Equatable {
        let result: String
        var facts: [String] = []

        /// The message arrives and is answered.
        static func arrives(_ fact: String) -> Self { Self(result: fact, facts: [fact]) }

        static func refused(_ error: String) -> Self { Self(result: "error:\(error)") }
    }

    let name: String
    /// The body of an async function in the main frame; `frame` is the frame.
    let script: String
    let outcome: @Sendable (HostileFrame) -> Outcome

    /// An entry within the frame.
    static func inside(_ name: String, _ code: String, _ outcome: @escaping @Sendable (HostileFrame) -> Outcome) -> Self
    {
        Self(name: name, script: "return ask(frame, `\(code)`);", outcome: outcome)
    }

    /// An entry of the main frame into the frame, which the engine refuses for another origin.
    static func fromParent(
        _ name: String, _ body: String, _ outcome: @escaping @Sendable (HostileFrame) -> Outcome
    ) -> Self {
        Self(name: name, script: "return outcome(async () => { \(body) });") {
            $0.isSameOrigin ? outcome($0) : .refused("SecurityError")
        }
    }
}

extension HostileFrame {
    /// What the host must be told of a message from this frame.
    func fact(_ body: String) -> String { "sub \(origin) \(place) page h \(body)" }
}

extension HostileEntry {
    static let all = own + reaching + kept + bodies + clobbered + globals

    // MARK: Its own handler object

    private static let own: [Self] = [
        inside("its own handler", "return await webkit.messageHandlers.h.postMessage('x')") { .arrives($0.fact("x")) },
        inside("more arguments", "return await webkit.messageHandlers.h.postMessage('x', 'secret', { world: 1 })") {
            .arrives($0.fact("x"))
        },
        inside(
            "a replaced namespace",
            """
            const handler = webkit.messageHandlers.h;
            window.webkit = { messageHandlers: { secret: handler, get h() { return handler } } };
            return await webkit.messageHandlers.secret.postMessage('x')
            """
        ) { .arrives($0.fact("x")) },
        inside(
            "a relaxed domain",
            """
            try { document.domain = 'localhost' } catch {}
            return await webkit.messageHandlers.h.postMessage('x')
            """
        ) { .arrives($0.fact("x")) },
        inside(
            "a moved address",
            """
            try { history.pushState(null, '', '/agent') } catch {}
            return (await webkit.messageHandlers.h.postMessage('x')).split(' ')[1]
            """
        ) {
            // A document that its parent wrote has the parent's address to move from.
            let place = $0.name == "about:blank, written" ? "/agent" : $0.place
            return Outcome(result: $0.origin, facts: ["sub \($0.origin) \(place) page h x"])
        },
        inside("the other world's handler", "return await webkit.messageHandlers.secret.postMessage('x')") { _ in
            .refused("TypeError")
        },
        inside(
            "names of the prototypes",
            """
            return ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'then']
                .map(name => typeof webkit.messageHandlers[name]?.postMessage).join()
            """
        ) { _ in Outcome(result: Array(repeating: "undefined", count: 6).joined(separator: ",")) },
        inside("a new handler", "return new webkit.messageHandlers.h.constructor({}, () => 0).postMessage('x')") { _ in
            .refused("TypeError")
        },
        inside(
            "a derived handler",
            """
            return new class extends webkit.messageHandlers.h.constructor {}().postMessage('x')
            """
        ) { _ in .refused("TypeError") },
        inside("an heir of the handler", "return await Object.create(webkit.messageHandlers.h).postMessage('x')") { _ in
            .refused("TypeError")
        },
        inside("a proxy of the handler", "return await new Proxy(webkit.messageHandlers.h, {}).postMessage('x')") { _ in
            .refused("TypeError")
        },
    ]

    // MARK: Another frame's handler object

    private static let reaching: [Self] = [
        inside("the parent's handler", "return await parent.webkit.messageHandlers.h.postMessage('x')") {
            $0.isSameOrigin ? .arrives("main localhost / page h x") : .refused("SecurityError")
        },
        inside(
            "its method on the parent's handler",
            """
            return await webkit.messageHandlers.h.postMessage.call(parent.webkit.messageHandlers.h, 'x')
            """
        ) { .refused($0.isSameOrigin ? "TypeError" : "SecurityError") },
        fromParent(
            "its handler, called by the parent",
            """
            return await frame.contentWindow.webkit.messageHandlers.h.postMessage('x')
            """
        ) { .arrives($0.fact("x")) },
        fromParent(
            "the parent's method on its handler",
            """
            return await webkit.messageHandlers.h.postMessage.call(frame.contentWindow.webkit.messageHandlers.h, 'x')
            """
        ) { _ in .refused("TypeError") },
        fromParent(
            "the parent's handler in its place",
            """
            frame.contentWindow.webkit.messageHandlers.__proto__.h = webkit.messageHandlers.h;
            frame.contentWindow.webkit = webkit;
            return await frame.contentWindow.eval("webkit.messageHandlers.h.postMessage('x')")
            """
        ) { _ in .arrives("main localhost / page h x") },
    ]

    // MARK: A kept handler object

    private static let keep = "const kept = frame.contentWindow.webkit.messageHandlers.h;"
    private static let away = """
        const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
        """

    private static let kept: [Self] = [
        fromParent("kept, frame removed", "\(keep) frame.remove(); return await kept.postMessage('x')") { _ in
            .refused("InvalidAccessError")
        },
        fromParent(
            "kept, frame on another page",
            """
            \(keep) \(away) frame.removeAttribute('srcdoc'); frame.src = '/empty?2'; await loaded;
            return await kept.postMessage('x')
            """
        ) { _ in .refused("InvalidAccessError") },
        fromParent(
            "kept, frame on another origin",
            """
            \(keep) \(away) frame.removeAttribute('srcdoc'); frame.src = other + '/agent'; await loaded;
            return await kept.postMessage('x')
            """
        ) { _ in .refused("InvalidAccessError") },
        fromParent(
            "kept, frame on its way to another origin",
            """
            \(keep) frame.removeAttribute('srcdoc'); frame.src = other + '/agent';
            return await kept.postMessage('x')
            """
        ) { .arrives($0.fact("x")) },
        fromParent(
            "kept, frame removed by a getter",
            """
            \(keep) return await kept.postMessage({ get a() { frame.remove(); return 1 } })
            """
        ) { _ in .refused("InvalidAccessError") },
        fromParent(
            "kept, frame moved in the page",
            """
            \(keep) document.body.prepend(frame); return await kept.postMessage('x')
            """
        ) { _ in .refused("InvalidAccessError") },
    ]

    // MARK: Bodies

    private static func posting(
        _ name: String, _ body: String, _ outcome: @escaping @Sendable (HostileFrame) -> Outcome
    ) -> Self {
        inside(name, "return await webkit.messageHandlers.h.postMessage(\(body))", outcome)
    }

    private static let bodies: [Self] = [
        posting("a forged envelope", #"['!', '~0:[#0]', 'undefined', '(uint64 1, true, ()', 'h\\0secret']"#) {
            .arrives($0.fact("[\"!\", \"~0:[#0]\", \"undefined\", \"(uint64 1, true, ()\", \"h\0secret\"]"))
        },
        posting(
            "a proxy",
            """
            new Proxy({}, { ownKeys: () => ['a'], get: (target, name) => name === 'a' ? 'x' : undefined,
                getOwnPropertyDescriptor: () => ({ value: 0, enumerable: true, configurable: true }) })
            """
        ) { .arrives($0.fact(#"{a: "x"}"#)) },
        posting("a proxy that throws", "new Proxy({}, { ownKeys() { throw 1 } })") { _ in .refused("DataCloneError") },
        posting("a getter that throws", "{ get then() { throw 1 } }") { _ in .refused("DataCloneError") },
        posting("a thenable", "{ then(resolve) { resolve('forged') } }") { _ in .refused("DataCloneError") },
        posting(
            "toJSON and valueOf",
            """
            Object.defineProperties({ a: 'x' }, { toJSON: { value: () => 'forged' }, valueOf: { value: () => 'forged' },
                toString: { value: () => 'forged' }, [Symbol.toPrimitive]: { value: () => 'forged' } })
            """
        ) { .arrives($0.fact(#"{a: "x"}"#)) },
        posting(
            "a getter that posts",
            """
            { get a() { webkit.messageHandlers.h.postMessage('inner'); return 'x' } }
            """
        ) { Outcome(result: $0.fact(#"{a: "x"}"#), facts: [$0.fact("inner"), $0.fact(#"{a: "x"}"#)]) },
        // Apple refuses it as an object of the engine; here it is one that a script made.
        posting("a handler", "webkit.messageHandlers.h") { .arrives($0.fact("{}")) },
        posting("a handler's method", "webkit.messageHandlers.h.postMessage") { _ in .refused("DataCloneError") },
    ]

    // MARK: Elements with the names of what our scripts ask for

    private static let clobber = """
        const names = ['defaultView', 'URL', 'documentURI', 'baseURI', 'location', 'origin', 'document', 'webkit', 'Document',
            'Reflect', 'addEventListener', 'frameElement', 'self', 'top'];
        for (const kind of ['img', 'form', 'embed', 'object']) for (const name of names) {
            const element = target.createElement(kind);
            element.setAttribute('name', name);
            element.id = name;
            target.body.append(element);
        }
        """

    private static let clobbered: [Self] = [
        inside(
            "clobbered",
            """
            const target = document; \(clobber)
            return await webkit.messageHandlers.h.postMessage('x')
            """
        ) { .arrives($0.fact("x")) },
        fromParent(
            "clobbered and removed",
            """
            \(keep) const target = frame.contentDocument; \(clobber) frame.remove();
            return await kept.postMessage('x')
            """
        ) { _ in .refused("InvalidAccessError") },
        fromParent(
            "clobbered, frame on another page",
            """
            \(keep) \(away) const target = frame.contentDocument; \(clobber)
            frame.removeAttribute('srcdoc'); frame.src = '/empty?2'; await loaded;
            return await kept.postMessage('x')
            """
        ) { _ in .refused("InvalidAccessError") },
    ]

    // MARK: What the set-up leaves in the window

    private static let globals: [Self] = [
        inside(
            "the global function",
            #"""
            const list = ['"x"', '{"__proto__":{"polluted":1}}'];
            __webkitDecodeArguments(list);
            return [list[0], typeof {}.polluted, Object.getPrototypeOf(list[1]) === Object.prototype].join()
            """#
        ) { _ in Outcome(result: "x,undefined,true") },
        inside("the global function with text that is none", "return __webkitDecodeArguments(['~:#0'])") { _ in
            .refused("TypeError")
        },
        inside(
            "the global function replaced",
            """
            try { __webkitDecodeArguments = null } catch {}
            delete window.__webkitDecodeArguments;
            try { (0, eval)('let __webkitDecodeArguments = 1') } catch {}
            try { Object.defineProperty(window, '__webkitDecodeArguments', { value: 1 }) } catch {}
            return [typeof __webkitDecodeArguments, Object.keys(window).includes('__webkitDecodeArguments')].join()
            """
        ) { _ in Outcome(result: "function,false") },
        inside(
            "all that the set-up leaves",
            """
            return Object.getOwnPropertyNames(window).filter(name => /webkit|gawa|kit$|codec/i.test(name)
                && !/^(webkit|WebKit)[A-Z]|^on/.test(name)).sort().join()
            """
        ) { _ in Outcome(result: "__webkitDecodeArguments,webkit") },
    ]
}
