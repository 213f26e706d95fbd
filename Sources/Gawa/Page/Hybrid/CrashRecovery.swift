/// What becomes of a page whose process has ended.
///
/// A page that brings its process down each time would otherwise be loaded for ever.
public struct CrashRecovery: Sendable, Hashable {
    /// How many times in ``period`` the page is loaded again.
    public let count: Int

    /// The time in which they are counted.
    public let period: Duration

    /// Loads the page again, a few times: what Swift waits for or listens to goes on with the new document.
    ///
    /// - Parameters:
    ///   - count: How many times at most.
    ///   - period: In which time.
    public static func reload(atMost count: Int = 3, within period: Duration = .seconds(60)) -> Self {
        Self(count: count, period: period)
    }

    /// Leaves it to the app.
    public static let none = Self(count: 0, period: .zero)

    /// Whether to load again after a crash, beside the times when that was done before.
    func allows(at now: ContinuousClock.Instant, after times: [ContinuousClock.Instant]) -> Bool {
        times.count { now - $0 < period } < count
    }
}
