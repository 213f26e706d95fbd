/// Receives one-way messages from a page.
///
/// Source: `WKScriptMessageHandler.h`.
@MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    /// Receives a message; the page's promise resolves with `undefined` afterwards.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
