import Gawa
import GawaTestSupport
import TestServer
import WebKit

/// A page on a server of this machine, a console that listens to it, and what the console heard.
@MainActor
final class ConsolePage {
    let server: TestServer
    let page: TestPage
    let console: PageConsole
    private(set) var entries: [ConsoleEntry] = []

    private let waiter = Waiter()
    private var reading: Task<Void, Never>?

    /// Makes the view and listens, but loads nothing.
    init(
        _ console: PageConsole = PageConsole(standardError: false),
        configuration: WKWebViewConfiguration = TestPage.configuration()
    ) throws {
        server = try TestServer()
        self.console = console
        console.install(in: configuration)
        page = TestPage(configuration: configuration)
        reading = Task { [weak self, entries = console.entries] in
            for await entry in entries { self?.add(entry) }
        }
    }

    /// Loads HTML text from the server.
    convenience init(
        html: String, _ console: PageConsole = PageConsole(standardError: false),
        configuration: WKWebViewConfiguration = TestPage.configuration()
    ) async throws {
        try self.init(console, configuration: configuration)
        server.route("/", .html(html))
        try await page.load(server.url())
    }

    isolated deinit {
        reading?.cancel()
    }

    /// All entries once there are so many.
    @discardableResult
    func wait(count: Int) async throws -> [ConsoleEntry] {
        try await wait("\(count) entries") { $0.count >= count }
    }

    /// All entries once they fulfil a condition.
    @discardableResult
    func wait(_ what: String, until isMet: @escaping ([ConsoleEntry]) -> Bool) async throws -> [ConsoleEntry] {
        try await waiter.wait(for: what, timeout: .seconds(30)) { isMet(self.entries) }
        return entries
    }

    /// Runs a script, then logs a mark, and returns the entries between what was there and the mark.
    func entries(after script: String) async throws -> [ConsoleEntry] {
        let before = entries.count
        let mark = "mark \(UUID())"
        try await page.evaluate("\(script)\n;0")
        try await page.evaluate("console.log('\(mark)')")
        let all = try await wait("the mark") { $0.contains { $0.text == mark } }
        return Array(all[before...].prefix { $0.text != mark })
    }

    private func add(_ entry: ConsoleEntry) {
        entries.append(entry)
        waiter.notify()
    }
}
