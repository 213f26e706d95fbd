import GawaTestSupport
import Testing

@testable import Gawa

/// The port, by which the app speaks to a document, is no way in for the page.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct PortTests {
    @Test func `a page that finds the port and calls it with garbage gets 0 and changes nothing`() async throws {
        let page = try await BridgedTestPage(EchoService())
        let found =
            try await page.run(
                """
                const key = Object.getOwnPropertyNames(globalThis).find(name => name.startsWith('gawa-'));
                const port = globalThis[key], { writable, configurable, enumerable } = Object.getOwnPropertyDescriptor(globalThis, key);
                const garbage = [undefined, null, '', 'x', 7, {}, [], Symbol('s'), () => 1, NaN, 10n, new Proxy({}, { get() { throw 1 } }),
                    '["AAAAAAAAAAAAAAAAAAAAAA",1,["r",1,5]]', '\\0', 'x'.repeat(1e6), globalThis];
                const results = new Set();
                for (const token of garbage) for (const text of garbage) results.add(String(port(token, text)));
                let changed = 'not changed';
                for (const change of [
                    () => { 'use strict'; globalThis[key] = () => 1 }, () => Object.defineProperty(globalThis, key, { value: 1 }),
                    () => { 'use strict'; port.x = 1 }, () => Object.setPrototypeOf(port, null), () => Reflect.construct(port, []),
                ]) { try { change(); changed = String(change) } catch {} }
                delete globalThis[key];
                return [[...results].join(), writable, configurable, enumerable, changed, globalThis[key] === port,
                    Object.isFrozen(port), port.length].join('|');
                """) as? String
        #expect(found == "0|false|false|false|not changed|true|true|2")
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
        try await page.run("globalThis.ping = () => 'pong'")
        #expect(try await page.functions.call("ping", returning: String.self) == "pong")
    }

    @Test func `no batch goes into another document, whatever that has in the place of the port`() async throws {
        let page = try await BridgedTestPage(EchoService())
        // A foreign page that is told the name of the port, and answers to every name besides.
        page.server.route(
            "/foreign",
            .html(
                """
                <!doctype html><script>
                globalThis.heard = [];
                const spy = (token, text) => { heard.push([token, text].join()); return 1 };
                try { globalThis[location.hash.slice(1)] = spy } catch {}
                const answers = new Proxy({}, { has: () => true, get: (target, name) => {
                    if (typeof name === 'string' && name.startsWith('gawa-')) return spy;
                } });
                globalThis.caught = [];
                for (let holder = globalThis; holder; holder = Object.getPrototypeOf(holder)) {
                    try { Object.setPrototypeOf(holder, answers); caught.push(String(holder)); break } catch {}
                }
                const own = location.hash.slice(1), forged = 'http://localhost:' + location.port;
                for (const forge of [
                    () => Object.defineProperty(globalThis, 'origin', { value: forged }),
                    () => Object.defineProperty(location, 'origin', { value: forged }), () => { location.origin = forged },
                    () => Object.defineProperty(globalThis, 'location', { value: { origin: forged } }),
                    () => Object.defineProperty(Location.prototype, 'origin', { value: forged }),
                    () => Object.setPrototypeOf(location, { origin: forged }), () => { delete location.origin },
                    () => (0, eval)('let location = { origin: "' + forged + '" }'),
                    () => (0, eval)('function location() {}; location.origin = "' + forged + '"'),
                    () => document.body.append(Object.assign(document.createElement('form'), { id: 'location' })),
                ]) { try { forge() } catch {} }
                </script>
                """))
        try await page.run("globalThis.take = () => 'taken'")
        let document = try await page.document()
        let foreign = page.server.url("/foreign#\(page.bridge.key)", host: "127.0.0.1")
        try await page.page.load(foreign)
        // The app may not have noticed yet, or may have: either way the document's carrier speaks to nobody.
        let carrier = MessageCarrier(
            key: page.bridge.key, token: document.token, origin: document.origin, frame: document.frame)
        let gone = Waiter()
        var reason: BridgeError.PageGone?
        carrier.onGone = {
            reason = $0
            gone.notify()
        }
        var batch = Outbox(token: document.token, isCounting: true)
        batch.append { $0.append(raw: #"["c",1,"take",["secret"]]"#) }
        carrier.send(batch.take())
        try await gone.wait(for: "the carrier to notice") { reason != nil }
        #expect(try await page.run("return JSON.stringify(heard)") as? String == "[]")
        await #expect(throws: BridgeError.self) { try await page.functions.call("take", timeout: .milliseconds(50)) }
    }
}
