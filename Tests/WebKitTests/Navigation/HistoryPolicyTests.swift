import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What the delegate is asked about steps in history, and what its answers do.
@MainActor
@Suite(.serialized)
struct HistoryPolicyTests {
    private let server: TestServer
    private let page = TestPage()

    init() async throws {
        server = try TestServer()
        server.route("/first", .html("<title>first</title>"))
        server.route("/second", .html("<title>second</title>"))
        try await page.load(server.url("/first"))
        try await page.load(server.url("/second"))
        page.navigation.reset()
    }

    private func log() -> [String] { page.navigation.events.map(\.name) }

    @Test func `nv-goback-policy-type: a step is .backForward`() async throws {
        let page = TestPage()
        for text in ["one", "two"] {
            try await page.load(try #require(URL(string: "data:text/html,<title>\(text)</title>")))
        }
        page.navigation.reset()
        try await page.navigation.waitForEnd(of: page.webView.goBack())
        #expect(page.navigation.actions.map(\.navigationType) == [.backForward])
    }

    @Test
    func `nv-goback-action-urls, nv-goforward-action-urls: a step asks for the other page, from the one that is shown`()
        async throws
    {
        try await page.navigation.waitForEnd(of: page.webView.goBack())
        let back = try #require(page.navigation.actions.first)
        #expect(back.request.url == server.url("/first"))
        #expect(back.sourceFrame.request.url == server.url("/second"))
        #expect(back.targetFrame?.request.url == server.url("/second"))
        page.navigation.reset()
        try await page.navigation.waitForEnd(of: page.webView.goForward())
        let forward = try #require(page.navigation.actions.first)
        #expect(forward.navigationType == .backForward)
        #expect(forward.request.url == server.url("/second"))
        #expect(forward.sourceFrame.request.url == server.url("/first"))
    }

    @Test func `nv-cangoback-after-frame-nav: a navigation of a frame is a step back, though the address stays`()
        async throws
    {
        server.route("/framed", .html("<title>framed</title><iframe src=/frame1></iframe>"))
        server.route("/frame1", .html("<a href=/frame2>x</a>"))
        server.route("/frame2", .html("<p id=two>"))
        let page = try await TestPage(url: server.url("/framed"))
        #expect(!page.webView.canGoBack)
        try await page.evaluate("frames[0].document.links[0].click()")
        let end = ContinuousClock.now + .seconds(20)
        while !page.webView.canGoBack, .now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(page.webView.canGoBack)
        #expect(page.webView.url == server.url("/framed"))
        page.webView.goBack()
        let script = "return frames[0].document.links.length"
        while try await page.call(script) as? Int != 1, .now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try await page.call(script) as? Int == 1)
        #expect(page.webView.canGoForward)
    }

    @Test func `a step that is refused leaves the page and the list`() async throws {
        page.navigation.decideAction = { _ in .cancel }
        #expect(page.webView.goBack() != nil)
        try await page.navigation.wait(for: "the action") { [page] _ in !page.navigation.actions.isEmpty }
        try await Task.sleep(for: .milliseconds(300))
        #expect(log().isEmpty)
        #expect(page.webView.url == server.url("/second"))
        #expect(page.webView.canGoBack && !page.webView.canGoForward)
        page.navigation.decideAction = nil
        try await page.navigation.waitForEnd(of: page.webView.goBack())
        #expect(log() == ["started", "committed", "finished"])
        #expect(page.webView.url == server.url("/first"))
    }

    @Test func `a load that comes while the delegate decides on a step takes its place`() async throws {
        let gate = Gate()
        page.navigation.decideAction = { action in
            if action.navigationType == .backForward { await gate.pass() }
            return .allow
        }
        defer { gate.open() }
        let step = page.webView.goBack()
        try await page.navigation.wait(for: "the action") { [page] _ in !page.navigation.actions.isEmpty }
        let load = page.webView.load(URLRequest(url: server.url("/second")))
        try await page.navigation.waitForEnd(of: load)
        await #expect(throws: URLError.self) { try await page.navigation.waitForEnd(of: step) }
        #expect(page.webView.url == server.url("/second"))
    }
}
