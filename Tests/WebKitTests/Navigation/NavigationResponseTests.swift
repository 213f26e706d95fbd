import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What the delegate is asked about responses, and what its answers do.
@MainActor
@Suite(.serialized)
struct NavigationResponseTests {
    private let server: TestServer
    private let page = TestPage()

    init() throws {
        server = try TestServer()
        server.route("/a", .html("<title>a</title>").header("X-Own", "yes"))
        server.route("/missing", .html("<title>missing</title>", status: 404))
        server.route("/garbage", .content(Data("{}".utf8), type: "garbage/json"))
        server.route("/framed", .html("<title>framed</title><iframe src=/a></iframe>"))
    }

    private func log() -> [String] { page.navigation.events.map(\.name) }

    @Test func `nv-response-fields: a response has its address, status, fields and type`() async throws {
        try await page.load(server.url("/a"))
        let response = try #require(page.navigation.responses.first)
        #expect(response.isForMainFrame)
        #expect(response.canShowMIMEType)
        let http = try #require(response.response as? HTTPURLResponse)
        #expect(http.url == server.url("/a"))
        #expect(http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "x-own") == "yes")
        #expect(http.mimeType == "text/html")
        #expect(http.textEncodingName == "utf-8")
        #expect(http.expectedContentLength == 16)
    }

    @Test func `the status of an error is told`() async throws {
        try await page.load(server.url("/missing"))
        #expect((page.navigation.responses.first?.response as? HTTPURLResponse)?.statusCode == 404)
    }

    @Test func `a response that is refused fails its load with code 102, and the page before it stays`() async throws {
        try await page.load(server.url("/a"))
        page.navigation.reset()
        page.navigation.decideResponse = { _ in
            try? await Task.sleep(for: .milliseconds(50))
            return .cancel
        }
        let error = await #expect(throws: (any Error).self) { try await page.load(server.url("/missing")) }
        #expect((error as NSError?)?.domain == "WebKitErrorDomain")
        #expect((error as NSError?)?.code == 102)
        #expect(log() == ["started", "failedProvisionally"])
        #expect(try await page.evaluate("document.title") as? String == "a")
        #expect(page.webView.url == server.url("/a"))
    }

    @Test func `a refused response of a frame leaves the page alone`() async throws {
        page.navigation.decideResponse = { $0.isForMainFrame ? .allow : .cancel }
        try await page.load(server.url("/framed"))
        #expect(log() == ["started", "committed", "finished"])
        #expect(page.navigation.responses.map(\.isForMainFrame) == [true, false])
    }

    @Test func `a type that cannot be shown is refused by default, with and without a delegate`() async throws {
        for delegate in [page.navigation, nil] {
            page.navigation.reset()
            page.webView.navigationDelegate = delegate
            page.webView.load(URLRequest(url: server.url("/garbage")))
            let end = ContinuousClock.now + .seconds(20)
            repeat { try await Task.sleep(for: .milliseconds(100)) } while page.webView.isLoading && .now < end
            #expect(!page.webView.isLoading)
            #expect(page.webView.url == nil)
        }
        #expect(!(page.navigation.responses.first?.canShowMIMEType ?? false))
    }

    @Test func `a type that cannot be shown is committed when the delegate allows it`() async throws {
        page.navigation.decideResponse = { _ in .allow }
        try await page.load(server.url("/garbage"))
        #expect(page.navigation.responses.first?.canShowMIMEType == false)
        #expect(log() == ["started", "committed", "finished"])
    }

    @Test func `no scripts of the page run where the delegate turns them off, and only there`() async throws {
        server.route("/script", .html("<title>off</title><script>document.title = 'on'</script>"))
        let delegate = PreferencesDelegate()
        page.webView.navigationDelegate = delegate
        for (isOn, title) in [(false, "off"), (true, "on"), (false, "off")] {
            delegate.allowsContentJavaScript = isOn
            page.webView.load(URLRequest(url: server.url("/script")))
            try await delegate.waiter.wait(for: "the end") { delegate.finished }
            delegate.finished = false
            #expect(try await page.evaluate("document.title") as? String == title)
        }
        #expect(page.webView.configuration.defaultWebpagePreferences.allowsContentJavaScript)
        page.webView.navigationDelegate = page.navigation
        try await page.load(server.url("/script"))
        #expect(try await page.evaluate("document.title") as? String == "on")
    }

    // MARK: Spoiled answers

    @Test(arguments: [true, false])
    func `nv-decision-handler-twice, nv-response-handler-twice: the first of two decisions stands`(isFirst: Bool)
        async throws
    {
        let delegate = TwiceDelegate(allowsFirst: isFirst)
        page.webView.navigationDelegate = delegate
        page.webView.load(URLRequest(url: server.url("/a")))
        try await delegate.waiter.wait(for: "the decisions") { delegate.count == (isFirst ? 4 : 2) }
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await page.evaluate("document.title") as? String == (isFirst ? "a" : ""))
    }
}

/// Turns the page's scripts on and off.
@MainActor
private final class PreferencesDelegate: NSObject, WKNavigationDelegate {
    let waiter = Waiter()
    var allowsContentJavaScript = true
    var finished = false

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        preferences.allowsContentJavaScript = allowsContentJavaScript
        decisionHandler(.allow, preferences)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        finished = true
        waiter.notify()
    }
}

/// Decides twice, once for and once against.
@MainActor
private final class TwiceDelegate: NSObject, WKNavigationDelegate {
    let waiter = Waiter()
    private(set) var count = 0
    private let allowsFirst: Bool

    init(allowsFirst: Bool) { self.allowsFirst = allowsFirst }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        for isAllowed in [allowsFirst, !allowsFirst] { decisionHandler(isAllowed ? .allow : .cancel) }
        count += 2
        waiter.notify()
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
        for isAllowed in [allowsFirst, !allowsFirst] { decisionHandler(isAllowed ? .allow : .cancel) }
        count += 2
        waiter.notify()
    }
}
