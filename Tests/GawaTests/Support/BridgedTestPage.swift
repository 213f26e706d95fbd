import Foundation
import Gawa
import GawaTestSupport
import TestServer

/// A page on a server of this machine, with a bridge that allows the server's origin.
@MainActor
final class BridgedTestPage {
    let server: TestServer
    let bridge: Bridge
    let page: TestPage
    private(set) var diagnostics: [BridgeDiagnostic] = []
    let diagnosed = Waiter()

    /// Makes the page and waits until it has loaded.
    ///
    /// - Parameters:
    ///   - html: What every path of the server answers that the test adds no route for.
    ///   - headers: Of these answers.
    ///   - carrier: How the bridge and the page speak to each other; by default what the environment says.
    ///   - path: What is loaded of the server.
    ///   - before: Is given the configuration before the bridge is installed in it.
    ///   - after: Is given the configuration when the bridge is installed.
    init<each Service: BridgeService>(
        _ services: repeat each Service, html: String = "<!doctype html><title>Page</title><p>",
        headers: [(name: String, value: String)] = [], frames: BridgePolicy.Frames = .main,
        limits: BridgeLimits = BridgeLimits(), carrier: BridgeCarrier = TestCarrier.chosen,
        middleware: [any BridgeMiddleware] = [], server: TestServer? = nil,
        path: String = "/", before: (WKWebViewConfiguration) -> Void = { _ in },
        after: (WKWebViewConfiguration) -> Void = { _ in }
    ) async throws {
        let server =
            try server
            ?? TestServer { _ in
                .init(headers: [("Content-Type", "text/html; charset=utf-8")] + headers, body: Data(html.utf8))
            }
        self.server = server
        bridge = Bridge(
            repeat each services, allowing: .origins([server.origin()], frames: frames), limits: limits,
            carrier: carrier, middleware: middleware)
        let configuration = TestPage.configuration()
        before(configuration)
        bridge.install(in: configuration)
        after(configuration)
        page = TestPage(configuration: configuration)
        bridge.onDiagnostic = { [weak self] diagnostic in
            self?.diagnostics.append(diagnostic)
            self?.diagnosed.notify()
        }
        // The server's certificate, which no system trusts.
        page.navigation.answerChallenge = { challenge in
            (.useCredential, .trusting(serverCertificate: challenge.protectionSpace.serverCertificate ?? Data()))
        }
        try await page.load(server.url(path))
    }

    /// The page as the bridge sees it.
    var functions: BridgePage { bridge.page(in: page.webView) }

    /// Runs the body of an async function in the page's world.
    @discardableResult
    func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
        try await page.call(body, arguments)
    }

    /// Runs an async function's body in the page, and returns how it ended: the value, or the error's words and code.
    func outcome(_ body: String, _ arguments: [String: Any] = [:]) async throws -> String {
        let text = try await page.call(
            """
            try {
                const value = await (async () => { \(body) })();
                return "value " + (typeof value === "string" ? value : JSON.stringify(value));
            } catch (error) {
                return [error instanceof Error, error.name, error.code, error.message].join(" ");
            }
            """, arguments)
        return text as? String ?? "nothing"
    }

    /// Waits for a diagnostic.
    func wait(for what: String, _ isMet: @escaping (BridgeDiagnostic) -> Bool) async throws {
        try await diagnosed.wait(for: what) { [weak self] in self?.diagnostics.contains(where: isMet) ?? true }
    }
}
