/// Where the cookies, storage and caches of views are kept.
///
/// Source: `WKWebsiteDataStore.h`.
@MainActor
open class WKWebsiteDataStore: NSObject {
    /// The store that configurations start with; its data outlives the program.
    open class func `default`() -> WKWebsiteDataStore { defaultStore }

    /// Makes a store that keeps nothing on disk.
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: false) }

    /// Whether the data outlives the program.
    public let isPersistent: Bool

    /// The cookies of the store; the same object each time.
    open var httpCookieStore: WKHTTPCookieStore { cookieStore }

    private lazy var cookieStore = WKHTTPCookieStore(session)

    // Made with the first view: a store alone needs no display.
    lazy var session = EngineSession(isPersistent: isPersistent)

    private init(isPersistent: Bool) {
        self.isPersistent = isPersistent
    }

    private static let defaultStore = WKWebsiteDataStore(isPersistent: true)
}
