import Foundation
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What the delegate is asked about actions, and what its answers do.
@MainActor
@Suite(.serialized)
struct NavigationPolicyTests {
    private let server: TestServer
    private let page = TestPage()

    init() throws {
        server = try TestServer()
        server.route(
            "/a",
            .html(
                """
                <title>a</title><iframe id=f src='/frame'></iframe><a id=link href='/b'>b</a>
                <form id=form method=POST action='/b'><input name=x value=1></form>
                <form id=redirected method=POST action='/redirect'></form><a id=blank target=_blank href='/b'>n</a>
                """))
        server.route("/b", .html("<title>b</title>"))
        server.route("/frame", .html("<a id=link href='/b'>b</a>"))
        server.route("/redirect", .redirect(to: "/b"))
    }

    private func log() -> [String] { page.navigation.events.map(\.name) }

    private func loadA() async throws {
        try await page.load(server.url("/a"))
        page.navigation.reset()
    }

    private func action(_ count: Int = 1) async throws -> WKNavigationAction {
        try await page.navigation.wait(for: "an action") { _ in page.navigation.actions.count >= count }
        return page.navigation.actions[count - 1]
    }

    private func waitForFinish() async throws {
        try await page.navigation.wait(for: "the end") { $0.contains { $0.name == "finished" } }
    }

    // MARK: What is asked

    @Test func `nv-link-click-type: a clicked link is .linkActivated`() async throws {
        try await loadA()
        try await page.evaluate("document.getElementById('link').click()")
        let action = try await action()
        #expect(action.navigationType == .linkActivated)
        #expect(action.request.url == server.url("/b"))
        #expect(action.request.value(forHTTPHeaderField: "Referer") == server.url("/a").absoluteString)
        #expect(action.sourceFrame.request.url == server.url("/a"))
        #expect(action.sourceFrame.webView === page.webView)
        #expect(action.targetFrame != nil)
        try await waitForFinish()
        #expect(log() == ["started", "committed", "finished"])
    }

    @Test func `nv-post-form-action: a posted form is .formSubmitted with its method`() async throws {
        try await loadA()
        try await page.evaluate("document.getElementById('form').submit()")
        let action = try await action()
        #expect(action.navigationType == .formSubmitted)
        #expect(action.request.httpMethod == "POST")
        #expect(action.sourceFrame === action.targetFrame)
        try await waitForFinish()
    }

    @Test func `nv-post-redirect-becomes-get: a redirected post is asked about again, as a GET`() async throws {
        try await loadA()
        try await page.evaluate("document.getElementById('redirected').submit()")
        let action = try await action(2)
        #expect(action.navigationType == .formSubmitted)
        #expect(action.request.httpMethod == "GET")
        #expect(action.request.url == server.url("/b"))
        try await waitForFinish()
        #expect(log() == ["started", "redirected", "committed", "finished"])
    }

    @Test func `nv-reload-action: a reload is asked about with the page as both frames`() async throws {
        try await loadA()
        try await page.navigation.waitForEnd(of: page.webView.reload())
        let action = page.navigation.actions[0]
        #expect(action.navigationType == .reload)
        #expect(action.sourceFrame === action.targetFrame)
        #expect(action.request.url == server.url("/a"))
        #expect(action.targetFrame?.request.url == server.url("/a"))
        #expect(action.targetFrame?.webView === page.webView)
    }

