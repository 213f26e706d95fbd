import Foundation
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What a page does meanwhile is never credited to a load of the app's, and every load ends.
@MainActor
@Suite(.serialized)
struct NavigationIdentityTests {
    private let server: TestServer
    private let page = TestPage()

    init() async throws {
        server = try TestServer()
        for name in ["a", "b", "page"] {
            server.route("/\(name)", .html("<title>\(name)</title><a id=l href=/page>x</a>"))
        }
        try await page.load(server.url("/b"))
        try await page.load(server.url("/a"))
        page.navigation.reset()
    }

    private func names(of navigation: WKNavigation?) -> [String] {
        page.navigation.events.filter { $0.navigation === navigation }.map(\.name)
    }

    private func waitForFinish() async throws {
        try await page.navigation.wait(for: "an end") { $0.contains { $0.name == "finished" } }
    }

    @Test(arguments: ["load", "html", "back", "reload"])
    func `a page that goes elsewhere while the delegate decides is not the app's load`(kind: String) async throws {
        let gate = Gate()
        page.navigation.decideAction = { action in
            if action.request.url?.path != "/page" {
                await gate.pass()
            }
            return .allow
        }
        let webView = page.webView
        let own =
            switch kind {
            case "load": webView.load(URLRequest(url: server.url("/b")))
            case "html": webView.loadHTMLString("<title>h</title>", baseURL: server.url("/h"))
            case "back": webView.goBack()
            default: webView.reload()
            }
        try await page.navigation.wait(for: "the action") { [page] _ in !page.navigation.actions.isEmpty }
        try await page.evaluate("location.href = '/page'; 0")
        try await waitForFinish()
        gate.open()
        #expect(names(of: own) == ["failedProvisionally"])
        #expect(webView.url == server.url("/page"))
        let others = page.navigation.events.filter { $0.navigation !== own }.map(\.name)
        #expect(others == ["started", "committed", "finished"])
    }

    @Test func `a load that the page stops before its start ends, and the view shows the page that is there`()
        async throws
    {
        page.navigation.decideAction = { _ in
            try? await Task.sleep(for: .milliseconds(100))
            return .allow
        }
        try await page.evaluate("setInterval(() => window.stop(), 1); 0")
        let own = page.webView.load(URLRequest(url: server.url("/b")))
        do {
            try await page.navigation.waitForEnd(of: own, timeout: .seconds(60))
            #expect(page.webView.url == server.url("/b"))
        } catch let limit as TimeLimitExceeded {
            throw limit
        } catch {
            #expect(page.webView.url == server.url("/a"))
            #expect(!page.webView.isLoading)
        }
    }

    @Test func `a load that the app stops at once leaves the view as it was`() async throws {
        let own = page.webView.load(URLRequest(url: server.url("/b")))
        page.webView.stopLoading()
        await #expect(throws: URLError.self) { try await page.navigation.waitForEnd(of: own) }
        let end = ContinuousClock.now + .seconds(20)
        while page.webView.isLoading || page.webView.url != server.url("/a"), .now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(!page.webView.isLoading)
        #expect(page.webView.url == server.url("/a"))
        try await page.load(server.url("/b"))
    }

    @Test func `a load that only scrolls is not credited with what comes next`() async throws {
        let url = try #require(URL(string: server.url("/a").absoluteString + "#x"))
        let own = page.webView.load(URLRequest(url: url))
        // The page is there: what it is asked now comes after the scroll.
        while try await page.evaluate("location.hash") as? String != "#x" {
            try await Task.sleep(for: .milliseconds(10))
        }
        try await page.evaluate("document.getElementById('l').click()")
        try await waitForFinish()
        #expect(names(of: own) == [])
        #expect(page.webView.url == server.url("/page"))
    }

    @Test func `a superseded load's document is nobody's navigation`() async throws {
        let first = page.webView.loadHTMLString("<title>first</title>", baseURL: server.url("/h"))
        let second = page.webView.load(URLRequest(url: server.url("/b")))
        try await page.navigation.waitForEnd(of: second)
        #expect(names(of: first) == ["failedProvisionally"])
        #expect(names(of: second) == ["started", "committed", "finished"])
        #expect(page.navigation.events.allSatisfy { $0.navigation === first || $0.navigation === second })
    }

    @Test func `a page does not live on in the handler of a decision`() async throws {
        server.route("/ticking", .html("<script>setInterval(() => fetch('/tick'), 50)</script>"))
        let keeper = HeldPolicyDelegate()
        weak var released: WKWebView?
        do {
            let webView = WKWebView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 100), configuration: TestPage.configuration())
            released = webView
            webView.navigationDelegate = page.navigation
            try await page.navigation.waitForEnd(of: webView.load(URLRequest(url: server.url("/ticking"))))
            webView.navigationDelegate = keeper
            _ = try await webView.evaluateJavaScript("location.href = '/b'; 0")
            try await keeper.waiter.wait(for: "the question", timeout: .seconds(20)) { keeper.handler != nil }
        }
        #expect(try await isReleased { released })
        // What is under way comes to its end.
        try await Task.sleep(for: .seconds(3))
        let count = server.requests.count
        try await Task.sleep(for: .seconds(1))
        #expect(server.requests.count == count)
        keeper.handler?(.allow)
    }

    @Test func `frames of the page that is left do not turn on the scripts of the next one`() async throws {
        server.route("/js", .html("<title>off</title><script>document.title = 'on'</script>"))
        server.route("/f", .html("<p>"))
        let delegate = ScriptsDelegate()
        page.webView.navigationDelegate = delegate
        try await page.evaluate(
            """
            location.href = '/js';
            for (let i = 0; i < 20; i++)
                setTimeout(() => document.body.append(Object.assign(document.createElement('iframe'), {src: '/f?' + i})), i / 2);
            0
            """)
        try await delegate.waiter.wait(for: "the end", timeout: .seconds(20)) { delegate.finished }
        #expect(try await page.evaluate("document.title") as? String == "off")
    }
}

/// Turns scripts off at one path.
@MainActor
private final class ScriptsDelegate: NSObject, WKNavigationDelegate {
    let waiter = Waiter()
    var finished = false

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
        preferences.allowsContentJavaScript = navigationAction.request.url?.path != "/js"
        return (.allow, preferences)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        finished = true
        waiter.notify()
    }
}
