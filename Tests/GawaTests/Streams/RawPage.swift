import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer

@testable import Gawa

/// A page that speaks the protocol by hand, in place of the bridge's script: what it is sent is what the app sent, and it
/// says what no script would say. Over a lane, where there is one.
@MainActor
final class RawPage {
    let bridge: Bridge
    let page: TestPage
    let server: TestServer
    private(set) var diagnostics: [BridgeDiagnostic] = []
    private let diagnosed = Waiter()

    static let token = "rawrawrawrawrawrawrawr"

    /// The page's half: `say` sends items, `items` are those that have come, `until` waits for some.
    private static let script = """
        const [key, handlerName, token] = configuration;
        globalThis.items = [];
        globalThis.refusals = [];
        globalThis.batchCount = 0;
        // How long the page is busy with each batch, in milliseconds.
        globalThis.pause = 0;
        let waiting = [];
        // One that nothing holds is collected, and then the engine says that its call has ended.
        const forever = new Promise(() => {});
        const take = text => {
            if (!text) return;
            const [owner, , ...batch] = JSON.parse(text);
            batchCount++;
            for (const end = performance.now() + pause; performance.now() < end;);
            if (owner === token) items.push(...batch.map(item => JSON.stringify(item)));
            waiting = waiting.filter(check => !check());
        };
        Object.defineProperty(globalThis, key, { value: (owner, text) => {
            if (owner !== token) return 0;
            if (text === undefined) return forever;
            take(text);
            return 1;
        } });
        const handler = webkit.messageHandlers[handlerName];
        const lane = handler.openLane?.(take);
        globalThis.say = (...said) => {
            const text = '[' + JSON.stringify(token) + ',' + said.join() + ']';
            if (lane) lane.send(text);
            else handler.postMessage(text).then(take, error => refusals.push(error.message ?? String(error)));
        };
        addEventListener('pagehide', () => say('["b"]'));
        globalThis.until = isMet => new Promise((resolve, reject) => {
            const check = () => isMet(items) && (resolve(items), true);
            if (check()) return;
            waiting.push(check);
            setTimeout(() => reject(new Error('in vain: ' + items.slice(-9).join(' '))), 10000);
        });
        """

    init<each Service: BridgeService>(
        _ services: repeat each Service, limits: BridgeLimits = BridgeLimits(),
        carrier: BridgeCarrier = TestCarrier.chosen, middleware: [any BridgeMiddleware] = []
    ) async throws {
        server = try TestServer { _ in .html("<!doctype html>") }
        bridge = Bridge(
            repeat each services, allowing: .origins([server.origin()]), limits: limits, carrier: carrier,
            middleware: middleware)
        let configuration = TestPage.configuration()
        let names = try JSONEncoder().encode([bridge.key, bridge.handlerName, Self.token])
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: "(configuration => {\(Self.script)})(\(String(decoding: names, as: UTF8.self)))",
                injectionTime: .atDocumentStart, forMainFrameOnly: true))
        bridge.install(in: configuration)
        page = TestPage(configuration: configuration)
        bridge.onDiagnostic = { [weak self] diagnostic in
            self?.diagnostics.append(diagnostic)
            self?.diagnosed.notify()
        }
        try await page.load(server.url())
        try await say(#"["h",1]"#)
        _ = try await bridge.page(in: page.webView).document(within: .seconds(10))
    }

    /// The document that the page is to the bridge.
    var document: BridgedDocument? { bridge.documents.main(of: page.webView) }

    /// Sends items in one message.
    func say(_ items: String...) async throws {
        noteNumbers(items)
        try await page.call("say(...said)", ["said": items])
    }

    /// Sends items, each message by itself, one after the other.
    func sayEach(_ items: [String]) async throws {
        noteNumbers(items)
        try await page.call("for (const item of said) say(item)", ["said": items])
    }

    /// Waits until what has come fulfils a condition, a JavaScript function of the items' texts; then forgets it.
    func items(until condition: String) async throws -> [String] {
        let items = try await page.call("const all = await until(\(condition)); return all.splice(0)")
        return items as? [String] ?? []
    }

    /// Waits for a number of items, and forgets them.
    func items(_ count: Int) async throws -> [String] {
        let items = try await page.call(
            "return (await until(items => items.length >= count)).splice(0, count)", ["count": count])
        return items as? [String] ?? []
    }

    /// All items that have come by the time when the app has taken all that was said, and forgets them.
    ///
    /// It takes the number after the greatest that was used.
    func settledItems() async throws -> [String] {
        let mark = lastNumber + 1
        try await say("[\"c\",\(mark),\"none\",\"none\",[]]")
        let all = try await items(until: "items => items.some(item => item.startsWith('[\"e\",\(mark),'))")
        return all.filter { !$0.hasPrefix("[\"e\",\(mark),") }
    }

    private var lastNumber = 0

    private func noteNumbers(_ items: [String]) {
        for case let parts in items.map({ $0.split(separator: ",") }) where parts.count > 1 && parts[0].count == 4 {
            if "cs".contains(parts[0].dropFirst(2).first ?? "x"), let number = Int(parts[1]), number < 1_000_000 {
                lastNumber = max(lastNumber, number)
            }
        }
    }

    /// Waits for a diagnostic.
    func wait(for what: String, _ isMet: @escaping (BridgeDiagnostic) -> Bool) async throws {
        try await diagnosed.wait(for: what) { [weak self] in self?.diagnostics.contains(where: isMet) ?? true }
    }
}
