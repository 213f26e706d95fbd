import GawaWebKit

/// A view that is not held: who waits for its page must not keep it alive.
@MainActor
final class WeakView {
    private(set) weak var webView: WKWebView?
    let identity: ObjectIdentifier

    init(_ webView: WKWebView) {
        self.webView = webView
        identity = ObjectIdentifier(webView)
    }
}
