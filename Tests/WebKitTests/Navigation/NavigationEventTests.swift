import GawaTestSupport
import TestServer
import Testing
import WebKit

/// The order of the delegate's calls, and which load each belongs to.
@MainActor
@Suite(.serialized)
struct NavigationEventTests {
    private let server: TestServer
    private let page = TestPage()

    init() throws {
        server = try TestServer()
        server.route("/a", .html("<title>a</title>"))
        server.route("/b", .html("<title>b</title>"))
        server.route("/redirect", .redirect(to: "/redirect2"))
        server.route("/redirect2", .redirect(to: "/a"))
        server.route("/never") { _ in
            try? await Task.sleep(for: .seconds(600))
            return .notFound
        }
        server.route("/slow", .html("<title>slow</title><img src=/never>"))
    }

    private func log() -> [String] { page.navigation.events.map(\.name) }

    @Test func `nv-delegate-weak: the delegate is held weakly`() async throws {
        let webView = TestPage().webView
        var delegate: NavigationRecorder? = NavigationRecorder()
        webView.navigationDelegate = delegate
        #expect(webView.navigationDelegate === delegate)
        delegate = nil
        #expect(webView.navigationDelegate == nil)
    }

    @Test func `nv-event-order-redirect: each redirect of the server is told, and all is one load`() async throws {
        let navigation = page.webView.load(URLRequest(url: server.url("/redirect")))
        try await page.navigation.waitForEnd(of: navigation)
        #expect(log() == ["started", "redirected", "redirected", "committed", "finished"])
        #expect(page.navigation.events.allSatisfy { $0.navigation === navigation })
        #expect(page.webView.url == server.url("/a"))
    }

    @Test func `status codes of errors are pages like others`() async throws {
        server.route("/404", .html("<title>nothing</title>", status: 404))
        server.route("/500", .html("<title>broken</title>", status: 500))
        for (path, title) in [("/404", "nothing"), ("/500", "broken")] {
            try await page.load(server.url(path))
            #expect(try await page.evaluate("document.title") as? String == title)
        }
        #expect(log().filter { $0 == "finished" }.count == 2)
    }

    @Test func `stopLoading before the commit fails the load as cancelled, and the page before it stays`() async throws
    {
        try await page.load(server.url("/a"))
        page.navigation.reset()
        let navigation = page.webView.load(URLRequest(url: server.url("/never")))
        try await page.navigation.wait(for: "the start") { $0.contains { $0.name == "started" } }
        page.webView.stopLoading()
        await #expect(throws: URLError.self) { try await page.navigation.waitForEnd(of: navigation) }
        #expect(log() == ["started", "failedProvisionally"])
        #expect((page.navigation.events.last?.error as? URLError)?.code == .cancelled)
        #expect((page.navigation.events.last?.error as NSError?)?.code == -999)
        #expect(page.navigation.events.last?.navigation === navigation)
        #expect(try await page.evaluate("document.title") as? String == "a")
        #expect(page.webView.url == server.url("/a"))
        #expect(!page.webView.isLoading)
    }

