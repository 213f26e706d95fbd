import Foundation
import Gawa
import GawaTestSupport
import TestServer

/// A hybrid page of a server of this machine, and what it told.
@MainActor
final class HybridTestPage {
    let server: TestServer
    let page: HybridPage
    let told = Waiter()
    private(set) var steps: [String] = []

    /// Makes the page; nothing is loaded.
    ///
    /// - Parameter html: What every path of the server answers that the test adds no route for.
    init(
        html: String = "<!doctype html><title>Page</title><p>", path: String = "/",
        recovery: CrashRecovery = .reload()
    ) throws {
        let server = try TestServer { _ in .html(html) }
        self.server = server
        let content = PageContent.url(server.url(path))
        let bridge = Bridge(TapService(), allowing: .origins(content.origins), carrier: TestCarrier.chosen)
        page = HybridPage(
            content, bridge: bridge, console: PageConsole(standardError: false),
            configuration: TestPage.configuration(), recovery: recovery)
        page.onNavigation = { [weak self] step in
            self?.steps.append("\(step)".prefix { $0.isLetter }.description)
            self?.told.notify()
        }
    }

    /// Waits for a step, which is there or comes.
    func wait(for step: String, count: Int = 1) async throws {
        try await told.wait(for: step, timeout: .seconds(30)) { [weak self] in
            self.map { $0.steps.count { $0 == step } >= count } ?? true
        }
    }

    /// The state by its name.
    var state: String { "\(page.state)".prefix { $0.isLetter }.description }
}
