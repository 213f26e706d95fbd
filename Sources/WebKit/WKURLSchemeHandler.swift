/// Answers the requests for the URLs of a custom scheme.
///
/// Give one to ``WKWebViewConfiguration/setURLSchemeHandler(_:forURLScheme:)``.
///
/// Source: `WKURLSchemeHandler.h`.
@MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
    /// Begins to answer a request, now or later, by the methods of its task.
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)

    /// Tells that nobody waits for the answer any more: the page has gone elsewhere, has cancelled the request, or its
    /// process has died.
    ///
    /// Nothing may be sent to the task afterwards. Not called for a task that was finished or failed, and not for those
    /// of a view that is released.
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
