import GawaTestSupport
import Observation
import TestServer
import Testing
import WebKit

/// The observable state of a view, and the settings that loads carry.
@MainActor
@Suite(.serialized)
struct NavigationStateTests {
    /// Writes down a property at each change, as an observer sees it.
    @MainActor
    private final class Observer<Value: Equatable> {
        private(set) var values: [Value] = []
        private let read: () -> Value
        private let waiter = Waiter()

        init(_ read: @escaping @autoclosure () -> Value) {
            self.read = read
            note()
        }

        func wait(for value: Value) async throws {
            try await waiter.wait(for: "\(value)") { self.values.last == value }
        }

        private func note() {
            let value = withObservationTracking(read) { [weak self] in
                // The old value is still there in this call.
                Task { @MainActor in self?.note() }
            }
            if values.last != value { values.append(value) }
            waiter.notify()
        }
    }

    @Test func `a view that loaded nothing has no address, no title, and is not loading`() {
        let webView = TestPage().webView
        #expect(webView.url == nil)
        #expect(webView.title == "")
        #expect(!webView.isLoading)
        #expect(webView.estimatedProgress == 0)
    }

    @Test func `nv-progress-one, nv-isloading-kvo-count: observers see address, title, loading and progress change`()
        async throws
    {
        let server = try TestServer()
        server.route("/", .html("<title>one</title>"))
        let page = TestPage()
        let webView = page.webView
        let url = Observer(webView.url)
        let title = Observer(webView.title ?? "none")
        let isLoading = Observer(webView.isLoading)
        let progress = Observer(webView.estimatedProgress)
        webView.load(URLRequest(url: server.url()))
        // As on Apple's platforms: at once.
        #expect(webView.isLoading)
        try await isLoading.wait(for: true)
        try await isLoading.wait(for: false)
        try await title.wait(for: "one")
        try await progress.wait(for: 1)
        #expect(url.values.last == server.url())
        #expect(isLoading.values == [false, true, false])
        #expect(progress.values == progress.values.sorted())
        try await page.evaluate("document.title = 'two'")
        try await title.wait(for: "two")
        for script in [
            "history.pushState(null, '', '/pushed')", "history.replaceState(null, '', '/pushed?replaced')",
            "location.hash = 'hash'",
        ] {
            try await page.evaluate(script)
            let address = try #require(try await page.evaluate("location.href") as? String)
            try await url.wait(for: URL(string: address))
        }
        #expect(isLoading.values == [false, true, false])
        try await page.evaluate("document.title = ''")
        try await title.wait(for: "")
    }

    @Test func `while a load is under way the address is the one asked for, and after a failure the old one`()
        async throws
    {
        let server = try TestServer()
        server.route("/a", .html("<title>a</title>"))
        server.route("/never") { _ in
            try? await Task.sleep(for: .seconds(600))
            return .notFound
        }
        let page = try await TestPage(url: server.url("/a"))
        let navigation = page.webView.load(URLRequest(url: server.url("/never")))
        try await page.navigation.wait(for: "the start") { $0.last?.name == "started" }
        #expect(page.webView.url == server.url("/never"))
        #expect(page.webView.isLoading)
        page.webView.stopLoading()
        _ = try? await page.navigation.waitForEnd(of: navigation)
        #expect(try await page.evaluate("1") as? Int == 1)
        #expect(page.webView.url == server.url("/a"))
        #expect(page.webView.title == "a")
        #expect(!page.webView.isLoading)
    }

    @Test func `the state in each callback of a load is that load's`() async throws {
        let server = try TestServer()
        server.route("/a", .html("<title>a</title>"))
        let page = TestPage()
        var log: [String] = []
        page.navigation.onEvent = { webView, event in
            log.append("\(event.name) \(webView.url?.path ?? "none") \(webView.isLoading)")
        }
        try await page.load(server.url("/a"))
        #expect(log == ["started /a true", "committed /a true", "finished /a false"])
        #expect(page.webView.estimatedProgress == 1)
    }

    // MARK: Settings

    @Test func `nv-action-ua-accept: a custom user agent is sent and seen, and nil restores the default`() async throws
    {
        let server = try TestServer()
        server.route("/", .html("<p>"))
        let page = try await TestPage(url: server.url())
        #expect(page.webView.customUserAgent == nil)
        let standard = try #require(server.requests.last?[header: "User-Agent"])
        #expect(standard.contains("AppleWebKit"))
        page.webView.customUserAgent = "testUserAgent/1.0 (ü)"
        try await page.load(server.url())
        page.webView.customUserAgent = "testUserAgent"
        #expect(page.webView.customUserAgent == "testUserAgent")
        try await page.load(server.url())
        #expect(server.requests.last?[header: "User-Agent"] == "testUserAgent")
        #expect(try await page.evaluate("navigator.userAgent") as? String == "testUserAgent")
        page.webView.customUserAgent = nil
        try await page.load(server.url())
        #expect(server.requests.last?[header: "User-Agent"] == standard)
    }

    @Test func `the application name is appended to the default user agent, and a custom one replaces both`()
        async throws
    {
        let server = try TestServer()
        server.route("/", .html("<p>"))
        let configuration = TestPage.configuration()
        configuration.applicationNameForUserAgent = "Gawa/1.2"
        let page = try await TestPage(url: server.url(), configuration: configuration)
        let sent = try #require(server.requests.last?[header: "User-Agent"])
        #expect(sent.hasPrefix("Mozilla/5.0 ") && sent.hasSuffix(" Gawa/1.2"))
        #expect(try await page.evaluate("navigator.userAgent") as? String == sent)
        page.webView.customUserAgent = "own"
        try await page.load(server.url())
        #expect(server.requests.last?[header: "User-Agent"] == "own")
        page.webView.customUserAgent = nil
        try await page.load(server.url())
        #expect(server.requests.last?[header: "User-Agent"] == sent)
    }

    @Test func `the inspector is off by default, and can be turned on and off`() {
        let webView = TestPage().webView
        #expect(!webView.isInspectable)
        webView.isInspectable = true
        #expect(webView.isInspectable)
        webView.isInspectable = false
        #expect(!webView.isInspectable)
    }

    @Test func `the engine's own schemes are known in any letter case`() {
        for scheme in ["http", "HTTPS", "File", "data", "blob", "about", "javascript", "ws", "WSS", "ftp"] {
            #expect(WKWebView.handlesURLScheme(scheme), "\(scheme)")
        }
        for scheme in ["app", "native", "", "mailto", "http:"] {
            #expect(!WKWebView.handlesURLScheme(scheme), "\(scheme)")
        }
    }
}
