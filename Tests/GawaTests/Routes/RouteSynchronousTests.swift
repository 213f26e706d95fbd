import Foundation
import Gawa
import GawaTestSupport
import GawaWebKit
import Testing

/// Pages that stand still until the answer is there.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct RouteSynchronousTests {
    private struct Failure: Error {}

    private static let ask = """
        const x = new XMLHttpRequest();
        x.open(method, 'native://native/' + path, false);
        x.send(method === 'POST' ? '{"a":"ä"}' : null);
        return [x.status, x.getResponseHeader('content-type'), x.responseText.length, x.responseText.slice(0, 20)].join('|');
        """

    private func add(_ routes: NativeRoutes, _ notes: RouteNotes) {
        routes.get("text") { _ in .text("ä🙂") }
        routes.get("later") { _ in
            try await notes.pass("handler")
            return .text("later")
        }
        routes.get("broken") { _ in throw Failure() }
        routes.get("empty") { _ in .empty }
        routes.get("large") { _ in .text(String(repeating: "x", count: 5 << 20)) }
        routes.post("echo") { .data($0.body, type: "application/json") }
    }

    private static let rows = [
        ("GET", "text", "200|text/plain; charset=utf-8|3|ä🙂"), ("GET", "empty", "204||0|"),
        ("GET", "missing", "404|text/plain; charset=utf-8|22|There is no such rou"),
        ("GET", "broken", "500|text/plain; charset=utf-8|37|The app could not an"),
        ("GET", "large", "200|text/plain; charset=utf-8|\(5 << 20)|xxxxxxxxxxxxxxxxxxxx"),
        ("POST", "echo", #"200|application/json|9|{"a":"ä"}"#),
    ]

    @Test func `BR-104: a synchronous request has the status, the header fields and the text of each answer`()
        async throws
    {
        let page = try await RoutedTestPage(allowing: ["https://app.example.com"], add: add)
        for isSecure in [false, true] {
            if isSecure { try await page.page.load(html: "<p>", baseURL: URL(string: "https://app.example.com/")) }
            for (method, path, expected) in Self.rows {
                #expect(try await page.run(Self.ask, ["method": method, "path": path]) == expected)
            }
        }
        #expect(try await page.isIdle())
    }

    /// Lets the user read what a page says for a while.
    private final class SlowReader: NSObject, WKUIDelegate {
        private(set) var said: [String] = []

        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo
        ) async {
            said.append(message)
            try? await Task.sleep(for: .milliseconds(300))
        }
    }

    @Test func `BR-106: the app lives on while it waits for a script that stands still`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("slow") { _ in
                try await Task.sleep(for: .milliseconds(300))
                return .text("the route")
            }
        }
        let reader = SlowReader()
        page.page.webView.uiDelegate = reader
        var ticks = 0
        let ticking = Task {
            while !Task.isCancelled {
                ticks += 1
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { ticking.cancel() }
        #expect(try await page.page.evaluate("alert('hi'); 4 + 6") as? Int == 10)
        #expect(reader.said == ["hi"])
        let ticksBefore = ticks
        #expect(ticksBefore > 10)
        let text = try await page.page.evaluate(
            "const x = new XMLHttpRequest(); x.open('GET', 'native://native/slow', false); x.send(); x.responseText")
        #expect(text as? String == "the route")
        #expect(ticks - ticksBefore > 10)
    }

    @Test func `BR-104: two hundred in a row`() async throws {
        let page = try await RoutedTestPage(add: add)
        #expect(
            try await page.run(
                """
                let good = 0;
                for (let n = 0; n < 200; n++) {
                    const x = new XMLHttpRequest();
                    x.open('POST', 'native://native/echo', false);
                    x.send(String(n));
                    if (x.status === 200 && x.responseText === String(n)) good++;
                }
                return good;
                """) == "200")
    }

    @Test func `BR-106: Swift awaits a script that asks a route, and the main actor goes on meanwhile`() async throws {
        let page = try await RoutedTestPage(add: add)
        async let answer = page.run(Self.ask, ["method": "GET", "path": "later"])
        // The handler tells so on the main actor, while the page stands still.
        try await page.notes.wait(for: "handler waits")
        page.notes.open()
        #expect(try await answer == "200|text/plain; charset=utf-8|5|later")
    }

    @Test func `another view asks and is answered while the first stands still`() async throws {
        let page = try await RoutedTestPage(add: add)
        let configuration = TestPage.configuration()
        page.routes.install(in: configuration)
        let other = try await TestPage(url: page.server.url(), configuration: configuration)
        async let answer = page.run(Self.ask, ["method": "GET", "path": "later"])
        try await page.notes.wait(for: "handler waits")
        for (method, path, expected) in Self.rows {
            #expect(try await RoutedTestPage.run(Self.ask, ["method": method, "path": path], in: other) == expected)
        }
        #expect(
            try await RoutedTestPage.run("return (await fetch('native://native/text')).text()", in: other) == "ä🙂")
        page.notes.open()
        #expect(try await answer == "200|text/plain; charset=utf-8|5|later")
    }

    @Test func `a handler that waits for the page that waits for it ends by its time limit`() async throws {
        let page = try await RoutedTestPage(add: add)
        let view = page.page
        let notes = page.notes
        page.routes.get("circle", timeLimit: .milliseconds(200)) { _ in
            // The page can run nothing: it stands still.
            let text = try await RoutedTestPage.run("return 'the page'", in: view)
            await notes.note("the page has answered")
            return .text(text)
        }
        let seen = try await page.run(Self.ask, ["method": "GET", "path": "circle"])
        #expect(seen == "504|text/plain; charset=utf-8|31|The app took too lon")
        try await notes.wait(for: "the page has answered")
        #expect(try await page.isIdle())
    }
}
