import GawaTestSupport
import Testing
import WebKit

@MainActor @Suite(.serialized)
struct MessageHandlerRemovalTests {
    private let gone = MessageRecorder()
    private let report = MessageRecorder()

    private func page() async throws -> TestPage {
        let page = TestPage()
        page.controller.add(gone, name: "gone")
        page.controller.add(report, name: "report")
        try await page.load(html: "<p>")
        return page
    }

    @Test func `mh-remove-hides-name: a removed handler is absent at once in the loaded document`() async throws {
        let page = try await page()
        let probe =
            "await webkit.messageHandlers.report.postMessage(webkit.messageHandlers.gone ? 'there' : 'absent')"
        try await page.call(probe)
        page.controller.removeScriptMessageHandler(forName: "gone")
        try await page.call(probe)
        #expect(report.bodies as? [String] == ["there", "absent"])
    }

    @Test func `mh-stale-object-rejects: an object that the page kept gives an InvalidAccessError`() async throws {
        let page = try await page()
        try await page.evaluate("var kept = webkit.messageHandlers.gone; 0")
        page.controller.removeScriptMessageHandler(forName: "gone")
        let error = await #expect(throws: WKError.self) { _ = try await page.call("return kept.postMessage('late')") }
        #expect(String(describing: error).contains("InvalidAccessError"))
        #expect(gone.messages.isEmpty)
    }

    @Test func `an object kept from a removed handler stays dead when the name is added again`() async throws {
        let page = try await page()
        try await page.evaluate("var kept = webkit.messageHandlers.gone; 0")
        page.controller.removeScriptMessageHandler(forName: "gone")
        page.controller.add(gone, name: "gone")
        let error = await scriptError { try await page.call("return kept.postMessage('late')") }
        #expect(error?.message?.hasPrefix("InvalidAccessError") == true)
        try await page.call("await webkit.messageHandlers.gone.postMessage('new')")
        #expect(gone.bodies as? [String] == ["new"])
    }

    @Test func `mh-removed-name-throws: the script of a removed handler fails with an exception`() async throws {
        let page = try await page()
        page.controller.removeScriptMessageHandler(forName: "gone")
        let error = await scriptError { try await page.evaluate("webkit.messageHandlers.gone.postMessage('42')") }
        #expect(error?.message?.hasPrefix("TypeError: ") == true)
        #expect(gone.messages.isEmpty)
    }

    @Test func `mh-two-views-remove-each: removal on two controllers does not mix them up`() async throws {
        let configuration = TestPage.configuration()
        var pages: [TestPage] = []
        var reports: [MessageRecorder] = []
        for _ in 1...2 {
            let copy = try #require(configuration.copy() as? WKWebViewConfiguration)
            copy.userContentController = WKUserContentController()
            let report = MessageRecorder()
            copy.userContentController.add(gone, name: "gone")
            copy.userContentController.add(report, name: "report")
            pages.append(try await TestPage(html: "<p>", configuration: copy))
            reports.append(report)
        }
        for page in pages { page.controller.removeScriptMessageHandler(forName: "gone") }
        let script =
            "try { webkit.messageHandlers.gone.postMessage('x') } catch { webkit.messageHandlers.report.postMessage('caught') }; 0"
        try await pages[0].evaluate(script)
        #expect(try await reports[0].wait(count: 1).map { $0.body as? String } == ["caught"])
        try await pages[1].evaluate(script)
        #expect(try await reports[1].wait(count: 1).map { $0.body as? String } == ["caught"])
        #expect(reports[0].messages.count == 1)
        #expect(gone.messages.isEmpty)
    }

    @Test func `removing from one view leaves the same name of another view alone`() async throws {
        let first = try await page()
        let second = TestPage()
        second.controller.add(report, name: "gone")
        try await second.load(html: "<p>")
        first.controller.removeScriptMessageHandler(forName: "gone")
        #expect(try await first.evaluate("!!webkit.messageHandlers.gone") as? Bool == false)
        try await second.call("await webkit.messageHandlers.gone.postMessage('here')")
        #expect(report.bodies as? [String] == ["here"])
    }

