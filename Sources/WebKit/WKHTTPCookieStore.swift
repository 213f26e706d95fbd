/// The cookies of a data store.
///
/// Calls take effect in the order in which they are made. Every completion handler is called once, on the main thread,
/// later, even when the store goes meanwhile. Main thread only.
///
/// Source: `WKHTTPCookieStore.h`.
@MainActor
open class WKHTTPCookieStore: NSObject {
    private struct Observer {
        let identifier: ObjectIdentifier
        weak var object: (any WKHTTPCookieStoreObserver)?
    }

    private let cookies: EngineCookies
    private var observers: [Observer] = []

    init(_ session: EngineSession) {
        cookies = EngineCookies(session)
        super.init()
        cookies.onChange = { [weak self] in self?.tellObservers() }
    }

    // MARK: Reading

    /// Gives all cookies, those that pages cannot read included.
    open func getAllCookies(_ completionHandler: @escaping @MainActor @Sendable ([HTTPCookie]) -> Void) {
        cookies.all(completionHandler)
    }

    /// All cookies, those that pages cannot read included.
    open func allCookies() async -> [HTTPCookie] {
        await withCheckedContinuation { continuation in cookies.all { continuation.resume(returning: $0) } }
    }

    /// Gives the cookies that a request for a URL would carry.
    open func getCookies(
        for url: URL, completionHandler: @escaping @MainActor @Sendable ([HTTPCookie]) -> Void
    ) {
        guard ["http", "https"].contains(url.scheme?.lowercased()) else {
            // The engine keeps no cookies for other schemes.
            Task { completionHandler([]) }
            return
        }
        cookies.matching(url, completionHandler)
    }

    /// The cookies that a request for a URL would carry.
    open func cookies(for url: URL) async -> [HTTPCookie] {
        await withCheckedContinuation { continuation in
            getCookies(for: url) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Writing

    /// Adds a cookie, or replaces the one of the same name, domain and path.
    ///
    /// No load has to have been made before. A cookie that expired in the past removes the one that is there. One that
    /// the engine cannot keep (a public suffix as its domain, control characters) is left out, and a line on standard
    /// error says so.
    ///
    /// - Parameter completionHandler: Called when the cookie is there; requests made after carry it.
    open func setCookie(_ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        if let refusal = cookie.refusal {
            Log.write("The cookie \(cookie.name) was not set: \(refusal)")
            Task { completionHandler?() }
            return
        }
        cookies.add(cookie) { completionHandler?() }
    }

    /// Adds a cookie, or replaces one; see the form with a completion handler.
    open func setCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in
            setCookie(cookie) { continuation.resume() }
        }
    }

    /// Adds several cookies; see ``setCookie(_:completionHandler:)``.
    ///
    /// - Parameter completionHandler: Called once, when all are there.
    open func setCookies(_ cookies: [HTTPCookie], completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        guard !cookies.isEmpty else {
            Task { completionHandler?() }
            return
        }
        var remaining = cookies.count
        for cookie in cookies {
            setCookie(cookie) {
                remaining -= 1
                if remaining == 0 { completionHandler?() }
            }
        }
    }

    /// Adds several cookies; see the form with a completion handler.
    open func setCookies(_ cookies: [HTTPCookie]) async {
        await withCheckedContinuation { continuation in
            setCookies(cookies) { continuation.resume() }
        }
    }

    /// Removes the cookie of the same name, domain and path, whatever its value.
    ///
    /// - Parameter completionHandler: Called when it has gone, or when there was none.
    open func delete(_ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        cookies.delete(cookie) { completionHandler?() }
    }

    /// Removes a cookie; see ``delete(_:completionHandler:)``.
    open func deleteCookie(_ cookie: HTTPCookie) async {
        await withCheckedContinuation { continuation in
            delete(cookie) { continuation.resume() }
        }
    }

    // MARK: Observers

    /// Tells an object of changes as long as it lives; it is not retained, and adding it again does nothing.
    open func add(_ observer: any WKHTTPCookieStoreObserver) {
        observers.removeAll { $0.object == nil }
        let identifier = ObjectIdentifier(observer)
        guard !observers.contains(where: { $0.identifier == identifier }) else { return }
        observers.append(Observer(identifier: identifier, object: observer))
    }

    /// Ends that.
    open func remove(_ observer: any WKHTTPCookieStoreObserver) {
        observers.removeAll { $0.object == nil || $0.identifier == ObjectIdentifier(observer) }
    }

    private func tellObservers() {
        for observer in observers {
            // An earlier one may have removed it.
            guard observers.contains(where: { $0.identifier == observer.identifier }) else { continue }
            observer.object?.cookiesDidChange(in: self)
        }
    }

    // MARK: Policy

    /// Lets the store take cookies or not. It takes them at first.
    open func setCookiePolicy(
        _ policy: CookiePolicy, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        cookies.setPolicy(policy) { completionHandler?() }
    }

    /// Lets the store take cookies or not; see the form with a completion handler.
    open func setCookiePolicy(_ policy: CookiePolicy) async {
        await withCheckedContinuation { continuation in
            setCookiePolicy(policy) { continuation.resume() }
        }
    }

    /// Gives whether the store takes cookies.
    open func getCookiePolicy(_ completionHandler: @escaping @MainActor @Sendable (CookiePolicy) -> Void) {
        cookies.policy(completionHandler)
    }

    /// Whether the store takes cookies.
    open var cookiePolicy: CookiePolicy {
        get async {
            await withCheckedContinuation { continuation in cookies.policy { continuation.resume(returning: $0) } }
        }
    }
}
