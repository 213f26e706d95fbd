import Foundation

/// The limit of calls in a second, for what takes calls of one document on several threads.
final class SharedCallRate: @unchecked Sendable {
    private let lock = NSLock()
    // Sound: read and written under the lock only.
    private var rate: CallRate

    /// Makes the bucket; nil when there is no limit.
    init?(_ limits: BridgeLimits) {
        guard let perSecond = limits.callsPerSecond else { return nil }
        rate = CallRate(perSecond: perSecond)
    }

    /// Takes one call out of the bucket; false when it is empty.
    func take() -> Bool {
        lock.withLock { rate.take() }
    }
}
