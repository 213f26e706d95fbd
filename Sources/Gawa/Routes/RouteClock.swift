/// Tells when the time for the next step of an answer is over.
@MainActor
final class RouteClock {
    /// Whether the time stands still; it begins anew when it goes on.
    var isHeld = false {
        didSet { due = .now + limit }
    }

    private let limit: Duration
    private var due: ContinuousClock.Instant
    private let expire: @MainActor () -> Void
    private var sleeper: Task<Void, Never>?

    /// Starts the time.
    init(_ limit: Duration, expire: @escaping @MainActor () -> Void) {
        self.limit = limit.reachable
        self.expire = expire
        due = .now + self.limit
        // One sleep for many steps: the time is looked at when it may be over.
        sleeper = Task { [weak self] in
            while let due = self?.look() {
                guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
            }
        }
    }

    deinit {
        sleeper?.cancel()
    }

    /// Looks whether the time is over, and tells it; else when to look again.
    private func look() -> ContinuousClock.Instant? {
        if isHeld { due = .now + limit }
        guard due <= .now else { return due }
        expire()
        return nil
    }
}
