import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import Testing

@testable import Gawa

/// Events that real pages dispatch.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
struct DispatchedEventTests {
    private let service = TapService()

    struct Pick: Codable, Sendable, Equatable {
        let id: String
        let when: Date?
    }

    @Test func `what a page dispatches is heard in Swift and in the page`() async throws {
        let page = try await BridgedTestPage(service)
        let picks = page.functions.events("tap.picked", of: Pick.self)
        let result = try await page.outcome(
            """
            const own = [];
            tap.addEventListener('picked', event => own.push(event.detail.id));
            tap.dispatchEvent(new CustomEvent('picked', { detail: { id: 'a', when: new Date(5) } }));
            tap.dispatchEvent(new CustomEvent('other', { detail: { id: 'b' } }));
            tap.dispatchEvent(new CustomEvent('picked', { detail: { id: 'c' } }));
            return own.join();
            """)
        #expect(result == "value a,c")
        var iterator = picks.makeAsyncIterator()
        #expect(
            await iterator.next(isolation: #isolation) == Pick(id: "a", when: Date(timeIntervalSince1970: 0.005)))
        #expect(await iterator.next(isolation: #isolation) == Pick(id: "c", when: nil))
    }

    @Test func `a view's events go on across reloads and the cache, each document's own end with it`() async throws {
        let page = try await BridgedTestPage(
            service,
            html: """
                <script>
                addEventListener('pageshow', event => {
                    tap.dispatchEvent(new CustomEvent('shown', { detail: location.pathname + ' ' + event.persisted }));
                    globalThis.isShown = true;
                });
                </script>
                """)
        // The first page's own event comes before the answer to a later call.
        _ = try await page.run(
            """
            while (!globalThis.isShown) await new Promise(resolve => setTimeout(resolve));
            for await (const number of tap.count(1)) {}
            """)
        let shown = page.functions.events("tap.shown", of: String.self)
        let first = try await page.functions.document(within: .seconds(10))
        let own = BridgePage(place: first).events("tap.shown", of: String.self)
        var iterator = shown.makeAsyncIterator()
        let webView = page.page.webView
        func expect(_ words: String, _ step: () -> WKNavigation?) async throws {
            _ = step()
            #expect(await iterator.next(isolation: #isolation) == words)
        }
        try await expect("/ false") { webView.reload() }
        try await expect("/b false") { webView.load(URLRequest(url: page.server.url("/b"))) }
        try await expect("/ true") { webView.goBack() }
        try await expect("/b true") { webView.goForward() }
        var ended = own.makeAsyncIterator()
        #expect(await ended.next(isolation: #isolation) == nil)
        page.bridge.close()
        #expect(await iterator.next(isolation: #isolation) == nil)
    }

    @Test func `many events come in order, and none is lost by one who hears with room enough`() async throws {
        let page = try await BridgedTestPage(service)
        let count = FullTests.areOn ? 1_000_000 : 100_000
        let told = page.functions.events("tap.told", of: Int.self, bufferSize: .max)
        let few = page.functions.events("tap.told", of: Int.self, bufferSize: 10)
        let dispatching = Task {
            _ = try await page.run(
                "for (let n = 0; n < count; n++) tap.dispatchEvent(new CustomEvent('told', { detail: n }))",
                ["count": count])
        }
        var next = 0
        for await number in told {
            guard number == next else {
                Issue.record("at \(next): \(number)")
                return
            }
            next += 1
            if next == count { break }
        }
        try await dispatching.value
        // Who hears with little room has the newest, and was told.
        var newest = few.makeAsyncIterator()
        for number in (count - 10)..<count { #expect(await newest.next(isolation: #isolation) == number) }
        #expect(page.diagnostics.contains(.eventsDropped(event: "tap.told", count: 10_000)))
        #expect(page.diagnostics.count <= 7)
    }
}
