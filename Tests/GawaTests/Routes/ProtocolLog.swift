import Foundation
import Synchronization

/// What objects of a class went through, in order, with the threads.
final class ProtocolLog: Sendable {
    struct Entry {
        let what: String
        let thread: UInt
    }

    private struct State {
        var entries: [Entry] = []
        var running = 0
        var mostAtOnce = 0
    }

    private let state = Mutex(State())

    var entries: [Entry] { state.withLock { $0.entries } }
    var count: Int { entries.count }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func write(_ what: String, startsOne: Bool = false, endsOne: Bool = false) {
        let entry = Entry(what: what, thread: UInt(pthread_self()))
        state.withLock { state in
            state.entries.append(entry)
            state.running += startsOne ? 1 : endsOne ? -1 : 0
            state.mostAtOnce = max(state.mostAtOnce, state.running)
        }
    }

    func wait(count: Int) async throws { try await wait { $0.count >= count } }

    /// Waits until the entries fulfil a condition, looked at every few milliseconds.
    func wait(until isMet: ([Entry]) -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while !isMet(entries) {
            guard ContinuousClock.now < end else { throw CancellationError() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
