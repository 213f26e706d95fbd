import Foundation
import Gawa
import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// A hybrid page whose process ends.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct HybridPageCrashTests {
    @Test func `a page whose process ends is loaded again, and what listened goes on`() async {
        await #expect(processExitsWith: .success) { try await Self.crashOnce() }
    }

    @Test func `a page whose process ends again and again is left to the app`() async {
        await #expect(processExitsWith: .success) { try await Self.crashAgain() }
    }

    private static let html = """
        <!doctype html><title>Page</title>
        <script>
        addEventListener('gawarecovered', event => tap.dispatchEvent(
            new CustomEvent('recovered', { detail: event.detail.count })));
        </script>
        """

    private static func kill() throws {
        let processes = WebProcesses.running()
        try #require(!processes.isEmpty)
        WebProcesses.kill(processes)
    }

    private static func crashOnce() async throws {
        let test = try HybridTestPage(html: html, path: "/notes")
        let page = test.page
        page.load()
        try await page.waitUntilLoaded()
        let recovered = page.events("tap.recovered", of: Int.self)
        var iterator = recovered.makeAsyncIterator()
        let waiting = Task { try await page.evaluate("await new Promise(() => {})") }
        // It has begun when another evaluation is through.
        try await page.evaluate("return 1")
        try kill()
        try await test.wait(for: "crashed")
        await #expect(throws: BridgeError.self) { try await waiting.value }
        #expect(await iterator.next(isolation: #isolation) == 1)
        let load = ["started", "committed", "finished"]
        #expect(test.steps == load + ["crashed"] + load + ["recovered"])
        #expect(test.state == "loaded")
        #expect(page.crashCount == 1)
        #expect(page.url == test.server.url("/notes"))
        #expect(try await page.evaluate("return document.title", returning: String.self) == "Page")
    }

    private static func crashAgain() async throws {
        let test = try HybridTestPage(html: html, recovery: .reload(atMost: 1))
        let page = test.page
        page.load()
        try await page.waitUntilLoaded()
        try kill()
        try await test.wait(for: "recovered")
        try kill()
        try await test.wait(for: "crashed", count: 2)
        #expect(test.state == "crashed")
        let error = await #expect(throws: BridgeError.self) { try await page.evaluate("return 1") }
        guard case .pageGone(.processTerminated)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The app may still load it.
        page.reload()
        try await page.waitUntilLoaded()
        #expect(try await page.evaluate("return document.title", returning: String.self) == "Page")
    }
}
