import GawaWebKit

/// Apple's API alone, with values: dictionaries, arrays and numbers.
struct WebKitLayer: Layer {
    static let name = "webkit"

    func install(in configuration: WKWebViewConfiguration) {
        configuration.userContentController.addScriptMessageHandler(
            EchoHandler(), contentWorld: .page, name: "echo")
    }

    func push(_ count: Int, to webView: WKWebView) {
        for index in 0..<count {
            webView.callAsyncJavaScript("pushed(item)", arguments: ["item": Item(index).dictionary], in: nil, in: .page)
        }
    }
}

/// Answers each message with its body.
final class EchoHandler: NSObject, WKScriptMessageHandlerWithReply {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        replyHandler(message.body, nil)
    }
}
