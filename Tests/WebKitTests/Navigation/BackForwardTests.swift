import GawaTestSupport
import Observation
import TestServer
import Testing

@testable import WebKit

/// The back-forward list, and the steps in it.
@MainActor @Suite(.serialized)
struct BackForwardTests {
    private let server: TestServer
    private let page = TestPage()
    private var webView: WKWebView { page.webView }
    private var list: WKBackForwardList { webView.backForwardList }

    init() throws {
        server = try TestServer { request in .html("<title>\(request.path)</title><p>\(request.path)") }
    }

    private func load(_ paths: String...) async throws {
        for path in paths { try await page.load(server.url(path)) }
    }

    /// Makes a step and waits for its end.
    private func finish(_ navigation: WKNavigation?) async throws {
        let navigation: WKNavigation = try #require(navigation)
        try await page.navigation.waitForEnd(of: navigation)
    }

    /// Waits until the view has a title: the engine may tell it a little after the end of the load.
    private func hasTitle(_ title: String, _ page: TestPage? = nil) async throws -> Bool {
        let view = (page ?? self.page).webView
        let end = ContinuousClock.now + .seconds(20)
        while view.title != title, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        return view.title == title
    }

    private func paths(_ items: [WKBackForwardListItem]) -> [String] { items.map(\.url.path) }

    // MARK: The list

