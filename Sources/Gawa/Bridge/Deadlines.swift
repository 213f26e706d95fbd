/// The times at which waiting calls end, soonest first.
struct Deadlines {
    typealias Instant = ContinuousClock.Instant

    private struct Entry {
        let time: Instant
        let call: CallTable.Call
    }

    private var entries: [Entry] = []

    var soonest: Instant? { entries.first?.time }
    var count: Int { entries.count }

    mutating func add(_ call: CallTable.Call, at time: Instant) {
        // Calls mostly have one limit, so a new one mostly belongs at the end.
        var index = entries.endIndex
        while index > 0, entries[index - 1].time > time { index -= 1 }
        entries.insert(Entry(time: time, call: call), at: index)
    }

    /// Removes the calls whose time has come, and returns them.
    mutating func takeDue(now: Instant) -> [CallTable.Call] {
        let due = entries.prefix { $0.time <= now }.map(\.call)
        entries.removeFirst(due.count)
        return due
    }

    /// Forgets the calls that have ended otherwise.
    mutating func keep(where isWaiting: (CallTable.Call) -> Bool) {
        entries.removeAll { !isWaiting($0.call) }
    }
}
