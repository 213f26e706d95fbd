import GawaTestSupport
import Testing
import WebKit

/// Which schemes a configuration takes handlers for.
@MainActor @Suite(.serialized)
struct SchemeRegistrationTests {
    private func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    private nonisolated static let builtIn = [
        "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "webkit-fake-url", "ws",
        "wss", "HTTPS", "JavaScript",
    ]

    @Test(arguments: builtIn)
    func `sh-builtin-schemes-refused, BR-090: a scheme that WebKit handles is refused`(scheme: String) async {
        #expect(WKWebView.handlesURLScheme(scheme))
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [scheme] in
            await MainActor.run {
                WKWebViewConfiguration().setURLSchemeHandler(SchemeRecorder(), forURLScheme: scheme)
            }
        }
        #expect(
            sentence(result).contains(
                "'\(scheme)' is a URL scheme that WKWebView handles natively: choose another name"))
    }

    @Test(arguments: ["", "my scheme", "1a", "-a", "a_b", "schéma", "a:", "ſ"])
    func `BR-090: text that is no scheme is refused with another sentence`(scheme: String) async {
        #expect(!WKWebView.handlesURLScheme(scheme))
        #expect(WKWebViewConfiguration().urlSchemeHandler(forURLScheme: scheme) == nil)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [scheme] in
            await MainActor.run {
                WKWebViewConfiguration().setURLSchemeHandler(SchemeRecorder(), forURLScheme: scheme)
            }
        }
        #expect(sentence(result).contains("is not a valid URL scheme: use a letter, then letters, digits"))
    }

    @Test func `BR-090: a second handler for a scheme is refused with a third sentence, whatever the case`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let configuration = WKWebViewConfiguration()
                configuration.setURLSchemeHandler(SchemeRecorder(), forURLScheme: "mine")
                configuration.setURLSchemeHandler(SchemeRecorder(), forURLScheme: "MINE")
            }
        }
        #expect(sentence(result).contains("URL scheme 'MINE' already has a registered URL scheme handler"))
    }

    @Test func `a scheme without a handler is taken all the same, as on Apple's platforms`() async {
        let configuration = WKWebViewConfiguration()
        configuration.setURLSchemeHandler(nil, forURLScheme: "mine")
        #expect(configuration.urlSchemeHandler(forURLScheme: "mine") == nil)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let configuration = WKWebViewConfiguration()
                configuration.setURLSchemeHandler(nil, forURLScheme: "mine")
                configuration.setURLSchemeHandler(SchemeRecorder(), forURLScheme: "mine")
            }
        }
        #expect(sentence(result).contains("URL scheme 'mine' already has a registered URL scheme handler"))
    }

    @Test func `sh-custom-schemes-accepted: other schemes are taken, and WebKit does not claim to handle them`() {
        let configuration = WKWebViewConfiguration()
        for scheme in ["gopher", "my-custom-scheme", "a", "x1+y.z-"] {
            #expect(!WKWebView.handlesURLScheme(scheme))
            let handler = SchemeRecorder()
            configuration.setURLSchemeHandler(handler, forURLScheme: scheme)
            #expect(configuration.urlSchemeHandler(forURLScheme: scheme) === handler)
            #expect(configuration.urlSchemeHandler(forURLScheme: scheme.uppercased()) === handler)
        }
        for scheme in ["other", "", "my scheme", "a\u{0}"] {
            #expect(configuration.urlSchemeHandler(forURLScheme: scheme) == nil)
        }
    }

    @Test func `copies have the handlers, and their own from then on`() throws {
        let configuration = WKWebViewConfiguration()
        let handler = SchemeRecorder()
        configuration.setURLSchemeHandler(handler, forURLScheme: "first")
        let copy = try #require(configuration.copy() as? WKWebViewConfiguration)
        #expect(copy.urlSchemeHandler(forURLScheme: "first") === handler)
        copy.setURLSchemeHandler(handler, forURLScheme: "second")
        #expect(configuration.urlSchemeHandler(forURLScheme: "second") == nil)

        let view = WKWebView(frame: .zero, configuration: configuration)
        configuration.setURLSchemeHandler(handler, forURLScheme: "third")
        #expect(view.configuration.urlSchemeHandler(forURLScheme: "first") === handler)
        #expect(view.configuration.urlSchemeHandler(forURLScheme: "third") == nil)
    }

    @Test func `BR-090: a handler that is set after a view was made serves the next view`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("<title>\($0.url)</title>", type: "text/html") }
        let configuration = handler.configuration(schemes: "early")
        let first = TestPage(configuration: configuration)
        configuration.setURLSchemeHandler(handler, forURLScheme: "x1+late-2.0")
        try await first.load(makeURL("early://a/"))
        let second = try await TestPage(url: makeURL("x1+LATE-2.0://a/"), configuration: configuration)
        #expect(try await second.evaluate("document.title") as? String == "x1+late-2.0://a/")
        // The controller, and with it the engine's context, is shared: the first view must not get the second's handler.
        await #expect(throws: URLError.self) { try await first.load(makeURL("x1+late-2.0://a/")) }
        #expect(handler.startedURLs == ["early://a/", "x1+late-2.0://a/"])
    }

    @Test func `two views that share a controller have handlers of their own for one scheme`() async throws {
        let controller = WKUserContentController()
        let handlers = [SchemeRecorder(), SchemeRecorder()]
        var pages: [TestPage] = []
        for (number, handler) in handlers.enumerated() {
            handler.fallback = { $0.answer("<title>\(number)</title>", type: "text/html") }
            let configuration = handler.configuration()
            configuration.userContentController = controller
            pages.append(try await TestPage(url: makeURL("test://host/"), configuration: configuration))
        }
        for (number, page) in pages.enumerated() {
            #expect(try await page.evaluate("document.title") as? String == "\(number)")
            #expect(handlers[number].views == [page.webView])
        }
    }

    @Test func `a load of a scheme whose handler is nil fails`() async throws {
        let configuration = TestPage.configuration()
        configuration.setURLSchemeHandler(nil, forURLScheme: "nobody")
        let page = TestPage(configuration: configuration)
        let error = await #expect(throws: URLError.self) { try await page.load(makeURL("nobody://host/")) }
        #expect(error?.code == .unsupportedURL)
    }

    @Test func `a handler is held by the configuration and by the view, and let go with them`() async throws {
        weak var weakHandler: SchemeRecorder?
        weak var weakView: WKWebView?
        do {
            let handler = SchemeRecorder()
            weakHandler = handler
            let page = try await handler.page()
            weakView = page.webView
            try await page.evaluate(
                "window.c = new AbortController(); fetch('/stopped', {signal: c.signal}).catch(() => {}); fetch('/waits'); 0"
            )
            try await handler.wait(for: "the requests") { handler.startCount == 3 }
            try await page.evaluate("c.abort()")
            try await handler.wait(for: "the stop") { handler.stopCount == 1 }
            // It keeps its tasks: one that was answered, one that was stopped, one that waits.
            handler.forgetViews()
        }
        #expect(try await isReleased { weakView })
        #expect(try await isReleased { weakHandler })
    }
}
