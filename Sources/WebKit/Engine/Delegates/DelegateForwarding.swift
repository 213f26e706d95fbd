/// The way between the forms of a delegate's method, of which an object implements one.
///
/// The engine enters at the full handler form. Defaults run full → plain → async → Apple's answer for a missing method; a
/// plain or async default that app code calls, as a forwarder does, comes to the full form too. Which form is there shows
/// only by calling it, so each call takes a mark along: the plain default knows by it that the full form is a default, and
/// the async default says by it that there is none.
///
/// Marks are keyed by object, since an async method may well forward to another object that has the other form, and by
/// method.
@MainActor
enum DelegateForwarding {
    /// The methods with a handler, as log lines name what is asked.
    enum Method: String {
        case message = "A message"
        case actionWithPreferences = "A navigation action, with preferences,"
        case action = "A navigation action"
        case response = "A navigation response"
        case challenge = "An authentication challenge"
        case alert = "A JavaScript alert"
        case confirm = "A JavaScript confirm"
        case prompt = "A JavaScript prompt"
        case openPanel = "An open panel"
        case mediaCapture = "A media capture request"
    }

    private struct Key: Hashable, Sendable {
        let object: ObjectIdentifier
        let method: Method

        init(_ object: AnyObject, _ method: Method) {
            self.object = ObjectIdentifier(object)
            self.method = method
        }
    }

    @MainActor
    private final class Mark {
        var isMissing = false
    }

    @TaskLocal private static var marks: [Key: Mark] = [:]
    @TaskLocal private static var withoutFullForm: Set<Key> = []

    /// Calls the plain form of a method, from the default of its full form.
    static func enterPlain(_ object: AnyObject, _ method: Method, _ plainForm: () -> Void) {
        let key = Key(object, method)
        $withoutFullForm.withValue(withoutFullForm.union([key]), operation: plainForm)
    }

    /// Calls the async form of a method, from the default of its plain form.
    ///
    /// The task starts at once and ends before `whenMissing` is done, so that it holds nothing while a handler waits.
    /// `fullForm` runs instead when app code called the plain default.
    static func ask<Value>(
        _ object: AnyObject, _ method: Method, _ asyncForm: @escaping @MainActor () async -> Value,
        fullForm: @escaping @MainActor () -> Void, whenMissing: @escaping @MainActor () -> Void,
        completion: @escaping @MainActor (Value) -> Void
    ) {
        let mark = Mark()
        let key = Key(object, method)
        let all = marks.merging([key: mark]) { $1 }
        let hasFullForm = !withoutFullForm.contains(key)
        Task.immediate { @MainActor in
            let value = await $marks.withValue(all) { await asyncForm() }
            if !mark.isMissing {
                completion(value)
            } else if hasFullForm {
                fullForm()
            } else {
                whenMissing()
            }
        }
    }

    /// Says, from the default of the async form, that there is no other; false when app code called it.
    static func isMissing(_ object: AnyObject, _ method: Method) -> Bool {
        guard let mark = marks[Key(object, method)] else { return false }
        mark.isMissing = true
        return true
    }

    /// Calls the handler form of a method and waits for its answer, from the default of its async form.
    static func answer<Value: Sendable>(
        _ method: Method, safe: Value, _ call: (@escaping @MainActor @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
            let answer = DelegateAnswer(method.rawValue, safe: safe) { continuation.resume(returning: $0) }
            call { answer.give($0) }
        }
    }
}
