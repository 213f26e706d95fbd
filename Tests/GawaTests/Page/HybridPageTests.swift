import Foundation
import GawaTestSupport
import Observation
import TestServer
import Testing

@testable import Gawa

/// A hybrid page: what it tells of its load, and calls that wait for it.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct HybridPageTests {
    // MARK: State

    @Test func `a page that is loaded tells its address, title, progress and history`() async throws {
        let test = try HybridTestPage()
        let page = test.page
        #expect(test.state == "empty")
        #expect(page.url == nil && page.title == nil && !page.isLoading && !page.canGoBack)
        page.load()
        #expect(test.state == "loading")
        try await page.waitUntilLoaded()
        #expect(test.state == "loaded")
        #expect(try await reaches(page) { $0.url == test.server.url() && $0.title == "Page" && !$0.isLoading })
        #expect(try await reaches(page) { $0.estimatedProgress == 1 })
        try await page.evaluate("history.pushState(null, '', '/next')")
        #expect(try await reaches(page) { $0.url == test.server.url("/next") && $0.canGoBack && !$0.canGoForward })
        page.goBack()
        #expect(try await reaches(page) { $0.url == test.server.url() && !$0.canGoBack && $0.canGoForward })
        page.goForward()
        #expect(try await reaches(page) { $0.url == test.server.url("/next") })
        #expect(test.steps == ["started", "committed", "finished"])
    }

    @Test func `a host that cannot be reached is an error as a value, and the next load takes its place`() async throws
    {
        let test = try HybridTestPage()
        let port = test.server.port
        test.server.stop()
        test.page.load()
        let call = Task { try await test.page.evaluate("return 1", returning: Int.self) }
        try await test.wait(for: "failed")
        guard case .failed(let error) = test.page.state else {
            Issue.record("\(test.page.state)")
            return
        }
        #expect(error.kind == .unreachable)
        #expect(error.url?.port == port)
        #expect(error.description == "localhost could not be reached")
        // What waited has an end, and what comes later, too.
        await #expect(throws: BridgeError.self) { try await call.value }
        await #expect(throws: BridgeError.self) { try await test.page.call("anything") }
    }

    @Test func `a step that the app refuses leaves the page as it was`() async throws {
        let test = try HybridTestPage()
        test.page.load()
        try await test.page.waitUntilLoaded()
        var asked: [String] = []
        test.page.decidePolicy = { action in
            asked.append(action.request.url?.path ?? "")
            test.told.notify()
            return .cancel
        }
        try await test.page.evaluate("location.href = '/elsewhere'")
        try await test.told.wait(for: "the question") { asked == ["/elsewhere"] }
        #expect(try await test.page.evaluate("return 6 * 7", returning: Int.self) == 42)
        #expect(test.state == "loaded")
        #expect(test.page.url == test.server.url())
    }

    @Test func `a load that takes the place of another ends the wait with its own end`() async throws {
        let test = try HybridTestPage()
        let gate = Gate()
        test.server.route("/") { _ in
            await gate.pass()
            return .html("<title>slow</title>")
        }
        test.server.route("/quick", .html("<title>quick</title>"))
        test.page.load()
        try await test.wait(for: "started")
        let title = Task { try await test.page.evaluate("return document.title", returning: String.self) }
        test.page.webView.load(URLRequest(url: test.server.url("/quick")))
        #expect(try await title.value == "quick")
        #expect(test.state == "loaded")
        gate.open()
    }

    @Test func `a load that the app stops leaves no document, and calls say so`() async throws {
        let test = try HybridTestPage()
        let gate = Gate()
        test.server.route("/") { _ in
            await gate.pass()
            return .html("<title>slow</title>")
        }
        test.page.load()
        try await test.wait(for: "started")
        let call = Task { try await test.page.call("anything") }
        test.page.stopLoading()
        await #expect(throws: BridgeError.self) { try await call.value }
        #expect(test.state == "empty")
        gate.open()
    }

    // MARK: Calls before the page is ready

    @Test func `what is asked while the page is loading waits for it`() async throws {
        let test = try HybridTestPage(
            html: "<!doctype html><script>globalThis.cart = { total: currency => currency + ' 42' }</script>")
        test.page.load()
        async let total: String = test.page.call("cart.total", "EUR")
        async let sum: Int = test.page.evaluate("return one + 1", arguments: ["one": 1])
        #expect(try await total == "EUR 42")
        #expect(try await sum == 2)
    }

    @Test func `what is asked when nothing is loaded fails at once, and says why`() async throws {
        let test = try HybridTestPage()
        let error = await #expect(throws: BridgeError.self) { try await test.page.evaluate("return 1") }
        guard case .pageGone(.noDocument)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a wait for the page ends by its limit and by cancellation`() async throws {
        let test = try HybridTestPage()
        let gate = Gate()
        test.server.route("/") { _ in
            await gate.pass()
            return .html("<title>slow</title>")
        }
        test.page.load()
        let late = await #expect(throws: BridgeError.self) {
            try await test.page.evaluate("return 1", timeout: .milliseconds(50))
        }
        #expect(late?.isTimeout == true)
        let task = Task { try await test.page.evaluate("return 1") }
        task.cancel()
        let cancelled = await #expect(throws: BridgeError.self) { try await task.value }
        guard case .cancelled? = cancelled else {
            Issue.record("\(String(describing: cancelled))")
            return
        }
        #expect(test.page.waiting.isEmpty)
        gate.open()
    }

    // MARK: Ownership

    @Test func `a page that nobody holds goes, with its view`() async throws {
        var test: HybridTestPage? = try HybridTestPage()
        test?.page.load()
        try await test?.page.waitUntilLoaded()
        weak let page = test?.page
        weak let view = test?.page.webView
        test = nil
        #expect(try await isReleased { page })
        #expect(try await isReleased { view })
    }

    /// Waits until what is observable of a page is as expected, told by its observation alone.
    private func reaches(_ page: HybridPage, _ isMet: @escaping (HybridPage) -> Bool) async throws -> Bool {
        while !isMet(page) {
            let (changes, change) = AsyncStream.makeStream(of: Void.self)
            withObservationTracking {
                _ = isMet(page)
            } onChange: {
                change.finish()
            }
            for await _ in changes {}
            // Told before the change.
            await Task.yield()
            try Task.checkCancellation()
        }
        return true
    }
}
