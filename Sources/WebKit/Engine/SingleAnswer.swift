/// The one answer that a question to a delegate gets.
///
/// Answering twice stops the program, as it raises on Apple's platforms. Letting it go unanswered gives the safe answer.
@MainActor
final class SingleAnswer<Value: Sendable> {
    private let method: String
    private let whenDropped: Value
    private var send: (@MainActor (Value) -> Void)?
    private var isWithdrawn = false

    /// - Parameters:
    ///   - method: The delegate's method, for the sentence that names it.
    ///   - whenDropped: The answer when the handler is let go without a call.
    ///   - send: Takes the answer, once.
    init(_ method: String, whenDropped: Value, _ send: @escaping @MainActor (Value) -> Void) {
        self.method = method
        self.whenDropped = whenDropped
        self.send = send
    }

    func give(_ value: Value) {
        if isWithdrawn { return }
        guard let send else {
            preconditionFailure("The handler of \(method) was called twice: answer each question once")
        }
        self.send = nil
        send(value)
    }

    /// Ends the question with an answer of the engine's; what the delegate answers later counts for nothing.
    func withdraw(answering value: Value) {
        guard let send else { return }
        isWithdrawn = true
        self.send = nil
        send(value)
    }

    isolated deinit {
        guard let send else { return }
        Log.write("The handler of \(method) was let go without a call, so the answer is \(whenDropped)")
        send(whenDropped)
    }
}