    @Test func `stopLoading right after the load call ends that load`() async throws {
        try await page.load(server.url("/a"))
        page.navigation.reset()
        let navigation = page.webView.load(URLRequest(url: server.url("/b")))
        page.webView.stopLoading()
        await #expect(throws: URLError.self) {
            try await page.navigation.waitForEnd(of: navigation, timeout: .seconds(5))
        }
        #expect(page.navigation.events.allSatisfy { $0.navigation === navigation })
        #expect(page.navigation.events.count { $0.error != nil } == 1)
        #expect(try await page.evaluate("document.title") as? String == "a")
    }

    @Test func `nv-stop-at-commit: stopLoading in didCommit fails the load as cancelled`() async throws {
        page.navigation.onEvent = { webView, event in
            if event.name == "committed" { webView.stopLoading() }
        }
        let navigation = page.webView.load(URLRequest(url: server.url("/slow")))
        await #expect(throws: URLError.self) { try await page.navigation.waitForEnd(of: navigation) }
        #expect(log() == ["started", "committed", "failed"])
        #expect((page.navigation.events.last?.error as? URLError)?.code == .cancelled)
        #expect(page.navigation.events.last?.navigation === navigation)
        page.navigation.onEvent = nil
        try await page.load(server.url("/b"))
        #expect(log().suffix(3) == ["started", "committed", "finished"])
    }

    // MARK: Overlapping loads

    @Test func `a load that is superseded before it starts ends as cancelled, and the next has its own events`()
        async throws
    {
        let first = page.webView.load(URLRequest(url: server.url("/a")))
        let second = page.webView.load(URLRequest(url: server.url("/b")))
        #expect(first !== second)
        #expect(page.navigation.events.isEmpty)
        try await page.navigation.waitForEnd(of: second)
        try await expectCancelled(first)
        #expect(
            page.navigation.events.filter { $0.navigation === second }.map(\.name) == [
                "started", "committed", "finished",
            ])
        #expect(try await page.evaluate("document.title") as? String == "b")
    }

    @Test func `a load that is superseded before its commit ends as cancelled`() async throws {
        let first = page.webView.load(URLRequest(url: server.url("/never")))
        try await page.navigation.wait(for: "the start") { $0.contains { $0.name == "started" } }
        let second = page.webView.load(URLRequest(url: server.url("/b")))
        try await page.navigation.waitForEnd(of: second)
        try await expectCancelled(first)
        #expect(
            page.navigation.events.filter { $0.navigation === first }.map(\.name) == ["started", "failedProvisionally"])
        #expect(
            page.navigation.events.filter { $0.navigation === second }.map(\.name) == [
                "started", "committed", "finished",
            ])
    }

    @Test
    func `nv-new-load-during-subresource: a load that is superseded after its commit fails, and then the next goes on`()
        async throws
    {
        let first = page.webView.load(URLRequest(url: server.url("/slow")))
        try await page.navigation.wait(for: "the commit") { $0.contains { $0.name == "committed" } }
        let second = page.webView.load(URLRequest(url: server.url("/b")))
        try await page.navigation.waitForEnd(of: second)
        let ofFirst = page.navigation.events.filter { $0.navigation === first }
        #expect(ofFirst.map(\.name) == ["started", "committed", "failed"])
        #expect((ofFirst.last?.error as? URLError)?.code == .cancelled)
        #expect(
            page.navigation.events.filter { $0.navigation === second }.map(\.name) == [
                "started", "committed", "finished",
            ])
    }

    @Test func `of ten loads at once the last is shown, and each ends once`() async throws {
        let all = (0..<10).map {
            page.webView.load(URLRequest(url: server.url("/\($0 % 2 == 0 ? "never" : "b")?\($0)")))
        }
        try await page.navigation.waitForEnd(of: all[9])
        for navigation in all.dropLast() { try await expectCancelled(navigation) }
        #expect(page.webView.url == server.url("/b?9"))
        #expect(Set(all.compactMap { $0.map(ObjectIdentifier.init) }).count == 10)
    }

    @Test func `a load started in a callback of another has its own events`() async throws {
        for name in ["started", "committed", "finished"] {
            page.navigation.reset()
            var second: WKNavigation?
            let url = server.url("/b")
            page.navigation.onEvent = { webView, event in
                if event.name == name, second == nil { second = webView.load(URLRequest(url: url)) }
            }
            let first = page.webView.load(URLRequest(url: server.url("/a")))
            try await page.navigation.wait(for: "the second load") { events in
                events.contains { $0.name == "finished" && $0.navigation === second && second != nil }
            }
            page.navigation.onEvent = nil
            #expect(
                page.navigation.events.filter { $0.navigation === second }.map(\.name) == [
                    "started", "committed", "finished",
                ])
            let ends = page.navigation.events.filter {
                $0.navigation === first && ($0.error != nil || $0.name == "finished")
            }
            #expect(ends.count == 1, "\(name)")
            #expect(try await page.evaluate("document.title") as? String == "b")
        }
    }

    @Test func `nv-url-js-redirect: a load that the page starts has a navigation of its own`() async throws {
        server.route("/script", .html("<script>onload = () => setTimeout(() => { location = '/a' })</script>"))
        let navigation = page.webView.load(URLRequest(url: server.url("/script")))
        try await page.navigation.wait(for: "the second load") { $0.count { $0.name == "finished" } == 2 }
        #expect(log() == ["started", "committed", "finished", "started", "committed", "finished"])
        #expect(page.navigation.events.prefix(3).allSatisfy { $0.navigation === navigation })
        let second = page.navigation.events[3].navigation
        #expect(second != nil && second !== navigation)
        #expect(page.navigation.events.suffix(3).allSatisfy { $0.navigation === second })
    }

    private func expectCancelled(_ navigation: WKNavigation?) async throws {
        do {
            try await page.navigation.waitForEnd(of: navigation, timeout: .seconds(5))
            Issue.record("A superseded load ended well")
        } catch let error as URLError {
            #expect(error.code == .cancelled)
        }
        #expect(page.navigation.events.count { $0.navigation === navigation && $0.error != nil } == 1)
        #expect(page.navigation.events.count { $0.navigation === navigation && $0.name == "finished" } == 0)
    }
}
