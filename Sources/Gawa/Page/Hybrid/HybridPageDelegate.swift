internal import GawaWebKit

/// Hears a web view's navigation for a ``HybridPage``.
@MainActor
final class HybridPageDelegate: NSObject, WKNavigationDelegate {
    weak var page: HybridPage?

    func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
        -> WKNavigationActionPolicy
    {
        await page?.decidePolicy?(navigationAction) ?? .allow
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        page?.take(.started, of: navigation)
    }

    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
        page?.take(.redirected, of: navigation)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        page?.take(.committed, of: navigation)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        page?.take(.finished, of: navigation)
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        page?.take(.failed(PageLoadError(error)), of: navigation)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        page?.take(.failed(PageLoadError(error)), of: navigation)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        page?.crash()
    }
}
