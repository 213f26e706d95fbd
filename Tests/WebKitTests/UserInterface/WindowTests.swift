import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Windows that pages open: `createWebViewWith` and `webViewDidClose`.
@MainActor @Suite(.serialized)
struct WindowTests {
    private let delegate = WindowRecorder()
    private let server: TestServer

    init() throws {
        server = try TestServer { request in
            .html("<title>\(request.path)</title><a href='/link' target=_blank>link</a><p>\(request.path)")
        }
    }

    private func page(_ path: String = "/opener", blocksPopups: Bool = true) async throws -> TestPage {
        let configuration = TestPage.configuration()
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = !blocksPopups
        let page = try await TestPage(url: server.url(path), configuration: configuration)
        page.webView.uiDelegate = delegate
        return page
    }

    private func opened(_ index: Int = 0) async throws -> WKWebView {
        try await delegate.wait(for: "window \(index)") { delegate.views.count > index }
        return delegate.views[index]
    }

    /// Waits until a window shows a page.
    private func shows(_ view: WKWebView, _ path: String) async throws {
        try await delegate.navigation.wait(for: "\(path) in a window") { _ in
            view.url?.path == path && !view.isLoading
        }
    }

    // MARK: Opening

    @Test func `nv-window-open-action, BR-125: window.open is asked for with its request, source and gesture`()
        async throws
    {
        let page = try await page()
        #expect(try await page.evaluate("window.w = open('/b', 'B'); w !== null") as? Bool == true)
        let view = try await opened()
        let opening = try #require(delegate.openings.first)
        #expect(opening.opener == ObjectIdentifier(page.webView))
        #expect(opening.action.navigationType == .other)
        #expect(opening.action.targetFrame == nil)
        #expect(opening.action.request.url == server.url("/b"))
        #expect(opening.action.sourceFrame.webView === page.webView)
        #expect(opening.action.sourceFrame.isMainFrame)
        #expect(opening.action.sourceFrame.securityOrigin.protocol == "http")
        #expect(opening.action.sourceFrame.securityOrigin.host == "localhost")
        try await shows(view, "/b")
        #expect(page.webView.url?.path == "/opener")
        #expect(try await page.evaluate("w.document.title") as? String == "/b")
        #expect(try await view.evaluateJavaScript("opener.document.title + name") as? String == "/openerB")
    }

    @Test func `BR-125: a link with a target opens a window, and the page stays`() async throws {
        let page = try await page()
        try await page.evaluate("document.querySelector('a').click(); 0")
        let view = try await opened()
        let action = try #require(delegate.openings.first?.action)
        #expect(action.navigationType == .linkActivated)
        #expect(action.targetFrame == nil)
        #expect(action.request.url == server.url("/link"))
        try await shows(view, "/link")
        #expect(page.webView.url?.path == "/opener")
        // Without `rel=opener`, a link with a target gives no opener.
        #expect(try await view.evaluateJavaScript("opener === null") as? Bool == true)
    }

    @Test func `BR-125: noopener opens a window that does not know its opener`() async throws {
        let page = try await page()
        #expect(try await page.evaluate("open('/b', '_blank', 'noopener') === null") as? Bool == true)
        let view = try await opened()
        try await shows(view, "/b")
        #expect(try await view.evaluateJavaScript("opener === null") as? Bool == true)
        #expect(page.webView.url?.path == "/opener")
    }

    @Test func `BR-125: the opener writes into a blank window, whose origin is its own`() async throws {
        let recorder = MessageRecorder()
        let page = try await page()
        page.controller.add(recorder, name: "inbox")
        try await page.evaluate(
            """
            window.w = open('about:blank');
            w.document.write('<p id=x>written<script>webkit.messageHandlers.inbox.postMessage(origin)</' + 'script>'); 0
            """)
        let view = try await opened()
        let message = try await recorder.wait(count: 1)[0]
        #expect(message.body as? String == server.origin())
        #expect(message.webView === view)
        #expect(message.frameInfo.isMainFrame)
        #expect(message.frameInfo.securityOrigin.host == "localhost")
        #expect(try await view.evaluateJavaScript("document.querySelector('#x').innerText") as? String == "written")
    }

    @Test func `BR-125: a frame opens a window`() async throws {
        let page = try await page()
        try await page.evaluate(
            "document.body.innerHTML = '<iframe srcdoc=\"<p>\"></iframe>'; frames[0].open('/b'); 0")
        try await shows(opened(), "/b")
        #expect(page.webView.url?.path == "/opener")
    }

