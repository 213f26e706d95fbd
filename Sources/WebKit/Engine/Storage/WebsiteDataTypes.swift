internal import CWebKitGTK

/// Apple's names for the engine's kinds of data.
enum WebsiteDataTypes {
    private static let all: [(name: String, type: WebKitWebsiteDataTypes)] = [
        (WKWebsiteDataTypeFetchCache, WEBKIT_WEBSITE_DATA_DOM_CACHE),
        (WKWebsiteDataTypeDiskCache, WEBKIT_WEBSITE_DATA_DISK_CACHE),
        (WKWebsiteDataTypeMemoryCache, WEBKIT_WEBSITE_DATA_MEMORY_CACHE),
        (WKWebsiteDataTypeCookies, WEBKIT_WEBSITE_DATA_COOKIES),
        (WKWebsiteDataTypeSessionStorage, WEBKIT_WEBSITE_DATA_SESSION_STORAGE),
        (WKWebsiteDataTypeLocalStorage, WEBKIT_WEBSITE_DATA_LOCAL_STORAGE),
        (WKWebsiteDataTypeIndexedDBDatabases, WEBKIT_WEBSITE_DATA_INDEXEDDB_DATABASES),
        (WKWebsiteDataTypeServiceWorkerRegistrations, WEBKIT_WEBSITE_DATA_SERVICE_WORKER_REGISTRATIONS),
        (WKWebsiteDataTypeHashSalt, WEBKIT_WEBSITE_DATA_DEVICE_ID_HASH_SALT),
    ]

    static let allNames = Set(all.map(\.name))

    /// The engine's flags for names; those that it does not know count for nothing.
    static func engineTypes(_ names: Set<String>) -> WebKitWebsiteDataTypes {
        WebKitWebsiteDataTypes(rawValue: all.reduce(0) { names.contains($1.name) ? $0 | $1.type.rawValue : $0 })
    }

    static func names(_ types: WebKitWebsiteDataTypes) -> Set<String> {
        Set(all.filter { $0.type.rawValue & types.rawValue != 0 }.map(\.name))
    }
}
