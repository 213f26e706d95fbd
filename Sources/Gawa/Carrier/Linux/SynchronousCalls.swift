import GawaWebKit
import Synchronization

/// The calls of synchronous functions that came with one message: run on the lane's thread, one after the other, and
/// answered together.
///
/// Each is answered once. While a function takes too long, its call and those behind it are answered from elsewhere.
final class SynchronousCalls: Sendable {
    struct Call: Sendable {
        let id: Int
        let limit: Duration
        let arguments: CallArguments
        let body: BoundFunction.Synchronous
        /// Why it is not run.
        let refusal: ErrorPayload?
    }

    private typealias Instant = ContinuousClock.Instant

    private struct State {
        var batch: Outbox?
        var hasEnded = false
        var isRefusing = false
        /// Those of the message at hand, and which of them runs.
        var calls: [Call] = []
        var kind = Lane.Kind.message
        var current = 0
        var arrival = Instant.now
        var start = Instant.now
        /// The calls that are answered before their turn, or before they have returned.
        var overdue: Set<Int> = []
        var isWatched = false
        var onStuck: (@Sendable () -> Void)?
    }

    private let lane: Lane
    /// The shortest limit of a function.
    private let shortest: Duration
    /// How long a function may go on after its limit before the document is given up.
    private let patience: Duration
    private let state = Mutex(State())
    private let waiting = Atomic(0)

    init(_ lane: Lane, functions: FunctionTable, limits: BridgeLimits, patience: Duration) {
        self.lane = lane
        self.patience = patience
        shortest =
            max(.milliseconds(1), functions.synchronous.map { $0.limit(limits) }.min() ?? limits.callDuration)
            .reachable
    }

    /// - Parameter onStuck: Called once, on any thread, when a function does not return and the document must go on
    ///   without it.
    func start(onStuck: @escaping @Sendable () -> Void) {
        state.withLock { $0.onStuck = onStuck }
    }

    /// Takes the document's name.
    func open(_ token: String) {
        state.withLock { $0.batch = Outbox(token: token, isCounting: false) }
    }

    /// Ends all: no function runs any more, but for one that runs at the moment.
    func end() {
        let dropped = state.withLock { state in
            let calls = state.calls
            state.hasEnded = true
            state.calls = []
            state.onStuck = nil
            return calls
        }
        // Freed outside of the lock.
        _ = dropped
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Lets no function begin any more; calls end with the error of a bridge that was closed.
    func refuse() {
        state.withLock { $0.isRefusing = true }
    }

    // MARK: Calls on the main actor

    /// How many calls of the document wait for functions that run elsewhere.
    var waitingCount: Int { waiting.load(ordering: .relaxed) }

    func note(waitingCount: Int) {
        waiting.store(waitingCount, ordering: .relaxed)
    }

    // MARK: Running

    /// Runs functions and answers their calls.
    func run(_ calls: [Call], for kind: Lane.Kind, _ caller: Caller) {
        var next = begin(calls, kind)
        while let call = next {
            // Written before the lock is taken, for it runs code of the app's.
            var answer = WireWriter(reserving: 256)
            answer.append(outcome(of: call, caller), for: call.id)
            next = end(answer)
            // The page takes its answers while the functions go on, and what it does not take is the lane's to bound.
            if kind == .message, hasGreatBatch { flush() }
        }
        flush()
    }

    /// What is sent at once: a little less than what travels without a file.
    static let greatBatchByteCount = 32 << 10

    private var hasGreatBatch: Bool {
        state.withLock { ($0.batch?.byteCount ?? 0) >= Self.greatBatchByteCount }
    }

    /// Answers a call without running anything.
    func answer(_ id: Int, _ error: ErrorPayload, for kind: Lane.Kind) {
        var answer = WireWriter()
        answer.append(error, for: id)
        let batch = state.withLock { state in
            state.kind = kind
            state.batch?.append { $0.append(answer) }
            return Self.takeBatch(&state)
        }
        send(batch, kind)
    }

    private func outcome(of call: Call, _ caller: Caller) -> Result<EncodedResult, ErrorPayload> {
        if let refusal = call.refusal { return .failure(refusal) }
        if state.withLock({ $0.isRefusing }) { return .failure(.bridgeClosed) }
        do {
            return .success(try call.body(caller, call.arguments))
        } catch {
            return .failure(ErrorPayload(error))
        }
    }

    private func begin(_ calls: [Call], _ kind: Lane.Kind) -> Call? {
        state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.calls = calls
            state.kind = kind
            state.current = 0
            state.arrival = .now
            state.start = state.arrival
            if !state.isWatched {
                state.isWatched = true
                watch(at: state.arrival + shortest)
            }
            return calls.first
        }
    }

    /// Ends the call that has run, unless it was answered meanwhile, and begins the next one.
    private func end(_ answer: WireWriter) -> Call? {
        state.withLock { state in
            guard !state.hasEnded else { return nil }
            if !state.overdue.contains(state.current) { state.batch?.append { $0.append(answer) } }
            repeat { state.current += 1 } while state.overdue.contains(state.current)
            guard state.current < state.calls.count else {
                state.calls = []
                state.overdue = []
                return nil
            }
            state.start = .now
            return state.calls[state.current]
        }
    }

    /// Sends the answers that there are.
    private func flush() {
        let (batch, kind) = state.withLock { (Self.takeBatch(&$0), $0.kind) }
        send(batch, kind)
    }

    /// What is to be sent, as the kind that the state has at this moment: a moment later it may be another's.
    private static func takeBatch(_ state: inout State) -> WireWriter? {
        state.batch?.isEmpty == false && !state.hasEnded ? state.batch?.take() : nil
    }

    private func send(_ batch: WireWriter?, _ kind: Lane.Kind) {
        guard let batch else { return }
        let (text, attachments) = batch.detached(limit: Lane.maximumAttachmentCount)
        // Nobody is there for what comes after.
        if !lane.send(kind, text: text, attachments: attachments), lane.isClosed { end() }
    }

    // MARK: Time limits

    // Calls begin no clock of their own. One look follows the other for as long as each finds a function that runs, and none
    // is later than the end of the shortest call that may have begun since the last.
    private func watch(at time: ContinuousClock.Instant) {
        Task { [weak self] in
            try? await Task.sleep(until: time, clock: .continuous)
            self?.look()
        }
    }

    private func look() {
        let now = Instant.now
        let (batch, kind, onStuck) = state.withLock { state -> (WireWriter?, Lane.Kind, (@Sendable () -> Void)?) in
            guard !state.calls.isEmpty else {
                state.isWatched = false
                return (nil, state.kind, nil)
            }
            let due = state.start + state.calls[state.current].limit
            var next = min(now + shortest, due)
            if due <= now {
                Self.answerOverdue(&state, now)
                next = min(now + shortest, due + patience)
                guard next > now else { return (Self.takeBatch(&state), state.kind, state.onStuck.take()) }
            }
            watch(at: next)
            return (Self.takeBatch(&state), state.kind, nil)
        }
        send(batch, kind)
        onStuck?()
    }

    /// Answers the call whose function takes too long, and those behind it that have waited for too long.
    private static func answerOverdue(_ state: inout State, _ now: Instant) {
        for index in state.current..<state.calls.count where !state.overdue.contains(index) {
            let call = state.calls[index]
            guard (index == state.current ? state.start : state.arrival) + call.limit <= now else { continue }
            state.overdue.insert(index)
            state.batch?.append { $0.append(.timedOut(after: call.limit), for: call.id) }
        }
    }
}
