import Foundation

/// Hands what comes to the tasks that wait for it, from any thread to any thread, in order.
final class Mailbox<State: MailboxState>: @unchecked Sendable {
    // Sound: all that changes is read and written under the lock.
    private let lock = NSLock()
    private var state: State
    private var waiting: [(number: UInt64, continuation: CheckedContinuation<State.Output, Never>)] = []
    private var lastNumber: UInt64 = 0
    private let tell: @Sendable (Int) -> Void

    /// - Parameter tell: Told how many were taken, within the call that takes them.
    init(_ state: State, tell: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.state = state
        self.tell = tell
    }

    /// Changes what is there, and wakes who waits for it.
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        lock.lock()
        let result = change(&state)
        guard !waiting.isEmpty else {
            lock.unlock()
            return result
        }
        var woken: [(CheckedContinuation<State.Output, Never>, State.Output)] = []
        while let first = waiting.first, let output = state.take() {
            waiting.removeFirst()
            woken.append((first.continuation, output))
        }
        let credit = state.takeCredit(isEmpty: !waiting.isEmpty)
        lock.unlock()
        for (continuation, output) in woken { continuation.resume(returning: output) }
        if let credit { tell(credit) }
        return result
    }

    /// Takes what is there, or waits for it. A cancelled task ends the mailbox for all.
    nonisolated(nonsending) func next() async -> State.Output {
        if let output = takeNow() { return output }
        let number = lock.withLock {
            lastNumber += 1
            return lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(number, $0) }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Whether somebody waits.
    var hasWaiting: Bool { lock.withLock { !waiting.isEmpty } }

    private func takeNow() -> State.Output? {
        let isCancelled = Task.isCancelled
        lock.lock()
        let output = isCancelled ? state.cancel() : state.take()
        let credit = state.takeCredit(isEmpty: output == nil)
        lock.unlock()
        if let credit { tell(credit) }
        // Others who wait meet the end too.
        if isCancelled { update { _ in } }
        return output
    }

    private func wait(_ number: UInt64, _ continuation: CheckedContinuation<State.Output, Never>) {
        let isCancelled = Task.isCancelled
        lock.lock()
        // What came, or a cancellation, between the first look and this one.
        if let output = isCancelled ? state.cancel() : state.take() {
            let credit = state.takeCredit(isEmpty: false)
            lock.unlock()
            continuation.resume(returning: output)
            if let credit { tell(credit) }
            if isCancelled { update { _ in } }
        } else {
            waiting.append((number, continuation))
            lock.unlock()
        }
    }

    private func giveUp(_ number: UInt64) {
        lock.lock()
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return lock.unlock() }
        let continuation = waiting.remove(at: index).continuation
        let output = state.cancel()
        lock.unlock()
        continuation.resume(returning: output)
        // Others who wait meet the end too.
        update { _ in }
    }
}
