import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Views of windows that pages opened: their messages, their lives and their ends.
@MainActor @Suite(.serialized)
struct PopupTests {
    private let delegate = WindowRecorder()
    private let server: TestServer

    init() throws {
        server = try TestServer { request in .html("<title>\(request.path)</title><p>\(request.path)") }
    }

    private func page(_ configuration: WKWebViewConfiguration = TestPage.configuration()) async throws -> TestPage {
        let page = try await TestPage(url: server.url("/opener"), configuration: configuration)
        page.webView.uiDelegate = delegate
        return page
    }

    private func open(_ script: String = "window.w = open('/b'); 0", from page: TestPage) async throws -> WKWebView {
        let count = delegate.openings.count
        try await page.evaluate(script)
        try await delegate.wait(for: "a window") { delegate.openings.count > count }
        return try #require(delegate.views.last)
    }

    private func shows(_ view: WKWebView, _ path: String) async throws {
        try await delegate.navigation.wait(for: "\(path) in a window") { _ in view.url?.path == path && !view.isLoading
        }
    }

    // MARK: The bridge

    @Test func `BR-119: a window has its opener's handlers, and each call comes with its own view`() async throws {
        let replies = ReplyingHandler { message, reply in reply(message.body, nil) }
        let recorder = MessageRecorder()
        let page = try await page()
        page.controller.add(recorder, name: "inbox")
        page.controller.addScriptMessageHandler(replies, contentWorld: .page, name: "echo")
        page.controller.addUserScript(
            WKUserScript(source: "window.injected = 1", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        for script in [
            "window.w = open('/b'); 0",
            "document.body.innerHTML = '<a target=_blank href=/b>'; document.querySelector('a').click(); 0",
        ] {
            let view = try await open(script, from: page)
            try await shows(view, "/b")
            #expect(view.configuration.userContentController === page.controller)
            let body =
                "webkit.messageHandlers.inbox.postMessage(location.pathname); return [await webkit.messageHandlers.echo.postMessage(7), window.injected]"
            let count = recorder.messages.count
            let answer = try await view.callAsyncJavaScript(body, contentWorld: .page)
            #expect(answer as? [Int] == [7, 1])
            #expect(
                try await page.call(
                    "webkit.messageHandlers.inbox.postMessage(location.pathname); return await webkit.messageHandlers.echo.postMessage(8)"
                ) as? Int == 8)
            let messages = try await recorder.wait(count: count + 2)[count...]
            #expect(messages.map { $0.body as? String } == ["/b", "/opener"])
            #expect(
                messages.map { $0.webView.map(ObjectIdentifier.init) } == [
                    ObjectIdentifier(view), ObjectIdentifier(page.webView),
                ])
            #expect(messages.allSatisfy { $0.frameInfo.isMainFrame && $0.frameInfo.securityOrigin.host == "localhost" })
            delegate.views.removeAll()
            #expect(try await page.call("return await webkit.messageHandlers.echo.postMessage(9)") as? Int == 9)
        }
    }

    @Test func `BR-119: a window set up with a controller of its own sends its messages there`() async throws {
        let mine = MessageRecorder()
        let theirs = MessageRecorder()
        let page = try await page()
        page.controller.add(theirs, name: "inbox")
        page.controller.add(theirs, name: "other")
        delegate.make = { configuration, _ in
            configuration.userContentController = WKUserContentController()
            configuration.userContentController.add(mine, name: "inbox")
            return WKWebView(frame: .zero, configuration: configuration)
        }
        let view = try await open(from: page)
        try await shows(view, "/b")
        _ = try await view.callAsyncJavaScript(
            "await webkit.messageHandlers.inbox.postMessage('popup')", contentWorld: .page)
        #expect(mine.bodies as? [String] == ["popup"])
        let refused = await scriptError {
            try await view.callAsyncJavaScript(
                "await webkit.messageHandlers.other.postMessage('popup')", contentWorld: .page)
        }
        #expect(refused != nil)
        try await page.call("await webkit.messageHandlers.inbox.postMessage('opener')")
        #expect(theirs.bodies as? [String] == ["opener"])
    }

    @Test func `a window and its opener post messages to each other, worlds and frames work in both`() async throws {
        let page = try await page()
        let view = try await open(from: page)
        try await shows(view, "/b")
        try await page.evaluate("onmessage = event => event.source.postMessage(event.data + 1, event.origin); 0")
        let answer = try await view.callAsyncJavaScript(
            """
            return await new Promise(done => {
                onmessage = event => done([event.data, event.origin]);
                opener.postMessage(1, location.origin);
            })
            """, contentWorld: .page)
        #expect(valueText(answer) == "[2, \"\(server.origin())\"]")
        let world = WKContentWorld.world(name: "popup")
        #expect(try await view.evaluateJavaScript("window.x = 3", contentWorld: world) as? Int == 3)
        #expect(try await view.evaluateJavaScript("typeof x") as? String == "undefined")
    }

    @Test func `a dialog of a window goes to the delegate of its view`() async throws {
        let page = try await page()
        let view = try await open("window.w = open('about:blank'); w.alert('hi'); 0", from: page)
        try await delegate.wait(for: "the alert") { delegate.events.contains("alert: hi") }
        #expect(view.uiDelegate === delegate)
    }

