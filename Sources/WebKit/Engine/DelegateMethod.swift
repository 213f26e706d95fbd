/// A delegate's method that has three forms, so that a default that forwards to a default ends.
///
/// Keyed by object and method: an async form may well forward to another object, or ask another method of its own.
enum DelegateMethod: Hashable, Sendable {
    case alert, confirm, prompt, openPanel, mediaCapture

    /// A method of one object.
    struct Key: Hashable, Sendable {
        let delegate: ObjectIdentifier
        let method: DelegateMethod
    }

    /// The methods whose async defaults are running, or that the engine has entered.
    @TaskLocal static var active: Set<Key> = []

    /// How log lines name what is asked.
    var subject: String {
        switch self {
        case .alert: "A JavaScript alert"
        case .confirm: "A JavaScript confirm"
        case .prompt: "A JavaScript prompt"
        case .openPanel: "An open panel"
        case .mediaCapture: "A media capture request"
        }
    }

    /// Enters a delegate at the form with attributes, as the engine does.
    @MainActor
    func enter(_ entry: DelegateEntry, _ call: () -> Void) {
        let key = Key(delegate: entry.delegate, method: self)
        DelegateEntry.$current.withValue(entry) {
            Self.$active.withValue(Self.active.union([key]), operation: call)
        }
    }

    /// What the async default does: asks the form with a handler, or gives the safe answer when that led here.
    @MainActor
    func handlerForm<Answer: Sendable>(
        of delegate: AnyObject, safe: Answer, _ ask: (@escaping @MainActor @Sendable (Answer) -> Void) -> Void
    ) async -> Answer {
        let key = Key(delegate: ObjectIdentifier(delegate), method: self)
        guard !Self.active.contains(key) else {
            DelegateEntry.noteMissing(delegate)
            return safe
        }
        return await Self.$active.withValue(Self.active.union([key])) {
            await withCheckedContinuation { (continuation: CheckedContinuation<Answer, Never>) in
                let answer = DelegateAnswer(subject, safe: safe) { continuation.resume(returning: $0) }
                ask { answer.give($0) }
            }
        }
    }
}

/// One call of a delegate by the engine, which learns here that the delegate has no such method.
@MainActor
final class DelegateEntry {
    @TaskLocal static var current: DelegateEntry?

    let delegate: ObjectIdentifier
    private(set) var isMissing = false

    init(_ delegate: AnyObject) {
        self.delegate = ObjectIdentifier(delegate)
    }

    /// Notes that a default was reached, if it is that of the delegate that the engine called.
    static func noteMissing(_ delegate: AnyObject) {
        guard let current, current.delegate == ObjectIdentifier(delegate) else { return }
        current.isMissing = true
    }
}
