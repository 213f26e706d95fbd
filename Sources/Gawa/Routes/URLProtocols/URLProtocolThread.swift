internal import GawaWebKit

/// A thread with a run loop for one load of a `URLProtocol`.
///
/// Such classes may block in `startLoading()`, and may set up timers there, as on the thread of Apple's loader. A thread of
/// its own lets none delay another.
final class URLProtocolThread: @unchecked Sendable {
    // Sound: all is set before the thread is handed out; the run loop takes timers from any thread, and the rest is touched
    // on the thread alone.
    private let runLoop: RunLoop
    private let keepAlive: Timer
    private let state: State

    private final class State: @unchecked Sendable {
        // Sound: touched on the thread alone.
        var hasEnded = false
    }

    /// Starts a thread.
    static func start() async -> URLProtocolThread {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                let own = URLProtocolThread(runLoop: .current)
                continuation.resume(returning: own)
                own.run()
            }
            thread.name = "Gawa URLProtocol"
            thread.start()
        }
    }

    private init(runLoop: RunLoop) {
        self.runLoop = runLoop
        state = State()
        // A run loop without a timer or a source returns at once.
        keepAlive = Timer(timeInterval: 1e9, repeats: true) { _ in }
        runLoop.add(keepAlive, forMode: .default)
    }

    private func run() {
        // It returns when its last timer has gone. One that the class has left behind must not keep the thread.
        while !state.hasEnded { _ = runLoop.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) }
    }

    /// Runs a closure on the thread, in order; after ``end()``, never.
    func perform(_ body: @escaping @Sendable () -> Void) {
        // On Linux `perform(_:)` does not wake a run loop; a timer that is due does.
        let state = state
        runLoop.add(
            Timer(fire: Date(), interval: 0, repeats: false) { _ in if !state.hasEnded { body() } }, forMode: .default)
    }

    /// Ends the thread after what was asked of it before.
    func end() {
        let (state, keepAlive) = (state, UncheckedTimer(keepAlive))
        perform {
            state.hasEnded = true
            keepAlive.timer.invalidate()
        }
    }
}

/// Carries the timer to the thread that it belongs to.
private struct UncheckedTimer: @unchecked Sendable {
    // Sound: the thread that made it invalidates it.
    let timer: Timer
    init(_ timer: Timer) { self.timer = timer }
}
