import Foundation
import WebKit

/// Takes numbers through a page by every way there is, and writes what became of them.
@MainActor
final class Numbers: NSObject, WKScriptMessageHandlerWithReply, WKNavigationDelegate {
    private let numbers: [Double] = [1.5, 0.1, 1e21, 1_234_567.891, -2.75, .leastNonzeroMagnitude]
    private let webView: WKWebView
    private var loaded: CheckedContinuation<Void, Never>?
    private var posted: Any?

    override init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 300.5, height: 200.25), configuration: configuration)
        super.init()
        configuration.userContentController.addScriptMessageHandler(self, contentWorld: .page, name: "numbers")
        webView.navigationDelegate = self
    }

    func write() async throws {
        await withCheckedContinuation { continuation in
            loaded = continuation
            webView.loadHTMLString(
                "<iframe srcdoc='<script>webkit.messageHandlers.numbers.postMessage(2.75)</script>'>", baseURL: nil)
        }
        print("locale", String(cString: setlocale(LC_MESSAGES, nil)))
        print("frame", posted ?? "none")
        print(
            "evaluated",
            try await webView.evaluateJavaScript("[\(numbers.map(\.description).joined(separator: ", "))]") ?? "none")
        print("argument", try await call("return a.map(String).join(' ')", ["a": numbers]))
        print("returned", try await call("return a", ["a": numbers]))
        print("single", try await call("return a + 0.25", ["a": 1.5]))
        print(
            "reply",
            try await call(
                "return (await webkit.messageHandlers.numbers.postMessage([2.75, 0.1])).map(String).join(' ')"))
        print("posted", posted ?? "none")
        print(
            "date",
            try await call(
                "return a.getTime() + ' ' + new Date(1500.5).getTime()", ["a": Date(timeIntervalSince1970: 1.25)]))
        print("text", try await call("return 1234567.891 + ' ' + parseFloat('1.25') + ' ' + JSON.stringify([0.5])"))
        print(
            "host", strtod("1.25", nil), String(format: "%.2f", 1.25), Double("1.25") ?? .nan, "\(0.1)",
            String(cString: setlocale(LC_NUMERIC, nil)))
        print("upper", "title i".uppercased(), try await call("return 'i'.toUpperCase()"))
    }

    private func call(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any {
        try await webView.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page) ?? "none"
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        posted = message.body
        return (numbers, nil)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        loaded?.resume()
        loaded = nil
    }
}