    @Test func `a window of a window opens too`() async throws {
        let page = try await page()
        let first = try await open(from: page)
        try await shows(first, "/b")
        _ = try await first.evaluateJavaScript("open('/c'); 0")
        try await delegate.wait(for: "the second") { delegate.views.count == 2 }
        try await shows(delegate.views[1], "/c")
        #expect(delegate.openings[1].opener == ObjectIdentifier(first))
    }

    // MARK: Ends

    @Test func `closing a window or its opener, in any order, leaves the other alive`() async throws {
        for isOpenerFirst in [true, false] {
            var page: TestPage? = try await page()
            weak let opener = page?.webView
            var view: WKWebView? = try await open(from: #require(page))
            weak let window = view
            try await shows(#require(view), "/b")
            delegate.views.removeAll()
            if isOpenerFirst {
                page = nil
                #expect(try await isReleased { opener })
                let path = try await view?.callAsyncJavaScript(
                    "return location.pathname + !opener?.x", contentWorld: .page)
                #expect(path as? String == "/btrue")
                view = nil
            } else {
                view = nil
                #expect(try await isReleased { window })
                // The engine tells the opener a moment later.
                let isClosed =
                    "for (let i = 0; i < 400 && !w.closed; ++i) await new Promise(d => setTimeout(d, 20)); return w.closed"
                let told = try await page?.call(isClosed)
                #expect(told as? Bool == true)
                page = nil
            }
            #expect(try await isReleased { opener })
            #expect(try await isReleased { window })
        }
    }

    @Test func `the widget of a window goes with its view, and all that was made for it`() async throws {
        let page = try await page()
        weak var features: WKWindowFeatures?
        weak var configuration: WKWebViewConfiguration?
        var end: WidgetEnd?
        delegate.make = { given, wanted in
            features = wanted
            configuration = given
            let view = WKWebView(frame: .zero, configuration: given)
            end = WidgetEnd(view)
            return view
        }
        for _ in 1...5 {
            try await page.evaluate("window.w = open('/b'); 0")
            try await shows(#require(delegate.views.last), "/b")
            delegate.views.removeAll()
            delegate.forgetOpenings()
            let limit = ContinuousClock.now + .seconds(10)
            while end?.isFinalized != true, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(20)) }
            #expect(end?.isFinalized == true)
            #expect(features == nil)
            #expect(configuration == nil)
        }
    }

    @Test func `a view that the delegate returns and does not keep is no harm`() async throws {
        let page = try await page()
        delegate.keepsViews = false
        try await page.evaluate("window.w = open('/b'); 0")
        #expect(try await page.call("return 1") as? Int == 1)
        #expect(delegate.events == ["create"])
    }

    @Test func `an opener that goes while it is asked for a window is no harm`() async throws {
        weak var view: WKWebView?
        do {
            var page: TestPage? = try await page()
            view = page?.webView
            delegate.make = { configuration, _ in
                page = nil
                return WKWebView(frame: .zero, configuration: configuration)
            }
            view?.evaluateJavaScript("open('/b'); 0") { _, _ in }
            try await delegate.wait(for: "the question") { delegate.openings.count == 1 }
        }
        #expect(try await isReleased { view })
        try await Task.sleep(for: .milliseconds(100))
        delegate.views.removeAll()
    }

    @Test func `a storm of windows leaves the host alive, and the page in order`() async throws {
        let configuration = TestPage.configuration()
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        let page = try await page(configuration)
        delegate.make = { [delegate] configuration, _ in
            delegate.openings.count % 8 == 0 ? WKWebView(frame: .zero, configuration: configuration) : nil
        }
        let count = 200
        let opened = try await page.call(
            "return Array.from({ length: \(count) }, (_, i) => open('about:blank', 'w' + i) !== null)")
        #expect(opened as? [Bool] == (1...count).map { $0 % 8 == 0 })
        #expect(delegate.views.count == count / 8)
        delegate.views.removeAll()
        #expect(try await page.call("return 1") as? Int == 1)
    }

    @Test func `the popup blocker stops a storm without a gesture`() async throws {
        let page = try await page()
        let opened = try await page.call(
            "await new Promise(done => setTimeout(done, 1200)); return Array.from({ length: 200 }, () => open('/b')).filter(Boolean).length"
        )
        #expect(opened as? Int == 0)
        #expect(delegate.openings.isEmpty)
    }

    // MARK: Programmer errors

    private static func open(_ make: @escaping @MainActor (WKWebViewConfiguration) -> WKWebView?) async throws {
        let delegate = WindowRecorder()
        delegate.make = { configuration, _ in make(configuration) }
        let page = try await TestPage(html: "<p>")
        page.webView.uiDelegate = delegate
        try await page.evaluate("open('about:blank'); 0")
    }

    private func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    private static let another =
        "createWebViewWith must return the first view that is made with the configuration it was given"

    @Test func `a view made otherwise stops the program`() async {
        let fresh = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.open { _ in WKWebView(frame: .zero) }
        }
        #expect(sentence(fresh).contains(Self.another))
        let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.open {
                let first = WKWebView(frame: .zero, configuration: $0)
                defer { withExtendedLifetime(first) {} }
                return WKWebView(frame: .zero, configuration: $0)
            }
        }
        #expect(sentence(second).contains(Self.another))
    }

    @Test func `a data store that is not the opener's stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.open {
                $0.websiteDataStore = .nonPersistent()
                return WKWebView(frame: .zero, configuration: $0)
            }
        }
        #expect(
            sentence(result).contains(
                "A view that a page opens shares the website data store of its opener"))
    }
}
