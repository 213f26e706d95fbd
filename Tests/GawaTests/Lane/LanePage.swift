import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer

@testable import Gawa

/// A page without the bridge's script, whose tests open lanes themselves and say what no script would.
@MainActor
final class LanePage {
    let bridge: Bridge
    let page: TestPage
    private(set) var diagnostics: [BridgeDiagnostic] = []
    private let diagnosed = Waiter()

    /// `open()` opens a lane: `say` sends items in the name of the document `mine`, `until` waits for what is heard.
    private static let script = """
        const [key, handlerName] = configuration;
        globalThis.mine = 'BBBBBBBBBBBBBBBBBBBBBB';
        globalThis.handler = webkit.messageHandlers[handlerName];
        // One that nothing holds is collected, and then the engine says that its call has ended.
        const forever = new Promise(() => {});
        // Where the bridge's script finds this it does nothing.
        Object.defineProperty(globalThis, key, { value: (token, text) =>
            token !== mine ? 0 : text === undefined ? forever : 1 });
        globalThis.open = () => {
            const heard = [];
            let waiting = [];
            const lane = handler.openLane((text, attachments) => {
                heard.push(text === undefined ? 'closed' : text);
                waiting = waiting.filter(check => !check());
            });
            const until = isMet => new Promise((resolve, reject) => {
                const check = () => isMet(heard.join(' ')) && (resolve(), true);
                if (check()) return;
                waiting.push(check);
                setTimeout(() => reject(new Error('in vain: ' + heard.join(' '))), 10000);
            });
            const text = items => JSON.stringify([mine, ...items]);
            const say = (...items) => lane.send(text(items));
            const ask = (...items) => lane.ask(text(items), undefined, 5000)?.[0] ?? 'none';
            return { lane, heard, until, say, ask };
        };
        globalThis.call = (id, name, ...list) => ['c', id, 'own', name, list];
        """

    init<each Service: BridgeService>(_ services: repeat each Service) async throws {
        let server = try TestServer { _ in .html("<!doctype html>") }
        bridge = Bridge(repeat each services, allowing: .origins([server.origin()]))
        let configuration = TestPage.configuration()
        let names = try JSONEncoder().encode([bridge.key, bridge.handlerName])
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
    }

    /// Runs the body of an async function in the page's world.
    @discardableResult
    func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> String? {
        try await page.call(body, arguments) as? String
    }

    /// The reasons for which messages were dropped.
    var reasons: [String] {
        diagnostics.compactMap { if case .malformedMessage(_, let reason) = $0 { reason } else { nil } }
    }

    /// Waits until a message was dropped for a reason.
    func wait(forReason reason: String) async throws {
        try await diagnosed.wait(for: reason) { self.reasons.contains(reason) }
    }
}
