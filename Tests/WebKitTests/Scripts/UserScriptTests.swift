import GawaTestSupport
import TestServer
import Testing
import WebKit

@MainActor @Suite(.serialized)
struct UserScriptTests {
    private let recorder = MessageRecorder()
    private let page = TestPage()
    private let start = "webkit.messageHandlers.h.postMessage('start all')"
    private let end = "webkit.messageHandlers.h.postMessage('end main')"

    init() {
        page.controller.add(recorder, name: "h")
    }

    private func add(
        _ source: String, _ time: WKUserScriptInjectionTime = .atDocumentStart, forMainFrameOnly: Bool = true,
        in world: WKContentWorld? = nil
    ) {
        page.controller.addUserScript(
            world.map {
                WKUserScript(source: source, injectionTime: time, forMainFrameOnly: forMainFrameOnly, in: $0)
            } ?? WKUserScript(source: source, injectionTime: time, forMainFrameOnly: forMainFrameOnly))
    }

    /// Posts a last message and returns the bodies of those before it.
    private func texts() async throws -> [String?] {
        try await page.call("await webkit.messageHandlers.h.postMessage('the end')")
        #expect(recorder.bodies.last as? String == "the end")
        return recorder.bodies.dropLast().map { $0 as? String }
    }

    private func server() throws -> TestServer {
        let server = try TestServer()
        server.route("/", .html("<p>main</p><iframe src='inner.html'></iframe>"))
        server.route("/inner.html", .html("<p>inner"))
        return server
    }

    // MARK: The list

    @Test func `us-list-one: a script that was added is in the list`() {
        let controller = WKUserContentController()
        let script = WKUserScript(source: "1", injectionTime: .atDocumentEnd, forMainFrameOnly: true)
        controller.addUserScript(script)
        #expect(controller.userScripts.count == 1)
        #expect(controller.userScripts.first === script)
        #expect(script.source == "1")
        #expect(script.injectionTime == .atDocumentEnd)
        #expect(script.isForMainFrameOnly)
    }

    @Test func `us-remove-all-count: the list keeps the order, and is empty after removal`() {
        let controller = WKUserContentController()
        let first = WKUserScript(source: "1", injectionTime: .atDocumentStart, forMainFrameOnly: false)
        let second = WKUserScript(
            source: "2", injectionTime: .atDocumentStart, forMainFrameOnly: false, in: .world(name: "TestWorld"))
        controller.addUserScript(first)
        controller.addUserScript(second)
        #expect(controller.userScripts == [first, second])
        #expect(!first.isForMainFrameOnly)
        controller.removeAllUserScripts()
        #expect(controller.userScripts.isEmpty)
    }

    // MARK: When and where

    @Test func `us-order-start-end-iframe: start, the main frame's end, the start of the frame in it`() async throws {
        let server = try server()
        add(start, forMainFrameOnly: false)
        add(end, .atDocumentEnd)
        try await page.load(server.url())
        #expect(try await texts() == ["start all", "end main", "start all"])
    }

    @Test func `us-main-frame-only: a script for the main frame runs once for each load`() async throws {
        let server = try server()
        add(end, .atDocumentEnd)
        for _ in 1...3 { try await page.load(server.url()) }
        #expect(try await texts() == ["end main", "end main", "end main"])
    }

    @Test func `us-all-frames-count: a script for all frames runs in each, at every load`() async throws {
        let server = try server()
        add(start, forMainFrameOnly: false)
        for _ in 1...2 { try await page.load(server.url()) }
        #expect(try await texts() == ["start all", "start all", "start all", "start all"])
        #expect(recorder.messages.dropLast().map(\.frameInfo.isMainFrame) == [true, false, true, false])
    }

    @Test(arguments: [
        "<iframe srcdoc='<p>'></iframe>", "<iframe></iframe>", "<iframe src='about:blank'></iframe>",
        "<iframe sandbox=allow-scripts srcdoc='<p>'></iframe>", "<iframe src='data:text/html,<p>'></iframe>",
    ])
    func `a script for all frames runs in frames that come from no server`(frame: String) async throws {
        add("webkit.messageHandlers.h.postMessage(String(self === top))", .atDocumentEnd, forMainFrameOnly: false)
        try await page.load(html: frame)
        #expect(Set(try await texts()) == ["true", "false"])
    }

    @Test func `a start script finds a root element, no body and no script of the page before it`() async throws {
        let facts = "document.documentElement?.tagName, String(document.body), document.readyState, typeof fromPage"
        add("webkit.messageHandlers.h.postMessage([\(facts)].join())")
        try await page.load(html: "<!doctype html><head><script>var fromPage = 1</script></head><body>")
        #expect(try await texts() == ["HTML,null,loading,undefined"])
    }

    @Test func `an end script runs after the listeners of DOMContentLoaded and before load`() async throws {
        let server = try server()
        server.route("/slow.png") { _ in
            try? await Task.sleep(for: .milliseconds(200))
            return .notFound
        }
        server.route(
            "/page",
            .html(
                """
                <body><script>
                    var events = [];
                    addEventListener('DOMContentLoaded', () => events.push('content'));
                    addEventListener('load', () => events.push('load'));
                </script><img src=slow.png><p id=last>
                """))
        add(
            "webkit.messageHandlers.h.postMessage([events, document.readyState, !!document.getElementById('last')].join())",
            .atDocumentEnd)
        try await page.load(server.url("/page"))
        #expect(try await texts() == ["content,interactive,true"])
    }

    @Test func `scripts of one world run in the order they were added, and an exception stops its own`() async throws {
        for name in ["one", "two", "three"] {
            add("webkit.messageHandlers.h.postMessage('\(name)'); throw new Error('\(name)')")
        }
        add("this is no script")
        add("webkit.messageHandlers.h.postMessage('four')")
        try await page.load(html: "<p>")
        #expect(try await texts() == ["one", "two", "three", "four"])
    }

    // MARK: Later changes

    @Test func `a script that is added later runs in the next document, not in this one`() async throws {
        try await page.load(html: "<p>")
        add(start)
        #expect(try await texts() == [])
        try await page.load(html: "<p>")
        #expect(try await texts() == ["the end", "start all"])
    }

    @Test func `removed scripts run no more, and new ones can follow`() async throws {
        add(start)
        add("document.documentElement.dataset.world = 1", in: .defaultClient)
        try await page.load(html: "<p>")
        page.controller.removeAllUserScripts()
        try await page.load(html: "<p>")
        #expect(try await page.evaluate("document.documentElement.dataset.world") == nil)
        add("webkit.messageHandlers.h.postMessage('new')")
        try await page.load(html: "<p>")
        #expect(try await texts() == ["start all", "new"])
    }

    @Test func `scripts follow a view to another origin`() async throws {
        let server = try server()
        let world = WKContentWorld.world(name: "Followed")
        add("document.documentElement.dataset.seen = location.hostname", in: world)
        for host in ["localhost", "127.0.0.1"] {
            try await page.load(server.url(host: host))
            #expect(try await page.evaluate("document.documentElement.dataset.seen") as? String == host)
        }
    }
}
