/// Where the cookies, storage and caches of views are kept.
///
/// On Linux persistent stores are folders of the user's, `$XDG_DATA_HOME/<app>/WebKit` and `$XDG_CACHE_HOME/<app>/WebKit`;
/// see ``WebKitEngine/storageDirectory``. Main thread only.
///
/// Source: `WKWebsiteDataStore.h`.
@MainActor
open class WKWebsiteDataStore: NSObject, WKWebsiteDataStoreIdentifying {
    /// The store that configurations start with; its data outlives the program.
    open class func `default`() -> WKWebsiteDataStore { defaultStore }

    /// Makes a store that keeps nothing on disk.
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: false, identifier: nil) }

    /// Whether the data outlives the program.
    public let isPersistent: Bool

    /// The identifier of a store made with ``init(forIdentifier:)``; nil for others.
    public let identifier: UUID?

    // Made with the first use: a store alone needs no display.
    lazy var session = EngineSession(isPersistent ? StorageFolders(identifier) : nil)

    private lazy var cookieStore = WKHTTPCookieStore(session)

    init(isPersistent: Bool, identifier: UUID?) {
        self.isPersistent = isPersistent
        self.identifier = identifier
    }

    private static let defaultStore = WKWebsiteDataStore(isPersistent: true, identifier: nil)

    /// The cookies of the store; the same object each time.
    open var httpCookieStore: WKHTTPCookieStore { cookieStore }

    // MARK: Data

    /// All kinds of data that a store can keep.
    open class func allWebsiteDataTypes() -> Set<String> { WebsiteDataTypes.allNames }

    /// Gives a record for each site of which data of some kinds is kept.
    ///
    /// - Parameter completionHandler: Called once, on the main thread, later.
    open func fetchDataRecords(
        ofTypes dataTypes: Set<String>,
        completionHandler: @escaping @MainActor @Sendable ([WKWebsiteDataRecord]) -> Void
    ) {
        session.records(dataTypes, completionHandler)
    }

    /// A record for each site of which data of some kinds is kept.
    open func dataRecords(ofTypes dataTypes: Set<String>) async -> [WKWebsiteDataRecord] {
        await withCheckedContinuation { continuation in
            fetchDataRecords(ofTypes: dataTypes) { continuation.resume(returning: $0) }
        }
    }

    /// Removes data of some kinds of some sites.
    ///
    /// - Parameter completionHandler: Called once, on the main thread, when the data has gone.
    open func removeData(
        ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord],
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        session.remove(dataTypes, of: dataRecords, completionHandler)
    }

    /// Removes data of some kinds of some sites.
    open func removeData(ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord]) async {
        await withCheckedContinuation { continuation in
            removeData(ofTypes: dataTypes, for: dataRecords) { continuation.resume() }
        }
    }

    /// Removes data of some kinds that has changed since a date.
    ///
    /// On Linux the engine does not know the age of cookies: they are removed only when the date is before 1970, as
    /// `Date.distantPast` is.
    ///
    /// - Parameter completionHandler: Called once, on the main thread, when the data has gone.
    open func removeData(
        ofTypes dataTypes: Set<String>, modifiedSince date: Date,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        session.remove(dataTypes, since: date, completionHandler)
    }

    /// Removes data of some kinds that has changed since a date; see the form with a completion handler.
    open func removeData(ofTypes dataTypes: Set<String>, modifiedSince date: Date) async {
        await withCheckedContinuation { continuation in
            removeData(ofTypes: dataTypes, modifiedSince: date) { continuation.resume() }
        }
    }

    // MARK: Named stores

    /// Removes the store with an identifier from the disk; one that is not there is no error.
    ///
    /// - Parameter completionHandler: Called once, on the main thread, later: with an error of the domain
    ///   `WKWebSiteDataStore` when the store is in use, or with the file system's.
    open class func remove(
        forIdentifier identifier: UUID, completionHandler: @escaping @MainActor @Sendable ((any Error)?) -> Void
    ) {
        checkIdentifier(identifier)
        NamedStores.remove(identifier, completionHandler)
    }

    /// Removes the store with an identifier from the disk; see the form with a completion handler.
    open class func remove(forIdentifier identifier: UUID) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            remove(forIdentifier: identifier) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Gives the identifiers of all stores on the disk, in no order.
    ///
    /// - Parameter completionHandler: Called once, on the main thread, later.
    open class func fetchAllDataStoreIdentifiers(_ completionHandler: @escaping @MainActor @Sendable ([UUID]) -> Void) {
        Task { completionHandler(StorageFolders.identifiers()) }
    }

    /// The identifiers of all stores on the disk, in no order.
    open class var allDataStoreIdentifiers: [UUID] {
        get async { StorageFolders.identifiers() }
    }

    static func checkIdentifier(_ identifier: UUID) {
        precondition(
            identifier != UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            "The identifier of a data store must not be all zeros: make one with UUID() and keep it")
    }
}
