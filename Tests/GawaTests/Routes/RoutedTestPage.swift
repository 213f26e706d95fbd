import Foundation
import Gawa
import GawaTestSupport
import TestServer

/// A page on a server of this machine, whose origin may ask native routes.
@MainActor
final class RoutedTestPage {
    let server: TestServer
    let routes: NativeRoutes
    let page: TestPage
    let notes = RouteNotes()
    private(set) var diagnostics: [RouteDiagnostic] = []
    private let diagnosed = Waiter()

    /// Makes the page and waits until it has loaded.
    ///
    /// - Parameters:
    ///   - origins: Who may ask, beside the server's origin.
    ///   - configure: Is given the configuration before the routes are installed.
    ///   - add: Adds the routes.
    init(
        limits: RouteLimits = RouteLimits(), allowing origins: [String] = [],
        html: String = "<!doctype html><title>Page</title><p>",
        configure: (WKWebViewConfiguration) -> Void = { _ in }, add: (NativeRoutes, RouteNotes) -> Void
    ) async throws {
        let server = try TestServer { _ in .html(html) }
        self.server = server
        routes = NativeRoutes(allowing: .origins([server.origin()] + origins), limits: limits)
        add(routes, notes)
        let configuration = TestPage.configuration()
        configure(configuration)
        routes.install(in: configuration)
        page = TestPage(configuration: configuration)
        routes.onDiagnostic = { [weak self] diagnostic in
            self?.diagnostics.append(diagnostic)
            self?.diagnosed.notify()
        }
        try await page.load(server.url())
    }

    /// Runs the body of an async function in the page, and returns its value as text, or the error's words.
    func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> String {
        try await Self.run(body, arguments, in: page)
    }

    /// The same in another page.
    static func run(_ body: String, _ arguments: [String: Any] = [:], in page: TestPage) async throws -> String {
        let text = try await page.call(
            """
            try {
                const value = await (async () => { \(body) })();
                return typeof value === 'string' ? value : JSON.stringify(value) ?? 'undefined';
            } catch (error) {
                return `${error.name}: ${error.message}`;
            }
            """, arguments)
        return text as? String ?? "nothing"
    }

    /// Waits for a diagnostic.
    func wait(for what: String, _ isMet: @escaping (RouteDiagnostic) -> Bool) async throws {
        try await diagnosed.wait(for: what, timeout: .seconds(30)) { [weak self] in
            self?.diagnostics.contains(where: isMet) ?? true
        }
    }

    /// Expects that nothing of the routes is left over in the end.
    func isIdle() async throws -> Bool {
        try await isReleased { [routes] in routes.isIdle ? nil : routes }
    }
}
