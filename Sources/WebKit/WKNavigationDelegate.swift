/// Decides where a web view goes, and is told how its loads go.
///
/// Every method may be left out. One with a handler has three forms, of which one is enough: with the closure as the SDK
/// has it, with a plain closure as older source has it, and `async`. The handler is called once, now or later; a second
/// call has no effect, and letting it go uncalled refuses what was asked. A line on standard error tells of both.
///
/// Source: `WKNavigationDelegate.h`.
@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    // MARK: Policy of actions

    /// Decides whether a frame may navigate, and with which preferences; the default asks the form without preferences.
    ///
    /// - Parameters:
    ///   - preferences: A copy of the configuration's defaults.
    ///   - decisionHandler: The preferences given to it hold for the navigation, in the main frame.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)

    /// The same, with the decision as the result.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)

    /// Decides whether a frame may navigate, before anything is sent; the default allows.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void)

    /// The same, with the decision as the result.
    func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
        -> WKNavigationActionPolicy

    // MARK: Policy of responses

    /// Decides whether a response is shown; the default allows what the view can show.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void)

    /// The same, with the decision as the result.
    func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse) async
        -> WKNavigationResponsePolicy

    // MARK: Authentication

    /// Answers a server that asks for credentials, or whose certificate is not trusted; the default has no answer.
    ///
    /// On Linux a certificate that is trusted by the system asks nobody. See ``Foundation/URLProtectionSpace`` for the
    /// certificate of one that is not, and the credential that trusts it.
    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// The same, with the answer as the result.
    func webView(_ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge) async
        -> (URLSession.AuthChallengeDisposition, URLCredential?)

    // MARK: Progress

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
    /// The default loads the page again when the view is in a window that shows, unless it did so a moment ago. All calls that were pending have ended with ``WKError/webContentProcessTerminated``.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}