    @Test func `bf-empty: a fresh view has no item and nowhere to go`() {
        #expect(!webView.canGoBack && !webView.canGoForward)
        #expect(list.currentItem == nil && list.backItem == nil && list.forwardItem == nil)
        for index in [0, -1, 1, Int.max, Int.min] { #expect(list.item(at: index) == nil) }
        #expect(list.backList.isEmpty && list.forwardList.isEmpty)
        #expect(webView.goBack() == nil)
        #expect(webView.goForward() == nil)
        #expect(list === webView.backForwardList)
    }

    @Test func `bf-two-loads: after two loads the first is the item before`() async throws {
        try await load("/1")
        #expect(try await hasTitle("/1"))
        let first = try #require(list.currentItem)
        try await load("/2")
        #expect(webView.canGoBack && !webView.canGoForward)
        #expect(list.backItem === first)
        #expect(list.backList.count == 1 && list.backList.first === first)
        #expect(list.item(at: -1) === first)
        #expect(first.url == server.url("/1"))
        #expect(first.initialURL == server.url("/1"))
        #expect(first.title == "/1")
        #expect(list.currentItem?.url == server.url("/2"))
        #expect(list.item(at: -2) == nil && list.item(at: 1) == nil)
    }

    @Test func `Lists have the order of the visits, and a new load drops what was after`() async throws {
        try await load("/1", "/2", "/3", "/4")
        #expect(paths(list.backList) == ["/1", "/2", "/3"])
        try await finish(webView.go(to: try #require(list.item(at: -2))))
        #expect(paths(list.backList) == ["/1"])
        #expect(paths(list.forwardList) == ["/3", "/4"])
        #expect(list.item(at: 2)?.url.path == "/4")
        try await load("/5")
        #expect(paths(list.backList) == ["/1", "/2"])
        #expect(list.forwardList.isEmpty)
        #expect(!webView.canGoForward)
    }

    @Test func `An item knows the address that was asked for before a redirect, and no title where there is none`()
        async throws
    {
        server.route("/from", .redirect(to: "/to"))
        server.route("/to", .html("<p>"))
        try await load("/from")
        #expect(list.currentItem?.url == server.url("/to"))
        #expect(list.currentItem?.initialURL == server.url("/from"))
        #expect(list.currentItem?.title == nil)
    }

    @Test func `bf-data-urls: data addresses are items like others`() async throws {
        let urls = try (1...3).map { try #require(URL(string: "data:text/html,<title>\($0)</title>")) }
        for url in urls { try await page.load(url) }
        #expect(list.currentItem?.url.absoluteString == urls[2].absoluteString)
        #expect(list.backList.count == 2)
        try await finish(webView.goBack())
        #expect(list.backList.count == 1)
        #expect(list.forwardList.count == 1)
        #expect(try await hasTitle("2"))
    }

    // MARK: Steps

    @Test func `nv-history-events: each step in history starts, commits and finishes with its token`() async throws {
        try await load("/1", "/2")
        page.navigation.reset()
        let back = try #require(webView.goBack())
        try await finish(back)
        #expect(try await hasTitle("/1"))
        let forward = try #require(webView.goForward())
        try await finish(forward)
        #expect(try await hasTitle("/2"))
        #expect(back !== forward)
        let events = page.navigation.events
        #expect(events.map(\.name) == ["started", "committed", "finished", "started", "committed", "finished"])
        #expect(events.prefix(3).allSatisfy { $0.navigation === back })
        #expect(events.suffix(3).allSatisfy { $0.navigation === forward })
        #expect(server.requests.count { $0.path == "/1" } <= 2)
    }

    @Test func `bf-back-forward-identity: the same items move between back, current and forward`() async throws {
        try await load("/1", "/2")
        let (first, second) = (try #require(list.backItem), try #require(list.currentItem))
        try await finish(webView.goBack())
        #expect(list.currentItem === first)
        #expect(list.forwardItem === second && list.forwardList.first === second)
        #expect(list.backItem == nil)
        #expect(!webView.canGoBack && webView.canGoForward)
        try await finish(webView.goForward())
        #expect(list.currentItem === second)
        #expect(list.backItem === first)
        #expect(webView.canGoBack && !webView.canGoForward)
    }

    @Test func `bf-item-accessors-no-leak: reading items makes no more of them`() async throws {
        try await load("/1", "/2", "/3")
        try await finish(webView.goBack())
        weak var gone: WKBackForwardListItem?
        do {
            let items = (0..<10).map { _ in [list.backItem, list.currentItem, list.forwardItem, list.item(at: -1)] }
            let ids = Set(items.joined().compactMap { $0.map(ObjectIdentifier.init) })
            #expect(ids.count == 3)
            gone = list.backItem
            #expect(gone != nil)
        }
        #expect(gone == nil)
        #expect(list.backItem?.url.path == "/1")
    }

    @Test func `bf-go-to-item: going to an item makes it current, and its token carries the events`() async throws {
        try await load("/1", "/2", "/3")
        let first = try #require(list.item(at: -2))
        let navigation = try #require(webView.go(to: first))
        try await finish(navigation)
        #expect(list.currentItem === first)
        #expect(try await hasTitle("/1"))
    }

    @Test func `Going to the current item, or to one that is not in the list, is no navigation`() async throws {
        try await load("/1", "/2")
        let current = try #require(list.currentItem)
        #expect(webView.go(to: current) == nil)
        let other = try await TestPage(url: server.url("/x"))
        try await other.load(server.url("/y"))
        #expect(webView.go(to: try #require(other.webView.backForwardList.backItem)) == nil)
        // One that was in the list, and is not any more.
        try await finish(webView.goBack())
        try await load("/3")
        #expect(webView.go(to: current) == nil)
        #expect(current.url.path == "/2")
        #expect(list.currentItem?.url.path == "/3")
    }

    @Test func `canGoBack and canGoForward are observable`() async throws {
        try await load("/1")
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = webView.canGoBack
            } onChange: {
                continuation.resume()
            }
            webView.load(URLRequest(url: server.url("/2")))
        }
        try await page.navigation.wait(for: "the end") { $0.count { $0.name == "finished" } == 2 }
        #expect(webView.canGoBack)
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = webView.canGoForward
            } onChange: {
                continuation.resume()
            }
            webView.goBack()
        }
    }

    // MARK: Within a document

    @Test func `A step within the document tells the delegate nothing, and holds no later load back`() async throws {
        try await load("/1")
        try await page.evaluate("location.hash = 'part'; history.pushState({}, '', '/state'); 0")
        #expect(list.backList.count == 2)
        for step in [webView.goBack, webView.goBack, webView.goForward] {
            page.navigation.reset()
            let url = webView.url
            #expect(step() != nil)
            let start = ContinuousClock.now
            // The step is over when the engine has come to rest and the page has answered.
            while webView.isLoading || webView.url == url || webView.engine.navigations.waiting != nil {
                try await Task.sleep(for: .milliseconds(10))
                try #require(ContinuousClock.now - start < .seconds(20))
            }
            #expect(page.navigation.events.isEmpty)
        }
        #expect(webView.url == server.url("/1#part"))
        try await load("/2")
        #expect(webView.engine.silentReleases == 0)
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "finished"])
    }

    @Test func `A load right after a step within the document ends that step, and is made`() async throws {
        try await load("/1")
        try await page.evaluate("location.hash = 'part'; 0")
        let step = try #require(webView.goBack())
        try await load("/2")
        #expect(try await hasTitle("/2"))
        let ends = page.navigation.events.filter { $0.navigation === step }
        #expect(ends.allSatisfy { ($0.error as? URLError)?.code == .cancelled })
        #expect(ends.count <= 1)
    }

    @Test func `Two steps without waiting, and a step and a load, each end once`() async throws {
        try await load("/1", "/2", "/3")
        page.navigation.reset()
        let first = webView.goBack()
        let second = try #require(webView.goBack())
        try await finish(second)
        #expect(["/1", "/2"].contains(webView.url?.path))
        let third = try #require(webView.goForward())
        try await load("/4")
        #expect(try await hasTitle("/4"))
        for navigation in [first, second, third] {
            let ends = page.navigation.events.filter {
                $0.navigation === navigation && ["finished", "failed", "failedProvisionally"].contains($0.name)
            }
            #expect(ends.count == 1)
        }
    }

    // MARK: State

    @Test func `bf-session-state: another view takes over the history with its position`() async throws {
        try await load("/1", "/2", "/3")
        _ = try await hasTitle("/3")
        try await finish(webView.goBack())
        let state = webView.interactionState
        #expect(state is Data)
        let other = TestPage()
        other.webView.interactionState = state
        try await other.navigation.wait(for: "the end") { $0.contains { $0.name == "finished" } }
        let restored = other.webView.backForwardList
        #expect(try await other.evaluate("document.title + location") as? String == "/2\(server.url("/2"))")
        #expect(try await hasTitle("/2", other))
        #expect(other.navigation.events.map(\.name) == ["started", "committed", "finished"])
        #expect([-1, 0, 1].map { restored.item(at: $0)?.url } == ["/1", "/2", "/3"].map { server.url($0) })
        #expect([-1, 0, 1].map { restored.item(at: $0)?.title } == ["/1", "/2", "/3"])
        #expect(other.webView.canGoBack && other.webView.canGoForward)
        // The views' lists are two.
        try await finish(webView.goBack())
        #expect(restored.currentItem?.url.path == "/2")
    }

    @Test func `bf-session-state: what no view gave is refused, and nothing changes`() async throws {
        try await load("/1", "/2")
        let state = try #require(webView.interactionState as? Data)
        page.navigation.reset()
        var wrong = state
        wrong[wrong.count - 1] ^= 1
        let garbage: [Any?] = [
            nil, "state", 5, Data(), Data("WebKit interaction state 1\n".utf8), Data(repeating: 7, count: 500), wrong,
            state.dropLast(), NSNull(),
        ]
        for value in garbage { webView.interactionState = value }
        #expect(paths(list.backList) == ["/1"])
        #expect(list.currentItem?.url.path == "/2")
        #expect(try await page.evaluate("document.title") as? String == "/2")
        #expect(page.navigation.events.isEmpty)
        // An empty history is a state, too.
        let fresh = TestPage()
        fresh.webView.interactionState = TestPage().webView.interactionState
        #expect(fresh.webView.backForwardList.currentItem == nil)
    }

    // MARK: Ownership

    @Test func `A list and its items outlive their view, and the list is then empty`() async throws {
        var short: TestPage? = try await TestPage(url: server.url("/1"))
        weak let view = short?.webView
        let list = try #require(short?.webView.backForwardList)
        let item = try #require(list.currentItem)
        short = nil
        #expect(try await isReleased { view })
        #expect(list.currentItem == nil && list.backList.isEmpty && list.forwardList.isEmpty)
        #expect(item.url == server.url("/1"))
        #expect(webView.go(to: item) == nil)
    }
}
