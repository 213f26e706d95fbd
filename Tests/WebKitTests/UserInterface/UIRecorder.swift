import GawaTestSupport
import WebKit

/// A UI delegate that writes down what it is asked, for tests to wait on, and answers as it is told.
@MainActor
final class UIRecorder: NSObject, WKUIDelegate {
    /// What was asked, in order: `alert: text`, `confirm: text`, `prompt: text, default`, `close`, `files`, `media`.
    private(set) var log: [String] = []
    private(set) var frames: [WKFrameInfo] = []
    /// Who asked. No references, so that a test can let a view go.
    private(set) var views: [ObjectIdentifier] = []

    var alert: (@escaping @MainActor @Sendable () -> Void) -> Void = { $0() }
    var confirm: (@escaping @MainActor @Sendable (Bool) -> Void) -> Void = { $0(true) }
    var prompt: (@escaping @MainActor @Sendable (String?) -> Void) -> Void = { $0("typed") }
    var files: (WKOpenPanelParameters, @escaping @MainActor @Sendable ([URL]?) -> Void) -> Void = { $1(nil) }
    var media: (WKMediaCaptureType, @escaping @MainActor @Sendable (WKPermissionDecision) -> Void) -> Void = {
        $1(.deny)
    }
    private(set) var origins: [WKSecurityOrigin] = []

    private let waiter = Waiter()

    func wait(count: Int, timeout: Duration = .seconds(20)) async throws {
        try await waiter.wait(for: "\(count) questions, of \(log)", timeout: timeout) { self.log.count >= count }
    }

    private func note(_ text: String, _ webView: WKWebView, _ frame: WKFrameInfo? = nil) {
        log.append(text)
        views.append(ObjectIdentifier(webView))
        if let frame { frames.append(frame) }
        waiter.notify()
    }

    func webViewDidClose(_ webView: WKWebView) {
        note("close", webView)
    }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        note("alert: \(message)", webView, frame)
        alert(completionHandler)
    }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
        note("confirm: \(message)", webView, frame)
        confirm(completionHandler)
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        note("prompt: \(prompt), \(defaultText ?? "nil")", webView, frame)
        self.prompt(completionHandler)
    }

    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void
    ) {
        note("files", webView, frame)
        files(parameters, completionHandler)
    }

    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) {
        note("media", webView, frame)
        origins.append(origin)
        media(type, decisionHandler)
    }
}
