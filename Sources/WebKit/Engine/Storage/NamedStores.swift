/// The stores with identifiers that live.
@MainActor
enum NamedStores {
    private struct WeakStore {
        weak var store: WKWebsiteDataStore?
    }

    private static var living: [UUID: WeakStore] = [:]

    static func store(_ identifier: UUID) -> WKWebsiteDataStore {
        living = living.filter { $0.value.store != nil }
        if let store = living[identifier]?.store { return store }
        let store = WKWebsiteDataStore(isPersistent: true, identifier: identifier)
        living[identifier] = WeakStore(store: store)
        return store
    }

    /// Removes a store's folders unless somebody uses them; the completion is called later.
    static func remove(_ identifier: UUID, _ completion: @escaping @MainActor ((any Error)?) -> Void) {
        Task {
            let folders = StorageFolders(identifier)
            guard living[identifier]?.store == nil, !EngineSession.isUsing(folders) else {
                let text = "Data store is in use"
                return completion(
                    NSError(domain: "WKWebSiteDataStore", code: 1, userInfo: [NSLocalizedDescriptionKey: text]))
            }
            do {
                try folders.remove()
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }
}
