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
    ///
    /// - Parameters:
    ///   - limit: How long to wait.
    ///   - late: The answer when none has come by then.
    ///   - cancelled: The answer when the task is cancelled first.
    func value(within limit: Duration, late: Value, cancelled: Value) async -> Value {
        let sleeper = Task {
            // Cancelled when the answer was first.
            guard (try? await Task.sleep(for: limit.reachable)) != nil else { return }
            give(late)
        }
        defer { sleeper.cancel() }
        return await withTaskCancellationHandler {
            if let value { return value }
            return await withCheckedContinuation { continuation = $0 }
        } onCancel: {
            Task { @MainActor in self.give(cancelled) }
        }
    }
}
