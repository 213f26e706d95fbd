import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Pages that come back: by a reload after their process died, and out of the engine's cache.
@MainActor @Suite(.serialized)
struct HistoryPageTests {
    private static let html = """
        <title>PATH</title><a href="/b" id="link">b</a>
        <script>
        window.runs = (window.runs ?? 0) + 1
        window.shown = []
        addEventListener('pageshow', event => shown.push(event.persisted))
        window.pending = webkit.messageHandlers.slow.postMessage('wait').then(String, error => 'rejected')
        </script>
        """

    private static func server() throws -> TestServer {
        try TestServer { request in .html(html.replacing("PATH", with: request.path)) }
    }

    @Test func `BR-035: reload after the process died shows the last page, with the list as it was`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let server = try TestServer { request in .html("<title>\(request.path)</title><a id=link href=/b>b</a>") }
            let victim = try await Victim(url: server.url("/a"))
            let (page, webView) = (victim.page, victim.page.webView)
            try await page.evaluate("document.getElementById('link').click(); 0")
            try await page.navigation.wait(for: "the second page") { events in
                events.count { $0.name == "finished" } == 2
            }
            let items = [webView.backForwardList.backItem, webView.backForwardList.currentItem]
            try victim.kill()
            try await victim.waitForDeath()
            #expect(webView.canGoBack)
            try await page.navigation.waitForEnd(of: webView.reload())
            #expect(webView.url == server.url("/b"))
            #expect(try await page.evaluate("document.title") as? String == "/b")
            let list = webView.backForwardList
            #expect(list.backList.count == 1 && list.forwardList.isEmpty)
            #expect(list.backItem === items[0] && list.currentItem === items[1])
            try await page.navigation.waitForEnd(of: webView.goBack())
            #expect(try await page.evaluate("location.pathname") as? String == "/a")

            // A step brings a dead view back, too.
            let deaths = victim.deathCount
            try victim.kill()
            try await page.navigation.wait(for: "the second death") { _ in victim.deathCount == deaths + 1 }
            let forward = try #require(webView.goForward())
            try await page.navigation.wait(for: "the end of the step") { events in
                events.contains { $0.name == "finished" && $0.navigation === forward }
            }
            #expect(try await page.evaluate("location.pathname") as? String == "/b")
            #expect(list.backItem === items[0] && list.currentItem === items[1])
        }
    }

    /// Answers each page's first message only when told.
    private final class SlowHandler: NSObject, WKScriptMessageHandlerWithReply {
        private(set) var replies: [@MainActor @Sendable (Any?, String?) -> Void] = []

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
            replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
        ) {
            if message.body as? String == "wait" {
                replies.append(replyHandler)
            } else {
                replyHandler("answer to \(message.body)", nil)
            }
        }
    }

    @Test func `BR-037: a page that comes back has one living connection, and ran no script twice`() async throws {
        let server = try Self.server()
        let page = TestPage()
        let slow = SlowHandler()
        let plain = MessageRecorder()
        page.controller.addScriptMessageHandler(slow, contentWorld: .page, name: "slow")
        page.controller.add(plain, name: "plain")
        try await page.load(server.url("/a"))
        try await page.load(server.url("/b"))
        for step in [page.webView.goBack, page.webView.goForward, page.webView.goBack] {
            try await page.navigation.waitForEnd(of: step())
        }
        let facts = try await page.call("return `${location.pathname} ${window.runs} ${shown}`") as? String ?? ""
        // Kept in the engine's cache, or loaded anew: its script ran once.
        #expect(["/a 1 false,true,true", "/a 1 false,true", "/a 1 false"].contains(facts))

        // From the page, each message once.
        let listen = """
            window.heard = []
            addEventListener('told', event => { heard.push(event.detail); webkit.messageHandlers.plain.postMessage(event.detail) })
            """
        try await page.evaluate("\(listen); 0")
        try await page.evaluate("dispatchEvent(new CustomEvent('told', { detail: 'once' })); 0")
        try await plain.wait(count: 1)
        let answer = try await page.call("return await webkit.messageHandlers.slow.postMessage('a new call')")
        #expect(answer as? String == "answer to a new call")
        #expect(plain.bodies.map { $0 as? String } == ["once"])
        #expect(plain.messages.first?.frameInfo.request.url == server.url("/a"))

        // The old call does not stay open for ever.
        for reply in slow.replies { reply("late", nil) }
        let pending = try await page.call(
            "return await Promise.race([pending, new Promise(r => setTimeout(() => r('open'), 10000))])")
        #expect(["late", "rejected"].contains(pending as? String))
    }
}
