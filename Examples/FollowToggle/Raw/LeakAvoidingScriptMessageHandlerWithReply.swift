import WebKit

/// Forwards messages that want a reply to a handler without keeping it alive.
final class LeakAvoidingScriptMessageHandlerWithReply: NSObject, WKScriptMessageHandlerWithReply {
    private weak var target: (any WKScriptMessageHandlerWithReply)?

    init(_ target: any WKScriptMessageHandlerWithReply) {
        self.target = target
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        guard let target else { return replyHandler(nil, "The screen has gone") }
        target.userContentController(userContentController, didReceive: message, replyHandler: replyHandler)
    }
}
