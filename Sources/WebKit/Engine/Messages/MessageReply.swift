/// What a handler answered: a value, or the message of an error.
struct ReplyValue: @unchecked Sendable {
    // Sound: made and read on the main actor only; the continuation between is the sole reason to cross.
    let pair: (Any?, String?)
}

/// The one answer that a handler owes.
///
/// Answering twice stops the program, as it raises on Apple's platforms. Letting it go unanswered answers with Apple's words.
@MainActor
final class MessageReply {
    static let notAnswered = "WKWebView API client did not respond to this postMessage"

    private var send: ((ReplyValue) -> Void)?

    init(_ send: @escaping @MainActor (ReplyValue) -> Void) {
        self.send = send
    }

    func answer(_ value: Any?, _ errorMessage: String?) {
        guard let send else {
            preconditionFailure("A reply handler was called twice: answer each message once")
        }
        self.send = nil
        send(ReplyValue(pair: (value, errorMessage)))
    }

    isolated deinit {
        send?(ReplyValue(pair: (nil, Self.notAnswered)))
    }
}
