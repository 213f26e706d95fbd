internal import CWebKitGTK

/// What the engine keeps for sites.
extension EngineSession {
    func records(_ types: Set<String>, _ completion: @escaping @MainActor ([WKWebsiteDataRecord]) -> Void) {
        let engineTypes = WebsiteDataTypes.engineTypes(types)
        guard let dataManager, engineTypes.rawValue != 0 else {
            Task { completion([]) }
            return
        }
        call {
            webkit_website_data_manager_fetch(dataManager, engineTypes, nil, $0, $1)
        } completion: { result in
            guard let list = webkit_website_data_manager_fetch_finish(dataManager, result, nil) else {
                return completion([])
            }
            defer { g_list_free(list) }
            // The list's references become those of the records.
            completion(
                sequence(first: list, next: { $0.pointee.next }).compactMap { node in
                    node.pointee.data.map { WKWebsiteDataRecord(EngineWebsiteData(taking: OpaquePointer($0))) }
                })
        }
    }

    func remove(_ types: Set<String>, of records: [WKWebsiteDataRecord], _ completion: @escaping @MainActor () -> Void)
    {
        let engineTypes = WebsiteDataTypes.engineTypes(types)
        guard let dataManager, !records.isEmpty, engineTypes.rawValue != 0 else {
            Task { completion() }
            return
        }
        var list: UnsafeMutablePointer<GList>?
        for record in records.reversed() { list = g_list_prepend(list, UnsafeMutableRawPointer(record.data.pointer)) }
        defer { g_list_free(list) }
        call {
            webkit_website_data_manager_remove(dataManager, engineTypes, list, nil, $0, $1)
        } completion: { result in
            webkit_website_data_manager_remove_finish(dataManager, result, nil)
            withExtendedLifetime(records) { completion() }
        }
    }

    func remove(_ types: Set<String>, since date: Date, _ completion: @escaping @MainActor () -> Void) {
        let engineTypes = WebsiteDataTypes.engineTypes(types)
        let age = -date.timeIntervalSinceNow
        guard let dataManager, engineTypes.rawValue != 0, age > 0 else {
            Task { completion() }
            return
        }
        // 0 is all. A date before the computer's own beginning is meant so.
        let isAll = date.timeIntervalSince1970 <= 0
        if !isAll, types.contains(WKWebsiteDataTypeCookies) {
            Log.write("The engine does not know when a cookie was set: none was removed. Date.distantPast removes all")
        }
        call {
            webkit_website_data_manager_clear(
                dataManager, engineTypes, isAll ? 0 : max(1, GTimeSpan(age * 1_000_000)), nil, $0, $1)
        } completion: { result in
            webkit_website_data_manager_clear_finish(dataManager, result, nil)
            completion()
        }
    }
}
