/// How many bytes of messages a console reads: some at once, and a number each second after that.
///
/// The page's half keeps to its own bounds; this one holds when a page posts by itself.
struct ConsoleAllowance {
    private static let maximum = 8.0 * 1024 * 1024
    private static let perSecond = 1.0 * 1024 * 1024
    // What a message costs beside its bytes.
    private static let messageCost = 256.0

    private var left = Self.maximum
    private var time: ContinuousClock.Instant

    init(at time: ContinuousClock.Instant) {
        self.time = time
    }

    /// Whether a message may be read; if so, it is paid for.
    mutating func admits(byteCount: Int, at now: ContinuousClock.Instant) -> Bool {
        let (seconds, attoseconds) = (now - time).components
        left = min(Self.maximum, left + (Double(seconds) + Double(attoseconds) * 1e-18) * Self.perSecond)
        time = now
        let cost = Double(byteCount) + Self.messageCost
        guard left >= cost else { return false }
        left -= cost
        return true
    }
}