    @Test func `the last handler takes window webkit with it, and the next brings it back`() async throws {
        let page = try await page()
        page.controller.removeAllScriptMessageHandlers()
        #expect(try await page.evaluate("typeof window.webkit") as? String == "undefined")
        page.controller.add(report, name: "report")
        try await page.call("await webkit.messageHandlers.report.postMessage('back')")
        #expect(report.bodies as? [String] == ["back"])
    }

    @Test func `all handlers of one world go, those of another stay`() async throws {
        let page = try await page()
        page.controller.add(gone, contentWorld: .defaultClient, name: "gone")
        page.controller.removeAllScriptMessageHandlers(from: .defaultClient)
        let inWorld = try await page.webView.evaluateJavaScript("typeof window.webkit", contentWorld: .defaultClient)
        #expect(inWorld as? String == "undefined")
        try await page.call("await webkit.messageHandlers.gone.postMessage('page')")
        #expect(gone.bodies as? [String] == ["page"])
    }

    @Test func `removing a name that is not there does nothing`() async throws {
        let page = try await page()
        page.controller.removeScriptMessageHandler(forName: "never")
        page.controller.removeScriptMessageHandler(forName: "")
        try await page.call("await webkit.messageHandlers.gone.postMessage('still')")
        #expect(gone.bodies as? [String] == ["still"])
    }

    @Test func `a handler that removes itself has had its last message`() async throws {
        let page = try await page()
        gone.onMessage = { [controller = page.controller] _ in
            controller.removeScriptMessageHandler(forName: "gone")
        }
        let outcomes = try await page.call(
            """
            const kept = webkit.messageHandlers.gone;
            const all = await Promise.allSettled([1, 2, 3].map(value => kept.postMessage(value)));
            return all.map(one => one.status === 'fulfilled' ? 'taken' : one.reason.name);
            """)
        #expect(outcomes as? [String] == ["taken", "InvalidAccessError", "InvalidAccessError"])
        #expect(gone.bodies as? [Int] == [1])
    }

    // MARK: Ownership

    @Test func `mh-controller-retains-handler: the controller holds a handler until it is removed`() {
        let controller = WKUserContentController()
        weak var weakHandler: MessageRecorder?
        do {
            let handler = MessageRecorder()
            controller.add(handler, name: "kept")
            weakHandler = handler
        }
        #expect(weakHandler != nil)
        controller.removeScriptMessageHandler(forName: "kept")
        #expect(weakHandler == nil)
    }

    @Test func `a controller that goes lets its handlers go`() {
        weak var weakHandler: MessageRecorder?
        do {
            let controller = WKUserContentController()
            let handler = MessageRecorder()
            controller.add(handler, contentWorld: .world(name: "Owned"), name: "kept")
            weakHandler = handler
        }
        #expect(weakHandler == nil)
    }

    @Test func `mh-in-flight-on-close: what was sent arrives although the first message closed the view`() async throws
    {
        let recorder = MessageRecorder()
        let navigation = NavigationRecorder()
        let configuration = TestPage.configuration()
        configuration.userContentController.add(recorder, name: "n")
        var webView: WKWebView? = WKWebView(frame: .zero, configuration: configuration)
        weak let weakView = webView
        webView?.navigationDelegate = navigation
        recorder.onMessage = { _ in webView = nil }
        webView?.loadHTMLString(
            "<script>for (let i = 0; i < 50; i++) webkit.messageHandlers.n.postMessage(i)</script>", baseURL: nil)
        #expect(try await recorder.wait(count: 50).map { $0.body as? Int } == Array(0..<50))
        #expect(try await isReleased { weakView })
        #expect(!navigation.events.contains { $0.name == "processTerminated" })
    }
}
