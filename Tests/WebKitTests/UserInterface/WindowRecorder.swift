import GawaTestSupport
import WebKit

/// A UI delegate that opens the windows that pages ask for, unless told otherwise, and holds their views.
@MainActor
final class WindowRecorder: NSObject, WKUIDelegate {
    /// One call of `createWebViewWith`.
    struct Opening {
        let opener: ObjectIdentifier
        let action: WKNavigationAction
        let features: WKWindowFeatures
        let configuration: WKWebViewConfiguration
    }

    private(set) var openings: [Opening] = []
    /// The views of the windows that were opened, until they are closed.
    var views: [WKWebView] = []
    /// What happened, in order: `create`, `close`, `alert: …`.
    private(set) var events: [String] = []
    let navigation = NavigationRecorder()

    /// Makes the view of a window.
    var make: (WKWebViewConfiguration, WKWindowFeatures) -> WKWebView? = { configuration, _ in
        WKWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
    }
    var keepsViews = true

    func forgetOpenings() {
        openings.removeAll()
    }

    private let waiter = Waiter()

    func wait(for what: String, timeout: Duration = .seconds(20), until isMet: @escaping () -> Bool) async throws {
        try await waiter.wait(for: what, timeout: timeout, until: isMet)
    }

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        openings.append(
            Opening(
                opener: ObjectIdentifier(webView), action: navigationAction, features: windowFeatures,
                configuration: configuration))
        events.append("create")
        defer { waiter.notify() }
        guard let opened = make(configuration, windowFeatures) else { return nil }
        opened.uiDelegate = self
        opened.navigationDelegate = navigation
        if keepsViews { views.append(opened) }
        return opened
    }

    func webViewDidClose(_ webView: WKWebView) {
        views.removeAll { $0 === webView }
        events.append("close")
        waiter.notify()
    }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
        events.append("alert: \(message)")
        waiter.notify()
    }
}
