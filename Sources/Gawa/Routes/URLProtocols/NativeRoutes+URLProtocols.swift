public import GawaWebKit

extension NativeRoutes {
    // MARK: URLProtocol

    /// Has a `URLProtocol` class answer what no pattern of the table matches, unchanged: as the system's loader would, for the
    /// URL that the page wrote, such as `http://native/foo?bar=baz`.
    ///
    /// The class is asked by `canInit(with:)`, off the main actor; an object of it is made for the canonical request, and started
    /// and stopped on a thread of its own with a run loop. A plain `URLResponse` means status 200, a failure is a network error
    /// for the page, and a redirect is followed to other native routes. At most 64 objects work at a time; others wait. No
    /// challenge is answered, and nothing is cached.
    ///
    /// Classes are asked in the order in which they were given. One that is in use already stays in its place.
    public func use(_ protocolClass: URLProtocol.Type) {
        precondition(!isClosed, "Routes that were closed take no more: make others")
        guard answerer(for: protocolClass) == nil else { return }
        append(URLProtocolAnswerer(protocolClass: protocolClass))
    }

    /// Has a class asked no more; requests that it has taken are still answered.
    ///
    /// - Returns: Whether it was in use.
    @discardableResult
    public func remove(_ protocolClass: URLProtocol.Type) -> Bool {
        guard let answerer = answerer(for: protocolClass) else { return false }
        remove(answerer)
        return true
    }

    /// Has the classes answer that `URLProtocol.registerClass(_:)` holds at the time of each request, after those that were given
    /// to ``use(_:)``. A request that none takes reaches no network.
    ///
    /// Call it at the start of the program. On Apple's platforms classes that were registered before the call are not asked: give
    /// those to ``use(_:)``. On Linux one that is registered after the program's first `URLSession` is asked within a second.
    public func useRegisteredURLProtocols() {
        precondition(!isClosed, "Routes that were closed take no more: make others")
        guard !directory.answerers.contains(where: { $0 is RegisteredURLProtocols }) else { return }
        append(RegisteredURLProtocols())
    }

    private func answerer(for protocolClass: URLProtocol.Type) -> URLProtocolAnswerer? {
        directory.answerers.lazy.compactMap { $0 as? URLProtocolAnswerer }.first { $0.protocolClass == protocolClass }
    }
}
