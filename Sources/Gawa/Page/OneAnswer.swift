/// An answer that comes once: the first counts, and later ones are dropped.
@MainActor
final class OneAnswer<Value: Sendable> {
    private var value: Value?
    private var continuation: CheckedContinuation<Value, Never>?

    func give(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        continuation?.resume(returning: value)
        continuation = nil
    }

    /// Waits for the answer; one task may.
    func value() async -> Value {
        if let value { return value }
        return await withCheckedContinuation { continuation = $0 }
    }
}
