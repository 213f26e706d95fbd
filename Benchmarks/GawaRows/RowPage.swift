import GawaWebKit

/// The page with the rows, in a window.
@MainActor
final class RowPage: NSObject, WKScriptMessageHandler, WKNavigationDelegate {
    private let layer: any Layer
    private let webView: WKWebView
    private let window: WebViewWindow
    private let told: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init(layer: any Layer) {
        self.layer = layer
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
        window = WebViewWindow(webView: webView, title: "Rows", size: CGSize(width: 800, height: 600))
        (told, continuation) = AsyncStream.makeStream()
        super.init()
        layer.install(in: webView.configuration)
        webView.configuration.userContentController.add(self, name: "result")
        webView.navigationDelegate = self
    }

    /// Shows the page, and waits until its first call has been answered.
    func start(html: String) async throws {
        window.present()
        webView.loadHTMLString(html, baseURL: URL(string: "https://bench.example/\(type(of: layer).name)"))
        let line = try await nextLine()
        guard line == "ready" else { throw RowError("The page did not start: \(line)") }
    }

    /// Runs a row and gives its line of JSON.
    func run(_ row: String, count: Int) async throws -> String {
        guard row == "pushes" else {
            webView.callAsyncJavaScript(
                "run(name, count)", arguments: ["name": row, "count": count], in: nil, in: .page)
            return try await nextLine()
        }
        webView.callAsyncJavaScript("expectPushes(count)", arguments: ["count": count], in: nil, in: .page)
        let start = ContinuousClock.now
        layer.push(count, to: webView)
        let line = try await nextLine()
        guard line == "pushed" else { return line }
        return #"{"row":"pushes","value":\#(Double(count) / ((ContinuousClock.now - start) / .seconds(1)))}"#
    }

    private func nextLine() async throws -> String {
        var lines = told.makeAsyncIterator()
        guard let line = await lines.next() else { throw RowError("The web process ended") }
        return line
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        continuation.yield(message.body as? String ?? "The page told something that is no text")
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        continuation.finish()
    }
}