    @Test func `nv-fragment-policy: a change of the fragment is asked about`() async throws {
        let base = try #require(URL(string: "http://w.test"))
        try await page.load(html: "<script>location.href = '#fragment'</script>", baseURL: base)
        _ = try await action(2)
        #expect(
            page.navigation.actions.map(\.request.url?.absoluteString) == [
                "http://w.test/", "http://w.test/#fragment",
            ])
        #expect(page.webView.url?.absoluteString == "http://w.test/#fragment")
    }

    @Test func `nv-new-window-frame-name: a link to a new window has no target frame, and then a window is asked for`()
        async throws
    {
        try await loadA()
        try await page.evaluate("document.getElementById('blank').click()")
        let action = try await action()
        #expect(action.targetFrame == nil)
        #expect(action.navigationType == .linkActivated)
        #expect(action.request.url == server.url("/b"))
        // Without a UI delegate nothing opens, and the page stays.
        #expect(try await page.evaluate("document.title") as? String == "a")
        #expect(log().isEmpty)
    }

    @Test func `nv-action-http-body: the body of a request of the app's is there, though the engine has none`()
        async throws
    {
        var request = URLRequest(url: try #require(URL(string: "unhandled://x/")))
        request.httpMethod = "POST"
        request.httpBody = Data("testhttpbody".utf8)
        page.navigation.decideAction = { _ in .cancel }
        page.webView.load(request)
        let action = try await action()
        #expect(action.request.httpBody == Data("testhttpbody".utf8))
        #expect(action.request.httpMethod == "POST")
    }

    @Test
    func
        `nv-download-attr-same-origin: a link that asks for a download is asked about, and puts nothing into the user's folder`()
        async throws
    {
        let name = "gawa-download-\(UUID().uuidString).txt"
        server.route("/\(name)", .text("downloaded"))
        try await page.load(html: "<a id=link href='/\(name)' download>x</a>", baseURL: server.url("/"))
        page.navigation.reset()
        try await page.evaluate("document.getElementById('link').click()")
        #expect(try await action().request.url == server.url("/\(name)"))
        try await Task.sleep(for: .milliseconds(500))
        #expect(log().isEmpty)
        let home = FileManager.default.homeDirectoryForCurrentUser
        for folder in [home, home.appendingPathComponent("Downloads")]
            + FileManager.default.urls(for: .downloadsDirectory, in: .userDomainMask)
        {
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path))
        }
        #expect(try await page.evaluate("document.links.length") as? Int == 1)
    }

    @Test func `each navigation of a frame is asked about`() async throws {
        try await page.load(server.url("/a"))
        #expect(page.navigation.actions.map(\.request.url) == [server.url("/a"), server.url("/frame")])
        #expect(page.navigation.responses.map(\.isForMainFrame) == [true, false])
    }

    // MARK: What the answers do

    @Test func `nv-policy-use-events: an allowed load has its three events, at once or later`() async throws {
        for delay in [0, 50] {
            page.navigation.decideAction = { _ in
                if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
                return .allow
            }
            page.navigation.reset()
            try await page.load(html: "TEST")
            #expect(log() == ["started", "committed", "finished"])
        }
    }

    @Test func `nv-loadhtml-denied: a refused load ends without a word, and the next one works`() async throws {
        try await page.load(server.url("/b"))
        page.navigation.reset()
        page.navigation.decideAction = { _ in .cancel }
        page.webView.loadHTMLString("TEST", baseURL: nil)
        _ = try await action()
        try await Task.sleep(for: .milliseconds(500))
        #expect(log().isEmpty)
        #expect(page.webView.url == server.url("/b"))
        #expect(!page.webView.isLoading)
        page.navigation.decideAction = nil
        try await page.load(server.url("/a"))
        #expect(log() == ["started", "committed", "finished"])
    }

    @Test func `a redirect that is refused fails its load with code 102, and the page before it stays`() async throws {
        try await page.load(server.url("/b"))
        page.navigation.reset()
        page.navigation.decideAction = { [server] in $0.request.url == server.url("/b") ? .cancel : .allow }
        let navigation = page.webView.load(URLRequest(url: server.url("/redirect")))
        let error = await #expect(throws: (any Error).self) { try await page.navigation.waitForEnd(of: navigation) }
        #expect((error as NSError?)?.domain == "WebKitErrorDomain")
        #expect((error as NSError?)?.code == 102)
        #expect(log().first == "started")
        #expect(try await page.evaluate("document.title") as? String == "b")
    }

    @Test func `nv-cancelled-js-nav-still-finishes: a refused script navigation leaves the load that runs alone`()
        async throws
    {
        page.navigation.decideAction = { $0.request.url?.scheme == "refresh-nav" ? .cancel : .allow }
        server.route("/slow") { _ in
            try? await Task.sleep(for: .milliseconds(300))
            return .notFound
        }
        server.route("/script", .html("<img src=/slow><script>location = 'refresh-nav:///'</script>"))
        try await page.load(server.url("/script"))
        #expect(log() == ["started", "committed", "finished"])
        #expect(page.navigation.actions.count == 2)
    }

    @Test func `a refused navigation of a frame is neither the end of the load nor of its frame`() async throws {
        page.navigation.decideAction = { [server] in $0.request.url == server.url("/frame") ? .cancel : .allow }
        try await page.load(server.url("/a"))
        #expect(log() == ["started", "committed", "finished"])
        #expect(try await page.evaluate("frames[0].document.body.innerHTML") as? String == "")
    }

    @Test func `nv-js-inside-response-policy: scripts run in the page before it while the delegate decides`()
        async throws
    {
        try await page.load(server.url("/b"))
        page.navigation.reset()
        var inAction: String?
        var inResponse: String?
        page.navigation.decideAction = { [page] _ in
            inAction = try? await page.evaluate("location.pathname") as? String
            return .allow
        }
        page.navigation.decideResponse = { [page] response in
            if response.isForMainFrame { inResponse = try? await page.evaluate("location.pathname") as? String }
            return .allow
        }
        try await page.load(server.url("/a"))
        #expect(inAction != nil)
        #expect(inResponse == "/b")
        #expect(page.webView.url == server.url("/a"))
    }

    @Test func `BR-100: a cookie that the delegate sets before it allows goes with the request`() async throws {
        let cookie = try #require(
            HTTPCookie(properties: [.name: "decided", .value: "yes", .domain: "localhost", .path: "/"]))
        page.navigation.decideAction = { [page] _ in
            await page.webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
            return .allow
        }
        try await page.load(server.url("/b"))
        #expect(server.requests.map { $0[header: "Cookie"] } == ["decided=yes"])
    }

    // MARK: Overlaps

    @Test func `a load that comes while the delegate decides takes its place at once`() async throws {
        let gate = Gate()
        page.navigation.decideAction = { [server] action in
            if action.request.url == server.url("/a") {
                await gate.pass()
            }
            return .allow
        }
        let first = page.webView.load(URLRequest(url: server.url("/a")))
        _ = try await action()
        let second = page.webView.load(URLRequest(url: server.url("/b")))
        try await page.navigation.waitForEnd(of: second, timeout: .seconds(4))
        #expect(try await page.evaluate("document.title") as? String == "b")
        await #expect(throws: URLError.self) { try await page.navigation.waitForEnd(of: first) }
        // The late answer counts for nothing.
        gate.open()
        try await Task.sleep(for: .milliseconds(200))
        #expect(page.webView.url == server.url("/b"))
        #expect(
            page.navigation.events.filter { $0.navigation === second }.map(\.name) == [
                "started", "committed", "finished",
            ])
    }

    @Test func `stopLoading while the delegate decides ends the load`() async throws {
        let gate = Gate()
        page.navigation.decideAction = { _ in
            await gate.pass()
            return .allow
        }
        let navigation = page.webView.load(URLRequest(url: server.url("/a")))
        _ = try await action()
        page.webView.stopLoading()
        await #expect(throws: URLError.self) { try await page.navigation.waitForEnd(of: navigation) }
        // The late answer counts for nothing.
        gate.open()
        try await Task.sleep(for: .milliseconds(200))
        #expect(log() == ["failedProvisionally"])
        #expect(!page.webView.isLoading)
    }

    @Test func `a view that is let go while the delegate decides goes`() async throws {
        weak var webView: WKWebView?
        let delegate = HeldPolicyDelegate()
        do {
            let view = WKWebView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 100), configuration: TestPage.configuration())
            view.navigationDelegate = delegate
            view.load(URLRequest(url: server.url("/a")))
            webView = view
            try await delegate.waiter.wait(for: "the question") { delegate.handler != nil }
        }
        #expect(try await isReleased { webView })
        delegate.handler?(.allow)
    }

    // MARK: Spoiled answers

    @Test func `a decision that is never made is a refusal`() async throws {
        let delegate = DroppingPolicyDelegate()
        page.webView.navigationDelegate = delegate
        page.webView.load(URLRequest(url: server.url("/b")))
        try await delegate.waiter.wait(for: "the question") { delegate.questions > 0 }
        try await Task.sleep(for: .milliseconds(300))
        #expect(!page.webView.isLoading)
        page.webView.navigationDelegate = page.navigation
        try await page.load(server.url("/a"))
        #expect(log() == ["started", "committed", "finished"])
    }

    @Test func `a script that navigates in a storm leaves the host alive while nothing is decided`() async throws {
        try await loadA()
        page.navigation.decideAction = { _ in
            try? await Task.sleep(for: .milliseconds(300))
            return .cancel
        }
        try await page.evaluate("for (let i = 0; i < 200; ++i) setTimeout(() => location = '/b?' + i, i)")
        try await Task.sleep(for: .milliseconds(800))
        page.navigation.decideAction = nil
        try await page.load(server.url("/a"))
        #expect(try await page.evaluate("document.title") as? String == "a")
    }
}

/// Lets the handlers of all questions go.
@MainActor
private final class DroppingPolicyDelegate: NSObject, WKNavigationDelegate {
    let waiter = Waiter()
    var questions = 0

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        questions += 1
        waiter.notify()
    }
}
