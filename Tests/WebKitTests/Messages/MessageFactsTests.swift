import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Who a message says that it is from.
@MainActor @Suite(.serialized)
struct MessageFactsTests {
    private let recorder = MessageRecorder()

    // MARK: Worlds

    @Test func `mh-message-world: a message carries the very world that it was posted in`() async throws {
        let named = WKContentWorld.world(name: "Facts")
        let page = TestPage()
        for world in [.defaultClient, named, .page] {
            page.controller.add(recorder, contentWorld: world, name: "h")
            page.controller.addUserScript(
                WKUserScript(
                    source: "webkit.messageHandlers.h.postMessage('hi')", injectionTime: .atDocumentStart,
                    forMainFrameOnly: true, in: world))
        }
        try await page.load(html: "<p>")
        let worlds = try await recorder.wait(count: 3).map(\.world)
        #expect(worlds.count == 3)
        for world in [.defaultClient, named, WKContentWorld.page] {
            #expect(worlds.contains { $0 === world })
        }
    }

    @Test func `mh-world-handler-visible-in-world: a handler of a named world is reached there`() async throws {
        let world = WKContentWorld.world(name: "Iso")
        let page = TestPage()
        page.controller.add(recorder, contentWorld: world, name: "msg")
        try await page.load(html: "<p>")
        _ = try await page.webView.evaluateJavaScript(
            "webkit.messageHandlers.msg.postMessage('from iso'); 0", contentWorld: world)
        _ = try await page.webView.evaluateJavaScript(
            "webkit.messageHandlers.msg.postMessage('end'); 0", contentWorld: world)
        #expect(try await recorder.wait(count: 2).map { $0.body as? String } == ["from iso", "end"])
    }

    @Test func `mh-world-handler-hidden-from-page: the page has no handler of a named world`() async throws {
        let page = TestPage()
        page.controller.add(recorder, contentWorld: .world(name: "Iso"), name: "msg")
        try await page.load(html: "<p>")
        let error = await scriptError { try await page.evaluate("webkit.messageHandlers.msg.postMessage('nope')") }
        #expect(error?.message == "ReferenceError: Can't find variable: webkit")
        #expect(try await page.evaluate("typeof window.webkit") as? String == "undefined")
        #expect(recorder.messages.isEmpty)
    }

    @Test func `mh-world-userscript-posts: a user script reaches its world's handler, the page does not`() async throws
    {
        let world = WKContentWorld.world(name: "W")
        let page = TestPage()
        page.controller.add(recorder, contentWorld: world, name: "h")
        page.controller.addUserScript(
            WKUserScript(
                source: "webkit.messageHandlers.h.postMessage('Hello')", injectionTime: .atDocumentStart,
                forMainFrameOnly: false, in: world))
        try await page.load(html: "<p>")
        #expect(try await recorder.wait(count: 1).map { $0.body as? String } == ["Hello"])
        let probe = "!!(window.webkit && webkit.messageHandlers && webkit.messageHandlers.h)"
        #expect(try await page.evaluate(probe) as? Bool == false)
    }

    @Test func `one name in two worlds is two handlers`() async throws {
        let other = MessageRecorder()
        let page = TestPage()
        page.controller.add(recorder, name: "same")
        page.controller.add(other, contentWorld: .defaultClient, name: "same")
        try await page.load(html: "<p>")
        for world in [WKContentWorld.page, .defaultClient] {
            _ = try await page.webView.callAsyncJavaScript(
                "await webkit.messageHandlers.same.postMessage(where)",
                arguments: ["where": world === WKContentWorld.page ? "page" : "client"], contentWorld: world)
        }
        #expect(recorder.bodies as? [String] == ["page"])
        #expect(other.bodies as? [String] == ["client"])
    }

    // MARK: Frames

    @Test func `mh-message-frameinfo-main: each message names its frame, and one is the main frame`() async throws {
        let server = try TestServer()
        server.route("/", .html("<iframe src='\(server.url("/inner", host: "127.0.0.1"))'></iframe>"))
        server.route("/inner", .html("<p>"))
        let page = TestPage()
        page.controller.add(recorder, contentWorld: .defaultClient, name: "h")
        page.controller.addUserScript(
            WKUserScript(
                source: "webkit.messageHandlers.h.postMessage('hi')", injectionTime: .atDocumentStart,
                forMainFrameOnly: false, in: .defaultClient))
        try await page.load(server.url())
        let frames = try await recorder.wait(count: 2).map(\.frameInfo)
        try #require(frames.count == 2)
        #expect(frames.map(\.isMainFrame) == [true, false])
        #expect(frames[0] !== frames[1])
        #expect(frames.map(\.securityOrigin.host) == ["localhost", "127.0.0.1"])
        #expect(frames.map(\.securityOrigin.port) == [server.port, server.port])
        #expect(frames.map(\.request.url) == [server.url(), server.url("/inner", host: "127.0.0.1")])
        #expect(frames.allSatisfy { $0.webView === page.webView })
    }

    // MARK: Views

    @Test func `views that share a controller are told apart`() async throws {
        let configuration = TestPage.configuration()
        configuration.userContentController.add(recorder, name: "shared")
        let first = try await TestPage(html: "<p>", configuration: configuration)
        let second = try await TestPage(html: "<p>", configuration: configuration)
        for page in [second, first, second] {
            try await page.call("await webkit.messageHandlers.shared.postMessage(0)")
        }
        let views = recorder.messages.map(\.webView)
        #expect(views.count == 3)
        #expect(views[0] === second.webView && views[1] === first.webView && views[2] === second.webView)
    }

    @Test func `a message does not keep its view`() async throws {
        weak var weakView: WKWebView?
        do {
            let page = TestPage()
            page.controller.add(recorder, name: "inbox")
            try await page.load(html: "<p>")
            try await page.call("await webkit.messageHandlers.inbox.postMessage(0)")
            weakView = page.webView
        }
        #expect(try await isReleased { weakView })
        #expect(recorder.messages.map { $0.webView == nil } == [true])
    }
}
