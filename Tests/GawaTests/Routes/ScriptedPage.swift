import GawaTestSupport
import Testing
import WebKit

@testable import Gawa

/// A page with `native.js` in all its frames, and the app that its requests reach.
@MainActor
final class ScriptedPage {
    let handler = Answerer()
    let page: TestPage
    let origin: String

    init(base: String = "https://app.example/folder/page", hasScript: Bool = true) async throws {
        let configuration = TestPage.configuration()
        configuration.mapsNativeHost = true
        configuration.setURLSchemeHandler(handler, forURLScheme: "native")
        if hasScript {
            configuration.userContentController.addUserScript(
                WKUserScript(
                    source: NativeHostScript.source, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
        page = TestPage(configuration: configuration)
        origin = String(base.prefix { $0 != "/" }) + "//app.example"
        let address = try #require(URL(string: base))
        try await page.load(html: "<!doctype html><p>", baseURL: address)
    }

    /// Runs the body of an async function in the page.
    @discardableResult
    func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> String {
        let limited = """
            return await Promise.race([
                (async () => { await null; \(body) })(), new Promise(done => setTimeout(done, 15000, 'never ended')),
            ]);
            """
        return try await page.call(limited, arguments) as? String ?? ""
    }

    /// Answers each request, and lets the asker read it.
    final class Answerer: NSObject, WKURLSchemeHandler {
        private(set) var requests: [URLRequest] = []
        var answers = true
        private let waiter = Waiter()

        func wait(count: Int) async throws {
            try await waiter.wait(for: "\(count) requests") { self.requests.count >= count }
        }

        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
            let request = urlSchemeTask.request
            requests.append(request)
            waiter.notify()
            guard answers, let url = request.url else { return }
            let hasEvents = url.path == "/events"
            var fields = ["Access-Control-Expose-Headers": "X-Answer", "X-Answer": "42"]
            fields["Content-Type"] = hasEvents ? "text/event-stream" : "text/plain"
            fields["Access-Control-Allow-Origin"] = request.value(forHTTPHeaderField: "Origin")
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)
            else { return }
            urlSchemeTask.didReceive(response)
            urlSchemeTask.didReceive(Data((hasEvents ? "data: one\n\n" : "the app").utf8))
            urlSchemeTask.didFinish()
        }

        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
    }
}
