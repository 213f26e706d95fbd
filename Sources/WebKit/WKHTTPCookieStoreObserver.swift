/// Is told when the cookies of a store have changed.
///
/// Source: `WKHTTPCookieStore.h`.
@MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
    /// Cookies were added, changed or removed, by a page, a server or the app; ask the store which there are.
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

extension WKHTTPCookieStoreObserver {
    public func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}
