internal import GawaWebKit

/// Which classes the loader asks first, on Linux: those that were registered first, its own among them from the making of the
/// first session on.
final class URLProtocolOrder: @unchecked Sendable {
    // Sound: touched under the lock.
    private var lastTime: ContinuousClock.Instant?
    private let lock = NSLock()

    /// Moves a class, and the loader's own after it, behind all others.
    ///
    /// Between two calls of Foundation the loader has none of its own, and a request of another thread that starts at that
    /// moment fails as unsupported; so it is done at most once a second.
    ///
    /// - Returns: Whether it was done.
    func renew(_ last: URLProtocol.Type) -> Bool {
        lock.withLock {
            let now = ContinuousClock.now
            if let lastTime, now - lastTime < .seconds(1) { return false }
            lastTime = now
            let own = URLSessionConfiguration.default.protocolClasses ?? []
            URLProtocol.unregisterClass(last)
            _ = URLProtocol.registerClass(last)
            for loader in own {
                URLProtocol.unregisterClass(loader)
                _ = URLProtocol.registerClass(loader)
            }
            return true
        }
    }
}
