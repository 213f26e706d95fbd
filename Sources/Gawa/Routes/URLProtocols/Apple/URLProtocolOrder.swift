internal import GawaWebKit

/// Which classes the loader asks first, on Apple's platforms: those that were registered last, and its own at the end.
final class URLProtocolOrder: @unchecked Sendable {
    // Sound: touched under the lock.
    private var isRegistered = false
    private let lock = NSLock()

    /// Registers a class, once: the classes of the app that are registered afterwards are asked before it.
    ///
    /// - Returns: Whether the order may have changed.
    func renew(_ last: URLProtocol.Type) -> Bool {
        lock.withLock {
            guard !isRegistered else { return false }
            isRegistered = true
            return URLProtocol.registerClass(last)
        }
    }
}
