public import GawaWebKit

/// A web view with a page in it, for tests.
@MainActor
public final class TestPage {
    /// The view.
    public let webView: WKWebView

    /// The view's navigation delegate.
    public let navigation = NavigationRecorder()

    /// The controller of the view, live.
    public var controller: WKUserContentController { webView.configuration.userContentController }

    /// Makes a view that has loaded nothing.
    public init(configuration: WKWebViewConfiguration = TestPage.configuration()) {
        webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
        webView.navigationDelegate = navigation
    }

    /// Makes a view and waits until it shows HTML text.
    public convenience init(
        html: String, baseURL: URL? = nil, configuration: WKWebViewConfiguration = TestPage.configuration()
    ) async throws {
        self.init(configuration: configuration)
        try await load(html: html, baseURL: baseURL)
    }

    /// Makes a view and waits until it shows a URL.
    public convenience init(
        url: URL, configuration: WKWebViewConfiguration = TestPage.configuration()
    ) async throws {
        self.init(configuration: configuration)
        try await load(url)
    }

    /// A configuration whose data is kept nowhere.
    public static func configuration() -> WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        return configuration
    }

    /// Puts the view in a small window and shows it: a page that is not shown neither paints nor loads media.
    package func present() -> WebViewWindow {
        let window = WebViewWindow(webView: webView, title: "Test", size: CGSize(width: 200, height: 200))
        window.present()
        return window
    }

    /// Shows HTML text and waits for the end of the load.
    public func load(html: String, baseURL: URL? = nil) async throws {
        try await navigation.waitForEnd(of: webView.loadHTMLString(html, baseURL: baseURL))
    }

    /// Loads a URL and waits for the end of the load.
    public func load(_ url: URL) async throws {
        try await navigation.waitForEnd(of: webView.load(URLRequest(url: url)))
    }

    /// Runs a script in the page's world.
    @discardableResult
    public func evaluate(_ script: String) async throws -> Any? {
        try await webView.evaluateJavaScript(script)
    }

    /// Runs the body of an async function in the page's world.
    @discardableResult
    public func call(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
        try await webView.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
    }
}
