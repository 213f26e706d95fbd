import GawaTestSupport
import Testing
import WebKit

/// Adding, removing and replacing handlers, as apps that open and close screens do.
@MainActor @Suite(.serialized)
struct HandlersConfigurationTests {
    // MARK: Adding

    /// Opens and closes a screen ten times on one configuration; each screen brings its handler and takes it along.
    private static func reopenScreens() async throws {
        let configuration = TestPage.configuration()
        for round in 1...10 {
            let recorder = MessageRecorder()
            configuration.userContentController.add(recorder, name: "a")
            let page = try await TestPage(html: "<p>", configuration: configuration)
            try await page.call("await webkit.messageHandlers.a.postMessage(round)", ["round": round])
            guard recorder.bodies as? [Int] == [round] else { exit(70) }
            configuration.userContentController.removeScriptMessageHandler(forName: "a")
        }
    }

    @Test func `BR-118: a screen opens ten times on one configuration, without a critical of the engine`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.reopenScreens()
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!words.contains("CRITICAL"), "\(words)")
    }

    @Test func `BR-118: handlers registered from several threads at once are all there`() async throws {
        let controller = WKUserContentController()
        let recorder = MessageRecorder()
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<50 {
                        await MainActor.run { controller.add(recorder, name: "\(thread)-\(number)") }
                    }
                }
            }
        }
        let configuration = TestPage.configuration()
        configuration.userContentController = controller
        let page = try await TestPage(html: "<p>", configuration: configuration)
        let count = try await page.call(
            """
            const names = Object.keys(webkit.messageHandlers);
            await Promise.all(names.map(name => webkit.messageHandlers[name].postMessage(name)));
            return names.length;
            """)
        #expect(count as? Int == 200)
        #expect(Set(recorder.bodies as? [String] ?? []).count == 200)
        #expect(recorder.messages.allSatisfy { $0.name == $0.body as? String })
    }

    // BR-119 waits for a user interface delegate: until then there are no pop-ups.
    @Test func `window open gives null, and the page's handlers go on`() async throws {
        let recorder = MessageRecorder()
        let page = TestPage()
        page.webView.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        page.controller.add(recorder, name: "a")
        try await page.load(html: "<a id=link target=_blank href='about:blank'>link</a>")
        #expect(try await page.evaluate("window.open('about:blank')") is NSNull)
        try await page.evaluate("link.click(); 0")
        try await page.call("await webkit.messageHandlers.a.postMessage(1)")
        #expect(recorder.bodies as? [Int] == [1])
    }

    // MARK: Removing

    @Test func `BR-122: a pending call outlives its handler's removal, and the name fails at once`() async throws {
        var reply: ReplyingHandler.Reply?
        let waiter = Waiter()
        let page = TestPage()
        let handler = ReplyingHandler {
            reply = $1
            waiter.notify()
        }
        page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "a")
        try await page.load(html: "<p>")
        try await page.evaluate("var kept = webkit.messageHandlers.a; var pending = kept.postMessage(0); 0")
        try await waiter.wait(for: "the message") { reply != nil }

        page.controller.removeScriptMessageHandler(forName: "a")
        #expect(await scriptError { try await page.call("webkit.messageHandlers.a.postMessage(1)") } != nil)
        let stale = await scriptError { try await page.call("await kept.postMessage(1)") }
        #expect(stale?.message?.hasPrefix("InvalidAccessError: ") == true)
        reply?("done", nil)
        #expect(try await page.call("return await pending") as? String == "done")

        page.controller.addScriptMessageHandler(ReplyingHandler(value: "again"), contentWorld: .page, name: "a")
        let again = try await page.call("return await webkit.messageHandlers.a.postMessage(2)")
        #expect(again as? String == "again")
    }

    @Test func `a handler can be replaced by one of the other kind without a reload`() async throws {
        let recorder = MessageRecorder()
        let page = TestPage()
        page.controller.add(recorder, name: "a")
        try await page.load(html: "<p>")
        for round in 1...10 {
            page.controller.removeScriptMessageHandler(forName: "a")
            page.controller.addScriptMessageHandler(ReplyingHandler(value: round), contentWorld: .page, name: "a")
            #expect(try await page.call("return await webkit.messageHandlers.a.postMessage(0)") as? Int == round)
            page.controller.removeScriptMessageHandler(forName: "a")
            page.controller.add(recorder, name: "a")
            #expect(try await page.call("return await webkit.messageHandlers.a.postMessage(0)") == nil)
        }
        #expect(recorder.messages.count == 10)
    }

    @Test func `handlers may be added and removed within a handler`() async throws {
        let page = TestPage()
        let second = MessageRecorder()
        let first = MessageRecorder()
        first.onMessage = { [controller = page.controller] _ in
            controller.removeAllScriptMessageHandlers()
            controller.add(second, name: "second")
        }
        page.controller.add(first, name: "first")
        try await page.load(html: "<p>")
        try await page.call(
            """
            await webkit.messageHandlers.first.postMessage(1);
            await webkit.messageHandlers.second.postMessage(2);
            """)
        #expect(second.bodies as? [Int] == [2])
        #expect(try await page.evaluate("Object.keys(webkit.messageHandlers).join()") as? String == "second")
    }

    @Test func `BR-122: another controller in a copy of a view's configuration does not reach the view`() async throws {
        let recorder = MessageRecorder()
        let page = TestPage()
        page.controller.add(recorder, name: "a")
        try await page.load(html: "<p>")
        page.webView.configuration.userContentController = WKUserContentController()
        try await page.call("await webkit.messageHandlers.a.postMessage(1)")
        try await page.load(html: "<p>")
        try await page.call("await webkit.messageHandlers.a.postMessage(2)")
        #expect(recorder.bodies as? [Int] == [1, 2])
    }
}
