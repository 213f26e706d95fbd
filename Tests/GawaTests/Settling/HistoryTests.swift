import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer
import Testing

@testable import Gawa

/// Steps back and forward while calls wait, with and without the back/forward cache.
@MainActor @Suite(.serialized)
struct HistoryTests {
    private let service = SettlingService()

    private static let html = """
        <script>
        let shows = 0;
        globalThis.twice = number => 2 * number;
        addEventListener('pageshow', event => settling.note(
            ['show', location.pathname, event.persisted, ++shows].join(' ')));
        </script><p>
        """

    private func makePage() async throws -> BridgedTestPage {
        try await BridgedTestPage(service, html: Self.html)
    }

    private func step(_ page: BridgedTestPage, _ path: String, _ navigate: (WKWebView) -> WKNavigation?) async throws
        -> String
    {
        let before = service.notes.count
        _ = navigate(page.page.webView)
        func words(_ service: SettlingService) -> String? {
            service.notes.dropFirst(before).first { $0.hasPrefix("show \(path) ") }
        }
        try await service.wait(for: "the page \(path)") { words($0) != nil }
        defer { service.forgetCallers() }
        return words(service) ?? ""
    }

    @Test func `BR-037: a page that comes back from the cache has its calls rejected and makes new ones`() async throws
    {
        let page = try await makePage()
        let first = try await PendingCalls(in: page, service)
        #expect(try await step(page, "/b") { $0.load(URLRequest(url: page.server.url("/b"))) } == "show /b false 1")
        try await first.expectEnd(.navigated)
        for round in 2...4 {
            #expect(try await step(page, "/") { $0.goBack() } == "show / true \(round)")
            #expect(try await page.run("return endings.join()") as? String == "AbortError pageGone")
            #expect(try await page.outcome("return await settling.same(\(round))") == "value \(round)")
            #expect(try await page.functions.call("twice", round, returning: Int.self) == 2 * round)
            let calls = try await PendingCalls(in: page, service, tag: "round \(round)")
            _ = try await step(page, "/b") { $0.goForward() }
            try await calls.expectEnd(.navigated)
            try await page.expectOneDocument()
            #expect(try await page.outcome("return await settling.same(5)") == "value 5")
        }
        #expect(service.runningCount == 0)
        #expect(page.diagnostics.isEmpty)
    }

    @Test func `BR-037: a page that the cache has dropped is loaded anew, and its calls have ended before`()
        async throws
    {
        let page = try await makePage()
        let first = try await PendingCalls(in: page, service)
        // More pages than the engine keeps.
        for index in 1...8 {
            _ = try await step(page, "/\(index)") { $0.load(URLRequest(url: page.server.url("/\(index)"))) }
        }
        try await first.expectEnd(.navigated)
        let second = try await PendingCalls(in: page, service, tag: "second")
        let item = try #require(page.page.webView.backForwardList.backList.first)
        #expect(try await step(page, "/") { $0.go(to: item) } == "show / false 1")
        try await second.expectEnd(.navigated)
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
        try await page.expectOneDocument()
    }

    @Test func `a page in the cache that lost its listeners by document.open can still call when it comes back`()
        async throws
    {
        let page = try await makePage()
        try await page.run("document.open(); document.write('<p>anew'); document.close(); globalThis.isOld = true")
        let calls = try await PendingCalls(in: page, service)
        _ = try await step(page, "/b") { $0.load(URLRequest(url: page.server.url("/b"))) }
        try await calls.expectEnd(.navigated)
        try await page.page.navigation.waitForEnd(of: page.page.webView.goBack())
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
        #expect(try await page.functions.call("twice", 1, returning: Int.self) == 2)
        #expect(
            try await page.run("return globalThis.endings?.join() ?? 'AbortError pageGone'") as? String
                == "AbortError pageGone")
    }
}
