/// Decides what a request to quit ends, whichever of the two comes first.
///
/// A request that finds nothing running is remembered once, for the next run.
struct QuitLatch {
    /// What the owner has to do after a request.
    struct Action {
        var stopsLoop = false
        var continuations: [CheckedContinuation<Void, Never>] = []
    }

    /// Names one asynchronous run.
    typealias Ticket = UInt64

    private var isPending = false
    private var isLoopRunning = false
    private var nextTicket: Ticket = 0
    private var open: Set<Ticket> = []
    private var waiting: [Ticket: CheckedContinuation<Void, Never>] = [:]

    // MARK: Synchronous runs

    /// Begins a synchronous run. Returns false if it is over before it begins.
    mutating func beginLoop() -> Bool {
        isLoopRunning = !takePending()
        return isLoopRunning
    }

    // MARK: Asynchronous runs

    /// Begins an asynchronous run.
    mutating func takeTicket() -> Ticket {
        nextTicket += 1
        if !takePending() { open.insert(nextTicket) }
        return nextTicket
    }

    /// Stores the continuation of a run. Returns false if the run is over and the caller must resume it.
    mutating func wait(_ ticket: Ticket, continuation: CheckedContinuation<Void, Never>) -> Bool {
        guard open.contains(ticket) else { return false }
        waiting[ticket] = continuation
        return true
    }

    /// Ends one run. Returns the continuation that the caller must resume, if the run has one.
    mutating func cancel(_ ticket: Ticket) -> CheckedContinuation<Void, Never>? {
        open.remove(ticket)
        return waiting.removeValue(forKey: ticket)
    }

    // MARK: Requests

    /// Ends all runs, or remembers to end the next one.
    mutating func quit() -> Action {
        let action = Action(stopsLoop: isLoopRunning, continuations: Array(waiting.values))
        isPending = !isLoopRunning && open.isEmpty
        isLoopRunning = false
        open = []
        waiting = [:]
        return action
    }

    private mutating func takePending() -> Bool {
        defer { isPending = false }
        return isPending
    }
}
