/// Receives messages from a page and answers the page's promise.
///
/// Implement one of the three forms. Apple has the first and the last, which are one Objective-C method there; the one
/// in the middle is the spelling without `@MainActor @Sendable` that older source uses.
///
/// Source: `WKScriptMessageHandlerWithReply.h`.
@MainActor
public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
    /// Receives a message and answers it, now or later, once.
    ///
    /// - Parameter replyHandler: Takes the answer (an `NSNumber` or Swift number, `Bool`, `String`, `Date`, array,
    ///   dictionary with string keys, `NSNull`, or nil for `undefined`) or the message of the error to reject with.
    ///   An error text wins over a value. Calling it twice is a programmer error; letting it go uncalled rejects.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void)

    /// The same, as source written before the closure had attributes spells it.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void)

    /// The same, with the answer as the result.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?)
}

// `DelegateForwarding` says how the forms find each other.
extension WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        let plain: (Any?, String?) -> Void = { replyHandler($0, $1) }
        DelegateForwarding.enterPlain(self, .message) {
            self.userContentController(userContentController, didReceive: message, replyHandler: plain)
        }
    }

    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        DelegateForwarding.ask(self, .message) {
            await self.userContentController(userContentController, didReceive: message)
        } fullForm: {
            let full: @MainActor @Sendable (Any?, String?) -> Void = { replyHandler($0, $1) }
            self.userContentController(userContentController, didReceive: message, replyHandler: full)
        } whenMissing: {
            replyHandler(
                nil, "The handler \(type(of: self)) implements no form of userContentController(_:didReceive:…)")
        } completion: {
            replyHandler($0.0, $0.1)
        }
    }

    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        if DelegateForwarding.isMissing(self, .message) { return (nil, nil) }
        return await withCheckedContinuation { (continuation: CheckedContinuation<ReplyValue, Never>) in
            let reply = MessageReply { continuation.resume(returning: $0) }
            let full: @MainActor @Sendable (Any?, String?) -> Void = { reply.answer($0, $1) }
            self.userContentController(userContentController, didReceive: message, replyHandler: full)
        }.pair
    }
}
