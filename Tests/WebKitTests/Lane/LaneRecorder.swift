import Foundation
import Synchronization
import WebKit

/// Writes down what a lane hands over, on whatever thread, for tests to wait on.
final class LaneRecorder: Sendable {
    struct State {
        var messages: [Lane.Message] = []
        var ends: [LaneEnd] = []
        /// Calls after the end, or of two threads at once.
        var faults: [String] = []
        var threads: Set<UInt> = []

        var texts: [String] { messages.map(\.string) }
    }

    private struct Waiting {
        let number: Int
        let isMet: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<State?, Never>
    }

    private struct Storage {
        var state = State()
        var waiting: [Waiting] = []
        var lastNumber = 0
    }

    private let storage = Mutex(Storage())
    private let isRunning = Atomic(false)
    private let onMessage: @Sendable (Lane.Message) -> Void

    private let isRecording: Bool

    /// - Parameter onMessage: Runs on the lane's thread, after the message was written down, if it is.
    init(isRecording: Bool = true, onMessage: @escaping @Sendable (Lane.Message) -> Void = { _ in }) {
        self.isRecording = isRecording
        self.onMessage = onMessage
    }

    var state: State { storage.withLock { $0.state } }

    func start(_ lane: Lane, maximumByteCount: Int = 16 << 20) {
        lane.start(maximumByteCount: maximumByteCount, receive: { self.receive($0) }, ended: { self.end($0) })
    }

    private func receive(_ message: Lane.Message) {
        let isAlone = !isRunning.exchange(true, ordering: .sequentiallyConsistent)
        change { state in
            if !isAlone { state.faults.append("two messages at once") }
            if !state.ends.isEmpty { state.faults.append("a message after the end") }
            if isRecording { state.messages.append(message) }
            state.threads.insert(UInt(pthread_self()))
        }
        onMessage(message)
        isRunning.store(false, ordering: .sequentiallyConsistent)
    }

    private func end(_ end: LaneEnd) {
        let isAlone = !isRunning.load(ordering: .sequentiallyConsistent)
        change { state in
            if !isAlone { state.faults.append("the end within a message") }
            state.ends.append(end)
            state.threads.insert(UInt(pthread_self()))
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let (met, state) = storage.withLock { storage -> ([Waiting], State) in
            body(&storage.state)
            let state = storage.state
            let met = storage.waiting.filter { $0.isMet(state) }
            storage.waiting.removeAll { entry in met.contains { $0.number == entry.number } }
            return (met, state)
        }
        for entry in met { entry.continuation.resume(returning: state) }
    }

    /// Waits until what was written down fulfils a condition.
    @discardableResult
    func wait(
        for what: String, within limit: Duration = .seconds(20), until isMet: @escaping @Sendable (State) -> Bool
    ) async throws -> State {
        let number = storage.withLock { storage in
            storage.lastNumber += 1
            return storage.lastNumber
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            expire(number)
        }
        defer { timer.cancel() }
        let state = await withCheckedContinuation { (continuation: CheckedContinuation<State?, Never>) in
            let now = storage.withLock { storage -> State? in
                if isMet(storage.state) { return storage.state }
                storage.waiting.append(Waiting(number: number, isMet: isMet, continuation: continuation))
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
        guard let state else { throw LaneTestError.nothingCame(what) }
        return state
    }

    @discardableResult
    func wait(count: Int) async throws -> State {
        try await wait(for: "\(count) messages") { $0.messages.count >= count }
    }

    /// Waits for the end, which comes once and last.
    @discardableResult
    func waitForEnd() async throws -> LaneEnd {
        let state = try await wait(for: "the end of a lane") { !$0.ends.isEmpty }
        return state.ends[0]
    }

    private func expire(_ number: Int) {
        let entry = storage.withLock { storage -> Waiting? in
            let entry = storage.waiting.first { $0.number == number }
            storage.waiting.removeAll { $0.number == number }
            return entry
        }
        entry?.continuation.resume(returning: nil)
    }
}

enum LaneTestError: Error {
    case nothingCame(String)
}

/// Something that happens once.
final class Flag: Sendable {
    private let value = Atomic(false)

    /// Whether this was the first call.
    func raise() -> Bool { !value.exchange(true, ordering: .sequentiallyConsistent) }
    var isRaised: Bool { value.load(ordering: .sequentiallyConsistent) }
}

extension Lane.Message {
    /// The text without the NUL after it.
    var string: String { String(decoding: text.dropLast(), as: UTF8.self) }
}
