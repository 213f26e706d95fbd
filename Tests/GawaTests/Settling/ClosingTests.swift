import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// The bridge is closed or removed, or the view goes, while calls wait.
@MainActor @Suite(.serialized)
struct ClosingTests {
    private let service = SettlingService()

    @Test func `BR-052: closing a bridge ends all calls at once, and the page is told`() async throws {
        let page = try await BridgedTestPage(service)
        let calls = try await PendingCalls(in: page, service)
        page.bridge.close()
        try await expectRejection(page)
        try await calls.expectEnd(.bridgeClosed)
        #expect(page.bridge.documents.all.isEmpty)
        let later = try await page.outcome("return await settling.same(1)")
        #expect(later.hasPrefix("true AbortError pageGone"), "\(later)")
        let functions = page.functions
        let ending = await Ending.of { () throws(BridgeError) in
            try await functions.call("never", timeout: .seconds(20))
        }
        #expect(ending == .gone(.bridgeClosed))
    }

    /// Waits until the page's call was rejected.
    private func expectRejection(_ page: BridgedTestPage) async throws {
        let words = try await page.run(
            "while (!endings.length) await new Promise(resolve => setTimeout(resolve, 2)); return endings.join()")
        #expect(words as? String == "AbortError pageGone")
    }

    @Test func `BR-122: removal ends calls that wait, refuses new ones, and the bridge works again without a reload`()
        async throws
    {
        let page = try await BridgedTestPage(service)
        let configuration = page.page.webView.configuration
        for round in 1...3 {
            let calls = try await PendingCalls(in: page, service, tag: "round \(round)")
            page.bridge.remove(from: configuration)
            try await expectRejection(page)
            try await calls.expectEnd(.bridgeClosed, isEvaluationEnded: false)
            let refused = try await page.outcome("return await settling.same(1)")
            #expect(refused.hasPrefix("true AbortError pageGone"), "\(refused)")
            page.bridge.install(in: configuration)
            #expect(try await page.outcome("return await settling.same(\(round))") == "value \(round)")
            try await page.run("globalThis.twice = number => 2 * number")
            #expect(try await page.functions.call("twice", round, returning: Int.self) == 2 * round)
            try await page.expectOneDocument()
        }
        #expect(configuration.userContentController.userScripts.count == 1)
        try await page.page.navigation.waitForEnd(of: page.page.webView.reload())
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
    }

    @Test func `BR-025: a bridge that is installed again in a view calls its page without a word of the page`()
        async throws
    {
        let page = try await BridgedTestPage(service)
        try await page.run("globalThis.twice = number => 2 * number")
        page.bridge.remove(from: page.page.webView.configuration)
        try await page.bridge.install(in: page.page.webView)
        #expect(try await page.functions.call("twice", 4, returning: Int.self, timeout: .seconds(5)) == 8)
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
    }

    @Test func `calls that came in one message with the one that closes the bridge end, too`() async throws {
        let page = try await BridgedTestPage(service)
        service.action = { [bridge = page.bridge] in bridge.close() }
        let outcome = try await page.run(
            """
            const limit = new Promise(resolve => setTimeout(resolve, 3000, 'nothing'));
            const calls = [settling.hang('a'), settling.act(), settling.same(1), settling.hang('b')];
            settling.note('dropped');
            return (await Promise.all(calls.map(call => Promise.race(
                [limit, call.then(() => 'value', error => error.name + ' ' + error.code)])))).join();
            """)
        #expect(
            outcome as? String == "AbortError pageGone,value,AbortError pageGone,AbortError pageGone")
        #expect(service.started == ["a"] && service.notes.isEmpty)
        try await service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled == ["a"] }
    }

    @Test func `BR-118: installing twice, and taking out what is not in, change nothing`() async throws {
        let page = try await BridgedTestPage(service)
        let configuration = page.page.webView.configuration
        page.bridge.install(in: configuration)
        page.bridge.remove(from: WKWebViewConfiguration())
        #expect(configuration.userContentController.userScripts.count == 1)
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
        page.bridge.close()
        page.bridge.close()
        page.bridge.remove(from: configuration)
        #expect(configuration.userContentController.userScripts.isEmpty)
    }

    @Test func `a closed bridge cannot be installed`() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let bridge = Bridge(SettlingService(), allowing: .origins(["https://app.example.com"]))
                bridge.close()
                bridge.install(in: WKUserContentController())
            }
        }
    }

    @Test func `BR-057: calls that wait when the view goes end, and nothing of the view is left`() async throws {
        for round in 1...5 {
            var page: BridgedTestPage? = try await BridgedTestPage(service)
            let bridge = try #require(page?.bridge)
            let calls = try await PendingCalls(in: try #require(page), service, tag: "view \(round)")
            try await page?.run("globalThis.timer = setInterval(() => settling.note('tick'), 1)")
            weak let webView = page?.page.webView
            page = nil
            #expect(try await isReleased { webView })
            try await calls.expectEnd(.closed)
            #expect(bridge.documents.all.isEmpty)
        }
    }

    @Test func `a call that waits for a page ends when the bridge is closed, and does not hold the view`() async throws
    {
        let bridge = Bridge(service, allowing: .origins(["https://app.example.com"]))
        let configuration = TestPage.configuration()
        bridge.install(in: configuration)
        var page: TestPage? = TestPage(configuration: configuration)
        let functions = bridge.page(in: try #require(page?.webView))
        let call = Task {
            await Ending.of { () throws(BridgeError) in try await functions.call("never", timeout: .seconds(20)) }
        }
        await Task.yield()
        weak let webView = page?.webView
        page = nil
        #expect(try await isReleased { webView })
        bridge.close()
        #expect(await call.value == .gone(.bridgeClosed))
    }
}
