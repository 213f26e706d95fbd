/// How many loads of `URLProtocol` classes run at the same time, each on a thread of its own; others wait for their turn.
actor URLProtocolSlots {
    /// Those of the process.
    static let shared = URLProtocolSlots(count: 64)

    private var free: Int
    private var waiting: [(number: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    private var lastNumber: UInt64 = 0

    init(count: Int) {
        free = count
    }

    /// Waits for a turn.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func take() async throws {
        try Task.checkCancellation()
        guard free == 0 else {
            free -= 1
            return
        }
        lastNumber += 1
        let number = lastNumber
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append((number, $0)) }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
        guard isTaken else { throw CancellationError() }
        // The turn came as the task was cancelled.
        if Task.isCancelled {
            give()
            throw CancellationError()
        }
    }

    /// Ends a turn.
    func give() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().continuation.resume(returning: true)
        }
    }

    private func giveUp(_ number: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }
}
