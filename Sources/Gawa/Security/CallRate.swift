/// A bucket of calls that fills with time: the limit of calls in a second.
struct CallRate {
    private let perSecond: Double
    private var available: Double
    private var last: ContinuousClock.Instant

    init(perSecond: Int, now: ContinuousClock.Instant = .now) {
        self.perSecond = Double(perSecond)
        available = self.perSecond
        last = now
    }

    /// Takes one call out of the bucket; false when it is empty.
    mutating func take(now: ContinuousClock.Instant = .now) -> Bool {
        let seconds = (now - last) / .seconds(1)
        available = min(perSecond, available + seconds * perSecond)
        last = now
        guard available >= 1 else { return false }
        available -= 1
        return true
    }
}
