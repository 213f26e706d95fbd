internal import GawaWebKit

/// Takes the requests of pages that no class of the app took, before they reach a network.
final class UnclaimedURLProtocol: URLProtocol {
    private static let domain = "gawa.unclaimed"
    private static let order = URLProtocolOrder()

    /// Whether a load failed because no class of the app took it.
    static func isUnclaimed(_ error: any Error) -> Bool { (error as NSError).domain == domain }

    /// Takes the place between the classes of the app and those of the loader.
    ///
    /// - Returns: Whether the order may have changed.
    @discardableResult
    static func standBeforeNetwork() -> Bool { order.renew(UnclaimedURLProtocol.self) }

    override class func canInit(with request: URLRequest) -> Bool { request.isMarked }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        client?.urlProtocol(self, didFailWithError: NSError(domain: Self.domain, code: 1))
    }

    override func stopLoading() {}
}
