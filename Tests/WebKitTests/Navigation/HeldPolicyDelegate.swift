import GawaTestSupport
import WebKit

/// Keeps the handler of the last question.
@MainActor
final class HeldPolicyDelegate: NSObject, WKNavigationDelegate {
    let waiter = Waiter()
    var handler: ((WKNavigationActionPolicy) -> Void)?

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        handler = decisionHandler
        waiter.notify()
    }
}
