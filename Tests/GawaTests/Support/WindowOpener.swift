import Foundation
import GawaTestSupport
import GawaWebKit

/// Opens the windows that pages ask for, and holds their views.
@MainActor
final class WindowOpener: NSObject, WKUIDelegate {
    private(set) var views: [WKWebView] = []
    let navigation = NavigationRecorder()
    let opened = Waiter()

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
        view.navigationDelegate = navigation
        views.append(view)
        opened.notify()
        return view
    }

    /// Waits for the first window.
    func wait() async throws -> WKWebView? {
        try await opened.wait(for: "a window") { [weak self] in self?.views.isEmpty == false }
        return views.first
    }
}
