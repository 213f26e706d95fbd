/// Shows what a page asks the user, and makes the windows that it opens.
///
/// Every method may be left out. Each one with a handler has three forms, of which one is enough: the first and the async
/// one are Apple's, one Objective-C method there; the one in the middle is the spelling without `@MainActor @Sendable`
/// that older source uses. A handler is called once. On Linux a second call has no effect and is logged, and so is a handler
/// that is let go, whose view is closed, or whose page goes away: the page gets the safe answer then.
///
/// Without a method, the user is asked by the engine's own dialog when the view is in a visible window; else the page gets the
/// safe answer at once, and a line is logged.
///
/// Source: `WKUIDelegate.h`.
@MainActor
public protocol WKUIDelegate: NSObjectProtocol {
    // MARK: Windows

    /// Makes the view of a window that a page opens, by `window.open` or a link with a target.
    ///
    /// - Parameters:
    ///   - configuration: The configuration that the view must be made with.
    ///   - windowFeatures: What the page asked for; see ``WKWindowFeatures`` for when its values are there.
    /// - Returns: The first view made with `configuration`; another one is a programmer error. Nil opens nothing, and
    ///   `window.open` returns null. The page is loaded in the view by the engine.
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView?

    /// A page closed its window: remove the view from sight.
    func webViewDidClose(_ webView: WKWebView)

    // MARK: Dialogs

    /// Shows an `alert`; the page's script waits for the end.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void)

    /// The same, ended by returning.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async

    /// Shows a `confirm`; the safe answer is false.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void)

    /// The same, with the answer as the result.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool

    /// Shows a `prompt`; nil, the safe answer, gives the page null.
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void)

    /// The same, with the answer as the result.
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String?

    // MARK: Files

    /// Chooses files for a file input; nil, the safe answer, leaves it as it is.
    ///
    /// - Parameter completionHandler: Takes `file:` URLs; another URL is a programmer error.
    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping ([URL]?) -> Void)

    /// The same, with the answer as the result.
    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]?

    // MARK: Permissions

    /// Decides whether a page may use a camera or a microphone; the safe answer is ``WKPermissionDecision/deny``.
    ///
    /// - Parameter origin: The origin of the main frame, which the user sees.
    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void)

    /// The same, with the decision as the result.
    func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision
}