    @Test func `without a gesture nothing opens unless the preference allows it`() async throws {
        let page = try await page()
        let isNull = "return await new Promise(done => setTimeout(() => done(open('/b') === null), 1200))"
        #expect(
            try await page.webView.callAsyncJavaScript(isNull, contentWorld: .page) as? Bool == true)
        #expect(delegate.openings.isEmpty)
        let open = try await self.page(blocksPopups: false)
        #expect(try await open.webView.callAsyncJavaScript(isNull, contentWorld: .page) as? Bool == false)
        #expect(delegate.openings.count == 1)
    }

    // MARK: Refusing

    @Test func `ud-create-async-nil: nil opens nothing, and window.open returns null`() async throws {
        delegate.make = { _, _ in nil }
        let page = try await page()
        #expect(try await page.evaluate("open('about:blank') === null") as? Bool == true)
        #expect(try await page.evaluate("open('/b') === null") as? Bool == true)
        try await page.evaluate("document.querySelector('a').click(); 0")
        try await delegate.wait(for: "three questions") { delegate.openings.count == 3 }
        try await page.call("return 0")
        #expect(page.webView.url?.path == "/opener")
        #expect(delegate.events == ["create", "create", "create"])
    }

    @Test func `ud-no-ui-delegate-open-ignored: without a delegate nothing opens, and the page goes on`() async throws {
        let page = try await page()
        for uiDelegate in [nil, NobodyDelegate()] {
            page.webView.uiDelegate = uiDelegate
            #expect(try await page.evaluate("open('/b') === null") as? Bool == true)
            try await page.evaluate("document.querySelector('a').click(); 0")
            #expect(try await page.call("return location.pathname") as? String == "/opener")
        }
        try await page.evaluate("open('/b'); location = '/a'; 0")
        try await page.navigation.wait(for: "/a") { _ in page.webView.url?.path == "/a" }
    }

    // MARK: Closing

    @Test func `ud-open-and-close: window.close tells the delegate of the opened view`() async throws {
        let page = try await page()
        try await page.evaluate("const w = open('about:blank'); w.close(); 0")
        try await delegate.wait(for: "the end") { delegate.events.last == "close" }
        #expect(delegate.events == ["create", "close"])
        #expect(delegate.views.isEmpty)
    }

    @Test func `a window closes itself, and its opener sees it`() async throws {
        let page = try await page()
        try await page.evaluate("window.w = open('/b'); 0")
        let view = try await opened()
        try await shows(view, "/b")
        _ = try await view.evaluateJavaScript("close(); 0")
        try await delegate.wait(for: "the end") { delegate.events.last == "close" }
        #expect(try await page.evaluate("w.closed") as? Bool == true)
    }

    // MARK: Features

    @Test func `ud-features-true, ud-features-false: the bars are told, once the window is made`() async throws {
        let page = try await page()
        var inside: [NSNumber?] = []
        delegate.make = { configuration, features in
            inside = [
                features.menuBarVisibility, features.statusBarVisibility, features.toolbarsVisibility,
                features.allowsResizing, features.x, features.y, features.width, features.height,
            ]
            return WKWebView(frame: .zero, configuration: configuration)
        }
        for answer in ["yes", "no"] {
            try await page.evaluate(
                "open('about:blank', '_blank', 'menubar=\(answer),status=\(answer),toolbar=\(answer),resizable=\(answer)'); 0"
            )
            let features = try #require(delegate.openings.last?.features)
            #expect(inside.allSatisfy { $0 == nil })
            let values = [
                features.menuBarVisibility, features.statusBarVisibility, features.toolbarsVisibility,
                features.allowsResizing,
            ]
            #expect(values == Array(repeating: NSNumber(value: answer == "yes"), count: 4))
            #expect([features.x, features.y, features.width, features.height].allSatisfy { $0 == nil })
        }
    }

    @Test func `ud-window-geometry: the frame is told, and events come in order`() async throws {
        let page = try await page()
        try await page.evaluate(
            "open('', '', 'left=100,top=150,width=400,height=300,menubar=no,toolbar=no').close(); 0")
        try await delegate.wait(for: "the end") { delegate.events.last == "close" }
        #expect(delegate.events == ["create", "close"])
        let features = try #require(delegate.openings.first?.features)
        #expect([features.x, features.y, features.width, features.height] == [100, 150, 400, 300])
        #expect(features.menuBarVisibility == false)
        #expect(features.toolbarsVisibility == false)
    }

    @Test func `what a page does not ask for is nil, as far as the engine tells`() async throws {
        let page = try await page()
        for _ in 1...20 {
            try await page.evaluate("open('about:blank', '', 'left=0,width=50,foo=bar').moveTo(7, 7); 0")
            try await page.call("return 0")
            let features = try #require(delegate.openings.last?.features)
            #expect([features.x, features.y, features.width, features.height] == [nil, nil, 50, nil])
        }
    }

    @Test func `features are those of the opening, whatever the window does afterwards`() async throws {
        let page = try await page()
        try await page.evaluate("window.w = open('about:blank', '', 'left=100,top=150,width=400,height=300'); 0")
        try await page.evaluate("w.moveTo(1, 2); w.resizeTo(500, 500); 0")
        try await page.call("return 0")
        let features = try #require(delegate.openings.first?.features)
        #expect([features.x, features.y, features.width, features.height] == [100, 150, 400, 300])
        delegate.views.removeAll()
        #expect(features.width == 400)
    }
}
