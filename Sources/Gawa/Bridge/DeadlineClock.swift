/// Wakes its owner when the time of a call is over: one sleeping task for all calls of a document.
@MainActor
final class DeadlineClock {
    private var deadlines = Deadlines()
    private var sleeper: Task<Void, Never>?
    private var wakeTime: Deadlines.Instant?
    private let isWaiting: (CallTable.Call) -> Bool
    private let expire: (CallTable.Call) -> Void

    /// Makes a clock; its owner holds it, so both closures capture the owner weakly.
    init(isWaiting: @escaping (CallTable.Call) -> Bool, expire: @escaping (CallTable.Call) -> Void) {
        self.isWaiting = isWaiting
        self.expire = expire
    }

    func add(_ call: CallTable.Call, after limit: Duration) {
        deadlines.add(call, at: .now + limit.reachable)
        // Most calls end long before their time: their entries must not pile up.
        if deadlines.count > keptCount * 2 {
            deadlines.keep(where: isWaiting)
            keptCount = max(64, deadlines.count)
        }
        arm()
    }

    /// The entries, of which some are for calls that have ended.
    var count: Int { deadlines.count }

    private var keptCount = 64

    func stop() {
        sleeper?.cancel()
        sleeper = nil
        wakeTime = nil
        deadlines = Deadlines()
    }

    private func arm() {
        guard let soonest = deadlines.soonest else { return stop() }
        if let wakeTime, wakeTime <= soonest { return }
        sleeper?.cancel()
        wakeTime = soonest
        sleeper = Task { [weak self] in
            // Cancelled when another takes its place.
            guard (try? await Task.sleep(until: soonest, clock: .continuous)) != nil else { return }
            self?.wake()
        }
    }

    private func wake() {
        sleeper = nil
        wakeTime = nil
        for call in deadlines.takeDue(now: .now) { expire(call) }
        deadlines.keep(where: isWaiting)
        arm()
    }
}
