import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

/// Calls and messages at the moments when a page is not there yet.
@MainActor
@Suite(.serialized)
struct EarlyCallTests {
    @Test func `BR-024: scripts before a load, at once after its start, and a view that closes at once`() async throws {
        let rounds = FullTests.areOn ? 200 : 15
        var ended = 0
        for _ in 0..<rounds {
            let calls = CompletionRecorder()
            do {
                let webView = WKWebView(
                    frame: CGRect(x: 0, y: 0, width: 100, height: 100), configuration: TestPage.configuration())
                webView.evaluateJavaScript("1 + 1") { calls.note("before", $0, $1) }
                webView.loadHTMLString("<p>x", baseURL: nil)
                webView.evaluateJavaScript("1 + 1") { calls.note("after", $0, $1) }
            }
            try await calls.wait(count: 2)
            ended += 1
        }
        #expect(ended == rounds)
    }

    @Test func `BR-025: the first line of a page's first script finds its handler, and a handler added later is found`()
        async throws
    {
        let configuration = TestPage.configuration()
        configuration.userContentController.addScriptMessageHandler(
            ReplyingHandler(value: "hello"), contentWorld: .page, name: "early")
        let page = try await TestPage(
            html: """
                <!DOCTYPE html><html><head>
                <script>window.answer = webkit.messageHandlers.early.postMessage(1)</script></head></html>
                """, configuration: configuration)
        #expect(try await page.call("return await answer") as? String == "hello")
        page.controller.addScriptMessageHandler(ReplyingHandler(value: "late"), contentWorld: .page, name: "late")
        #expect(try await page.call("return await webkit.messageHandlers.late.postMessage(1)") as? String == "late")
    }
}
