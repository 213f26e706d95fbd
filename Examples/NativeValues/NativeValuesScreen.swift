import Gawa

/// A web view whose page may ask the app for values.
@MainActor
final class NativeValuesScreen {
    let pageURL: URL
    let webView: WKWebView

    private let console = PageConsole(standardError: false)

    /// Makes the screen.
    ///
    /// - Parameter origin: The one origin whose pages may ask.
    init(pageURL: URL, origin: String) {
        self.pageURL = pageURL
        let configuration = WKWebViewConfiguration()
        console.install(in: configuration)
        let routes = NativeRoutes(allowing: .origins([origin]))
        routes.use(NativeValueProtocol.self)
        routes.install(in: configuration)
        webView = WKWebView(frame: .zero, configuration: configuration)
    }

    func load() {
        // Ends with the console, and so with the screen.
        Task { [entries = console.entries] in
            for await entry in entries { print("WebView: \(entry.text)") }
        }
        webView.load(URLRequest(url: pageURL))
    }
}
