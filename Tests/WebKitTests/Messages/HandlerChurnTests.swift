import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

/// Handlers that come and go while pages do.
@MainActor @Suite(.serialized)
struct HandlerChurnTests {
    private static let worlds = [WKContentWorld.page, .defaultClient, .world(name: "Churn")]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `mh-add-after-load, mh-remove-hides-name: whatever the order, a page sees the handlers that are there`(
        seed: UInt64
    ) async throws {
        let server = try TestServer()
        let foreign = server.url("/inner", host: "127.0.0.1")
        server.route("/", .html("<iframe src='/inner'></iframe><iframe src='\(foreign)'></iframe>"))
        server.route("/inner", .html("<iframe srcdoc='<p>'></iframe>"))
        let recorder = MessageRecorder()
        let page = TestPage()
        var random = SeededRandom(state: seed)
        var present: [Set<Int>] = [[], [], []]
        for round in 0..<(FullTests.areOn ? 200 : 30) {
            // Loads are started and left, so that changes meet processes and documents in every state.
            if round % 5 == 0 { page.webView.load(URLRequest(url: server.url())) }
            if round % 7 == 3 { try await page.load(html: "<iframe srcdoc='<p>'></iframe>") }
            for _ in 0..<random.next(below: 6) {
                let world = random.next(below: 3)
                let number = random.next(below: 4)
                if present[world].remove(number) != nil {
                    page.controller.removeScriptMessageHandler(forName: "h\(number)", contentWorld: Self.worlds[world])
                } else {
                    page.controller.add(recorder, contentWorld: Self.worlds[world], name: "h\(number)")
                    present[world].insert(number)
                }
            }
            if round % 3 == 0 {
                _ = try? await page.evaluate("document.body?.append(document.createElement('iframe')); 0")
            }
        }
        try await page.load(server.url())
        for (world, numbers) in zip(Self.worlds, present) {
            let seen = try await page.webView.callAsyncJavaScript(
                """
                const seen = window => Object.keys(window.webkit?.messageHandlers ?? {}).sort().join();
                return [seen(window), seen(frames[0]), seen(frames[0].frames[0])];
                """, contentWorld: world)
            let expected = numbers.sorted().map { "h\($0)" }.joined(separator: ",")
            #expect(seen as? [String] == [expected, expected, expected])
        }
        // Each is reached, and by the registration that is there now.
        let before = recorder.messages.count
        for (world, numbers) in zip(Self.worlds, present) {
            for number in numbers.sorted() {
                _ = try await page.webView.callAsyncJavaScript(
                    "return await webkit.messageHandlers.h\(number).postMessage('h\(number)')", contentWorld: world)
            }
        }
        let messages = recorder.messages.dropFirst(before)
        #expect(messages.allSatisfy { $0.name == $0.body as? String })
        #expect(messages.count == present.map(\.count).reduce(0, +))
    }
}
