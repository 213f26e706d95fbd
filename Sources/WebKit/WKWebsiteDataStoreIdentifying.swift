/// Gives ``WKWebsiteDataStore`` an initialiser that can return an object which is there already.
///
/// On Apple platforms an Objective-C factory does it. An initialiser of a class always makes a new object; one of a
/// protocol need not.
@MainActor
public protocol WKWebsiteDataStoreIdentifying {}

extension WKWebsiteDataStoreIdentifying {
    /// Returns the persistent store with an identifier, made on its first use; the same object as long as it lives.
    ///
    /// - Parameter identifier: Any but the one of zeros alone.
    public init(forIdentifier identifier: UUID) {
        WKWebsiteDataStore.checkIdentifier(identifier)
        guard let store = NamedStores.store(identifier) as? Self else {
            preconditionFailure("Make a WKWebsiteDataStore: it has no subclasses")
        }
        self = store
    }
}
