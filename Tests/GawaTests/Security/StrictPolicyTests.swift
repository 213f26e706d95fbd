import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// Pages with strict policies of their own, and with libraries that replace what the language has.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct StrictPolicyTests {
    /// What libraries do to a page before it uses the bridge.
    enum Library: String, CaseIterable, Sendable {
        case none, zone, coreJS, patchedEvents

        var script: String {
            switch self {
            case .none: ""
            case .zone:
                // As zone.js: a Promise of its own, native promises wrapped by it, and listeners and timers wrapped.
                """
                (() => {
                    const Native = Promise, nativeThen = Promise.prototype.then;
                    class ZoneAwarePromise {
                        constructor(executor) {
                            this.state = null; this.value = undefined; this.waiting = [];
                            const settle = state => value => {
                                if (this.state !== null) return;
                                if (state && value !== null && typeof value === 'object' && typeof value.then === 'function') {
                                    return value.then(settle(true), settle(false));
                                }
                                this.state = state; this.value = value;
                                for (const run of this.waiting) queueMicrotask(run);
                            };
                            try { executor(settle(true), settle(false)) } catch (error) { settle(false)(error) }
                        }
                        then(resolved, rejected) {
                            return new ZoneAwarePromise((resolve, reject) => {
                                const run = () => {
                                    const body = this.state ? resolved : rejected;
                                    if (typeof body !== 'function') return (this.state ? resolve : reject)(this.value);
                                    try { resolve(body(this.value)) } catch (error) { reject(error) }
                                };
                                if (this.state === null) this.waiting.push(run); else queueMicrotask(run);
                            });
                        }
                        catch(rejected) { return this.then(undefined, rejected) }
                        finally(body) { return this.then(value => (body(), value), error => { body(); throw error }) }
                        static resolve(value) { return new ZoneAwarePromise(resolve => resolve(value)) }
                        static reject(error) { return new ZoneAwarePromise((_, reject) => reject(error)) }
                        static all(list) {
                            const results = []; let left = 0;
                            return new ZoneAwarePromise((resolve, reject) => {
                                let index = 0;
                                for (const item of list) {
                                    const own = index++; left++;
                                    ZoneAwarePromise.resolve(item).then(value => { results[own] = value; if (!--left) resolve(results) }, reject);
                                }
                                if (!left) resolve(results);
                            });
                        }
                    }
                    globalThis.Promise = ZoneAwarePromise;
                    Native.prototype.then = function (resolved, rejected) {
                        return new ZoneAwarePromise((resolve, reject) => nativeThen.call(this, resolve, reject)).then(resolved, rejected);
                    };
                    const { addEventListener, removeEventListener } = EventTarget.prototype, wrapped = new WeakMap;
                    EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
                        const own = typeof listener === 'function' ? function (...list) { return listener.apply(this, list) } : listener;
                        if (listener) wrapped.set(listener, own);
                        return addEventListener.call(this, type, own, ...rest);
                    };
                    EventTarget.prototype.removeEventListener = function (type, listener, ...rest) {
                        return removeEventListener.call(this, type, wrapped.get(listener) ?? listener, ...rest);
                    };
                    for (const name of ['setTimeout', 'queueMicrotask']) {
                        const original = globalThis[name];
                        globalThis[name] = (body, ...rest) => original(() => body(), ...rest);
                    }
                })();
                """
            case .coreJS:
                // As core-js where it finds the native Promise wanting: another constructor, species and prototype methods.
                """
                (() => {
                    const Native = Promise;
                    const Replaced = function Promise(executor) {
                        const promise = new Native(executor);
                        Object.setPrototypeOf(promise, Replaced.prototype);
                        return promise;
                    };
                    Replaced.prototype = Object.create(Native.prototype, { constructor: { value: Replaced, writable: true, configurable: true } });
                    for (const name of ['resolve', 'reject', 'all', 'race', 'allSettled', 'any']) {
                        Replaced[name] = (...list) => Native[name](...list);
                    }
                    Object.defineProperty(Replaced, Symbol.species, { get() { return Replaced } });
                    Native.prototype.constructor = Replaced;
                    globalThis.Promise = Replaced;
                    for (const [holder, name] of [[Array.prototype, 'push'], [Object, 'keys'], [JSON, 'stringify'], [Map.prototype, 'set']]) {
                        const original = holder[name];
                        holder[name] = function (...list) { return original.apply(this, list) };
                    }
                    Array.prototype.at ??= function () {};
                    Object.prototype.own = 1;
                })();
                """
            case .patchedEvents:
                """
                AbortSignal.prototype.addEventListener = () => { throw new Error('not here') };
                EventTarget.prototype.dispatchEvent = () => false;
                globalThis.fetch = globalThis.XMLHttpRequest = globalThis.MessageChannel = globalThis.CustomEvent = undefined;
                """
            }
        }
    }

    private static let use = """
        globalThis.use = async () => {
            const controller = new AbortController();
            const wait = noting.wait({ signal: controller.signal }).catch(error => error.name);
            const results = await Promise.all([
                echo.add(2, 3), echo.text('é'), echo.data(new Uint8Array([1, 2])).then(bytes => bytes.join('+')),
                echo.call('gone').catch(error => error.code), echo.makeSample().then(sample => typeof sample.large),
                echo.text('x'.repeat(1 << 20)).then(text => text.length),
            ]);
            controller.abort();
            results.push(await wait, await echo.add(1, 1, { timeout: 60000 }));
            echo.expose('later', async (value, signal) => { await echo.nothing(); return [value * 2, typeof signal] });
            return results.join();
        };
        """
    private static let used = "5,é,1+2,unknownFunction,bigint,1048576,AbortError,2"

    private func site(_ library: Library, isSecure: Bool) throws -> TestServer {
        let html =
            "<!doctype html><title>t</title><script nonce=abc>\(library.script)</script><script nonce=abc>\(Self.use)</script>"
        let policy = "default-src 'none'; script-src 'nonce-abc'"
        let server = try TestServer(isSecure: isSecure) { _ in
            .html(html + "<iframe src=/frame></iframe>").header(
                "Content-Security-Policy", policy + "; frame-src 'self'")
        }
        server.route("/frame", .html(html).header("Content-Security-Policy", policy))
        return server
    }

    private func page(_ library: Library, isSecure: Bool) async throws -> BridgedTestPage {
        try await BridgedTestPage(
            EchoService(), NotingService(notes: Notes()), frames: .all, server: site(library, isSecure: isSecure),
            before: { configuration in
                configuration.userContentController.addUserScript(
                    WKUserScript(
                        source: """
                            globalThis.violations = [];
                            addEventListener('securitypolicyviolation', event =>
                                violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));
                            globalThis.errors = [];
                            addEventListener('error', event => errors.push(event.message));
                            """, injectionTime: .atDocumentStart, forMainFrameOnly: false))
            })
    }

    @Test(arguments: Library.allCases, [false, true])
    func
        `BR-070: all works under a policy of nonces, in pages and frames, with libraries that patch, and violates nothing`(
            library: Library, isSecure: Bool
        ) async throws
    {
        let page = try await page(library, isSecure: isSecure)
        #expect(page.page.webView.url?.scheme == (isSecure ? "https" : "http"))
        // The result goes through the page, for what an async function returns is the library's to wait for.
        for scope in ["globalThis", "frames[0]"] {
            let used = try await page.run(
                "return await new \(scope).Promise((resolve, reject) => \(scope).use().then(resolve, reject))")
            #expect(used as? String == Self.used, "\(scope)")
        }
        let answer = try await page.functions.call("later", 21, returning: [Either].self)
        #expect(answer == [.number(42), .text("object")])
        #expect(try await page.functions.evaluate("return document.title", returning: String.self) == "t")
        #expect(
            try await page.functions.evaluate(
                "return await Promise.resolve(a + 1)", arguments: ["a": 1], returning: Int.self) == 2)
        for scope in ["globalThis", "frames[0]"] {
            #expect(
                try await page.run("return [\(scope).violations.length, \(scope).errors.length].join()") as? String
                    == "0,0", "\(scope)")
        }
        // The policy holds for the page itself.
        #expect(
            try await page.run("try { return eval('1') } catch (error) { return error.name }") as? String == "EvalError"
        )
    }

    @Test func `BR-070: a policy that forbids all scripts forbids none of the app's`() async throws {
        let page = try await BridgedTestPage(
            EchoService(),
            headers: [("Content-Security-Policy", "default-src 'none'; sandbox allow-scripts allow-same-origin")])
        #expect(try await page.outcome("return await echo.add(2, 3)") == "value 5")
    }

    @Test func `a sandboxed page has an opaque origin and no bridge`() async throws {
        let page = try await BridgedTestPage(
            EchoService(), headers: [("Content-Security-Policy", "sandbox allow-scripts")])
        #expect(try await page.run("return typeof globalThis.echo") as? String == "undefined")
        try await page.wait(for: "the refusal") {
            if case .refused("null", true, _) = $0 { true } else { false }
        }
    }
}

/// An element of a list of mixed kinds.
enum Either: Decodable, Equatable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}
