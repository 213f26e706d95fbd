/// The one answer that a delegate owes.
///
/// The first one counts. Another has no effect and is logged. Letting it go, or losing the page, gives the safe answer.
@MainActor
final class DelegateAnswer<Value> {
    private let subject: String
    private let safe: Value
    private var send: ((Value) -> Void)?

    /// - Parameter subject: The beginning of the log lines.
    init(_ subject: String, safe: Value, _ send: @escaping @MainActor (Value) -> Void) {
        self.subject = subject
        self.safe = safe
        self.send = send
    }

    func give(_ value: Value) {
        guard let send = take() else {
            Log.write("\(subject) was answered again or too late: the first answer stands")
            return
        }
        send(value)
    }

    /// Ends the question with an answer of the engine's, without a word.
    func withdraw(answering value: Value) {
        take()?(value)
    }

    private func take() -> ((Value) -> Void)? {
        defer { send = nil }
        return send
    }

    isolated deinit {
        guard let send else { return }
        Log.write("\(subject) was never answered: the page gets \(Self.text(safe))")
        send(safe)
    }

    private static func text(_ value: Value) -> String {
        value is Void ? "an end" : "\(value)"
    }
}

extension DelegateAnswer: Expiring {
    func expire(_ reason: String) {
        guard let send = take() else { return }
        Log.write("\(subject) was not answered before \(reason): the page gets \(Self.text(safe))")
        send(safe)
    }
}

/// Something that waits for an answer of the app or of the user.
@MainActor
protocol Expiring: AnyObject {
    /// Gives the safe answer, if none was given yet.
    func expire(_ reason: String)
}

/// What a view waits for.
@MainActor
final class PendingAnswers {
    private struct Entry {
        weak var answer: (any Expiring)?
    }

    private var entries: [Entry] = []

    func add(_ answer: any Expiring) {
        entries.removeAll { $0.answer == nil }
        entries.append(Entry(answer: answer))
    }

    var current: [any Expiring] { entries.compactMap(\.answer) }

    /// Gives all safe answers.
    func expireAll(_ reason: String) {
        let answers = current
        entries.removeAll()
        for answer in answers { answer.expire(reason) }
    }
}
