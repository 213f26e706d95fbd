import WebKit

/// A handler that answers through a closure.
@MainActor
final class ReplyingHandler: NSObject, WKScriptMessageHandlerWithReply {
    typealias Reply = @MainActor @Sendable (Any?, String?) -> Void

    private let answer: (WKScriptMessage, @escaping Reply) -> Void

    init(_ answer: @escaping (WKScriptMessage, @escaping Reply) -> Void) {
        self.answer = answer
    }

    /// Answers every message with the same pair.
    convenience init(value: Any?, error: String? = nil) {
        self.init { $1(value, error) }
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping Reply
    ) {
        answer(message, replyHandler)
    }
}
