import Foundation

/// Lets tasks wait until something has happened, with a time limit and without polling.
@MainActor
public final class Waiter {
    private struct Waiting {
        let isMet: () -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private var waiting: [UInt64: Waiting] = [:]
    private var lastNumber: UInt64 = 0

    /// Makes a waiter that nobody waits on.
    public init() {}

    /// Tells the waiting tasks to look again.
    public func notify() {
        for (number, entry) in waiting where entry.isMet() {
            waiting.removeValue(forKey: number)?.continuation.resume(returning: true)
        }
    }

    /// Waits until a condition holds; it is looked at now and at every ``notify()``.
    ///
    /// - Throws: ``TimeLimitExceeded`` after `timeout`, or `CancellationError`.
    public func wait(
        for what: String, timeout: Duration = .seconds(10), until isMet: @escaping () -> Bool
    ) async throws {
        guard !isMet() else { return }
        lastNumber += 1
        let number = lastNumber
        let clock = Task {
            try await Task.sleep(for: timeout)
            self.waiting.removeValue(forKey: number)?.continuation.resume(returning: false)
        }
        defer { clock.cancel() }
        let met = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[number] = Waiting(isMet: isMet, continuation: continuation)
            }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
        try Task.checkCancellation()
        guard met else { throw TimeLimitExceeded(what: what, limit: timeout) }
    }

    private func giveUp(_ number: UInt64) {
        waiting.removeValue(forKey: number)?.continuation.resume(returning: false)
    }
}

/// Something that a test waited for did not happen in time.
public struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// What was waited for.
    public let what: String
    /// How long.
    public let limit: Duration

    /// A sentence for the test's report.
    public var description: String { "Waited \(limit) for \(what), in vain" }
}
