import Foundation
import GawaTestSupport
import TestServer
import Testing
import WebKit

@testable import Gawa

/// What an app's page comes from, in real views.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct PageContentTests {
    private let fixture: AssetFixture

    init() throws {
        fixture = try AssetFixture([
            "index.html": "<!doctype html><title>files</title>", "sub/index.html": "<!doctype html><title>sub</title>",
        ])
    }

    private var files: AssetFolder { AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions) }

    /// A view that loads the content, with a route that its page may ask.
    private func show(_ content: PageContent) -> TestPage {
        let routes = NativeRoutes(allowing: .origins(content.origins))
        routes.get("value") { _ in .text("answered") }
        let configuration = TestPage.configuration()
        content.install(in: configuration, routes: routes)
        let page = TestPage(configuration: configuration)
        content.load(in: page.webView)
        return page
    }

    /// Waits until the view has shown a page with this title.
    private func wait(for title: String, in page: TestPage) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            // There may be no document to ask at the moment.
            if (try? await page.evaluate("document.title") as? String) == title { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("'\(title)' was not shown")
    }

    private func freePort() throws -> Int {
        let server = try TestServer()
        defer { server.stop() }
        return server.port
    }

    private func serve(_ title: String, on port: Int) throws -> TestServer {
        try TestServer(port: port) { _ in .html("<!doctype html><title>\(title)</title>") }
    }

    private let ask = "return await (await fetch('native://native/value', {headers: {'Gawa-Own': '1'}})).text()"

    @Test func `the app's files are at their origin`() async throws {
        let content = PageContent.app(directory: fixture.root, options: AssetFixture.plainOptions, path: "/sub/")
        #expect(content.origins == ["native://native"])
        let page = show(content)
        try await wait(for: "sub", in: page)
        #expect(page.webView.url?.absoluteString == "native://native/sub/")
        #expect(try await page.call(ask) as? String == "answered")
    }

    @Test
    func `BR-140: a server that comes late is waited for with a page that says so, and one that comes back is shown`()
        async throws
    {
        let port = try freePort()
        let content = PageContent.server(port: port, path: "/?a=1&b=2")
        #expect(content.origins == ["http://localhost:\(port)"])
        let page = show(content)
        try await wait(for: "Waiting for the development server", in: page)
        #expect(
            try await page.evaluate("document.querySelector('code').textContent") as? String
                == "http://localhost:\(port)/?a=1&b=2")
        let first = try serve("first", on: port)
        let start = ContinuousClock.now
        try await wait(for: "first", in: page)
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(try await page.call(ask) as? String == "answered")
        // It must have been seen as shown before it goes, and as gone before it comes back.
        try await wait(for: .up, in: page)
        first.stop()
        try await wait(for: .gone, in: page)
        #expect(try await page.evaluate("document.title") as? String == "first")
        let second = try serve("second", on: port)
        try await wait(for: "second", in: page)
        #expect(try await page.call(ask) as? String == "answered")
        second.stop()
    }

    private func wait(for phase: DevServerState.Phase, in page: TestPage) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while DevServerWatch.phase(for: page.webView) != phase, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(DevServerWatch.phase(for: page.webView) == phase)
    }

    @Test func `BR-140: a server that does not come is given up, with an error or the app's files`() async throws {
        let port = try freePort()
        let page = show(.server(port: port, waitingTime: .milliseconds(300)))
        try await wait(for: "No development server", in: page)
        let content = PageContent.server(port: port, fallback: files, waitingTime: .milliseconds(300))
        #expect(content.origins == ["http://localhost:\(port)", "native://native"])
        let other = show(content)
        try await wait(for: "files", in: other)
        #expect(other.webView.url?.absoluteString == "native://native/")
        #expect(try await other.call(ask) as? String == "answered")
    }

    @Test func `nothing looks for a server when its view has gone`() async throws {
        let port = try freePort()
        weak var view: WKWebView?
        try await {
            let page = show(.server(port: port))
            try await wait(for: "Waiting for the development server", in: page)
            view = page.webView
            #expect(DevServerWatch.phase(for: page.webView) == .waiting)
        }()
        #expect(try await isReleased { view })
        #expect(try await isReleased { DevServerWatch.count == 0 ? nil : fixture })
    }

    @Test func `a page that is loaded otherwise is not taken away by a server that comes late`() async throws {
        let port = try freePort()
        let page = show(.server(port: port))
        try await wait(for: "Waiting for the development server", in: page)
        PageContent.app(files).load(in: page.webView)
        #expect(DevServerWatch.phase(for: page.webView) == nil)
    }
}
