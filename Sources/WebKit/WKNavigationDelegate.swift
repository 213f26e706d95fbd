/// Is told how the loads of a web view go.
///
/// Every method may be left out.
///
/// Source: `WKNavigationDelegate.h`.
@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    /// A load of the main frame started.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)

    /// The server of a load sent it elsewhere.
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)

    /// A load failed before its document was there; the page before it stays.
    ///
    /// - Parameter error: A `URLError` for the network's failures.
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)

    /// The first bytes of the new document arrived.
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)

    /// A load is done, after the `load` event.
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)

    /// A load failed after its document was there.
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)

    /// The web process of the view ended: it is blank until something is loaded.
    ///
    /// All calls that were pending have ended with ``WKError/webContentProcessTerminated``.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

extension WKNavigationDelegate {
    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {}
    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {}
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {}
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}
