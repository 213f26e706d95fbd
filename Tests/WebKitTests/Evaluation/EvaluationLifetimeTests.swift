import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Evaluation at odd moments: while a document loads or goes, and while the view goes.
@MainActor
@Suite(.serialized)
struct EvaluationLifetimeTests {
    @Test func `ev-view-destroyed: a call that is pending when the view goes ends once, with an error`() async throws {
        let calls = CompletionRecorder()
        do {
            let webView = TestPage().webView
            webView.loadHTMLString("<p>", baseURL: nil)
            webView.evaluateJavaScript("") { calls.note("old", $0, $1) }
            webView.evaluateJavaScript("1", in: nil, in: .page) { calls.note("new", $0) }
            webView.callAsyncJavaScript("return (window.kept = new Promise(() => {}))", in: nil, in: .page) {
                calls.note("call", $0)
            }
        }
        try await calls.wait(count: 3)
        #expect(
            calls.log == [
                "old: nil, webViewInvalidated", "new: failure webViewInvalidated", "call: failure webViewInvalidated",
            ])
        // Another view's round trips give a second answer the time to come.
        let page = try await TestPage(html: "<p>")
        for _ in 1...3 { try await page.evaluate("0") }
        #expect(calls.log.count == 3)
    }

    @Test(arguments: ["main", "same"])
    func `a view with a call that never ends is freed, with all that its configuration holds`(frame: String)
        async throws
    {
        weak var weakView: WKWebView?
        weak var weakController: WKUserContentController?
        let calls = CompletionRecorder()
        do {
            let framed = try await FramedPage()
            try framed.page.webView.callAsyncJavaScript(
                "await (window.kept = new Promise(() => {}))", in: framed.frame(frame), in: .page
            ) { calls.note("call", $0) }
            // Comes after it, so the call has begun.
            _ = try await framed.evaluate("0", in: frame)
            weakView = framed.page.webView
            weakController = framed.page.controller
        }
        try await calls.wait(count: 1)
        #expect(try await isReleased { weakView })
        #expect(try await isReleased { weakController })
    }

    @Test func `an awaited call keeps its view alive until it ends`() async throws {
        weak var weakView: WKWebView?
        let task: Task<Int?, any Error>
        do {
            let webView = TestPage().webView
            weakView = webView
            task = Task { [webView] in
                try await webView.callAsyncJavaScript(
                    "return new Promise(done => setTimeout(() => done(8), 20))", contentWorld: .page) as? Int
            }
        }
        #expect(try await task.value == 8)
        #expect(try await isReleased { weakView })
    }

    @Test func `ev-during-load-then-caches: evaluation right after the start of a load spoils nothing`() async throws {
        let server = try TestServer()
        server.route("/", .html("<title>There</title><p>"))
        for _ in 1...5 {
            let page = TestPage()
            let navigation = page.webView.load(URLRequest(url: server.url()))
            page.webView.evaluateJavaScript("", completionHandler: nil)
            _ = try await page.webView.evaluateJavaScript("typeof caches", contentWorld: .defaultClient)
            try await page.navigation.waitForEnd(of: navigation)
            #expect(try await page.evaluate("window.caches ? 'PASS' : 'FAIL'") as? String == "PASS")
            #expect(try await page.evaluate("document.title") as? String == "There")
        }
    }

    @Test func `a call that is pending when the document goes ends with an error`() async throws {
        let page = try await TestPage(html: "<p>")
        let calls = CompletionRecorder()
        page.webView.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) { calls.note("page", $0) }
        page.webView.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .defaultClient) {
            calls.note("client", $0)
        }
        try await page.evaluate("0")
        try await page.load(html: "<p>2")
        try await calls.wait(count: 2, timeout: .seconds(30))
        #expect(
            calls.log.sorted() == [
                "client: failure javaScriptExceptionOccurred", "page: failure javaScriptExceptionOccurred",
            ])
    }

    @Test func `a call that is pending when its promise becomes unreachable ends with an error`() async throws {
        let page = try await TestPage(html: "<p>")
        let error = await scriptError {
            page.webView.evaluateJavaScript(
                "setInterval(() => { let waste = []; for (let i = 0; i < 200000; ++i) waste.push({ i }) }, 5)",
                completionHandler: nil)
            return try await page.call("await new Promise(() => {})")
        }
        #expect(error?.code == .javaScriptExceptionOccurred)
        #expect(error?.message == "Completion handler for function call is no longer reachable")
        #expect(error?.line == 0)
    }

    @Test func `BR-115: cancelling the task of a call changes nothing, as on Apple's platforms`() async throws {
        let page = try await TestPage(html: "<p>")
        let task = Task { try await page.call("return new Promise(done => { window.done = done })") as? Int }
        while try await page.evaluate("typeof done") as? String != "function" {}
        task.cancel()
        try await page.evaluate("done(9)")
        #expect(try await task.value == 9)
        let cancelledBefore = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await page.evaluate("3") as? Int
        }
        #expect(try await cancelledBefore.value == 3)
    }

    @Test func `a script may navigate its own page and still give its result`() async throws {
        let server = try TestServer()
        server.route("/next", .html("<title>next</title>"))
        let page = try await TestPage(html: "<p>", baseURL: server.url())
        let count = page.navigation.events.count
        #expect(try await page.evaluate("location.href = '/next'; 4") as? Int == 4)
        try await page.navigation.wait(for: "the second page") { events in
            events.dropFirst(count).contains { $0.name == "finished" }
        }
        #expect(try await page.evaluate("document.title") as? String == "next")
    }

    @Test func `a handler may start the next call, and a view may go within its own handler`() async throws {
        let calls = CompletionRecorder()
        var page: TestPage? = try await TestPage(html: "<p>")
        weak let weakView = page?.webView
        page?.webView.evaluateJavaScript("1", in: nil, in: .page) { first in
            calls.note("first", first)
            weakView?.evaluateJavaScript("2", in: nil, in: .page) { calls.note("second", $0) }
            page = nil
        }
        try await calls.wait(count: 2)
        #expect(calls.log.first == "first: success 1")
        #expect(["second: failure webViewInvalidated", "second: success 2"].contains(calls.log[1]))
        #expect(try await isReleased { weakView })
    }
}
