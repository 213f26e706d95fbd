// The kinds of data that a store can keep. Source: `WKWebsiteDataRecord.h`.

/// What pages keep by the Cache interface of service workers.
public let WKWebsiteDataTypeFetchCache = "WKWebsiteDataTypeFetchCache"

/// The cache on disk.
public let WKWebsiteDataTypeDiskCache = "WKWebsiteDataTypeDiskCache"

/// The cache in memory.
public let WKWebsiteDataTypeMemoryCache = "WKWebsiteDataTypeMemoryCache"

/// Cookies.
public let WKWebsiteDataTypeCookies = "WKWebsiteDataTypeCookies"

/// `sessionStorage`.
public let WKWebsiteDataTypeSessionStorage = "WKWebsiteDataTypeSessionStorage"

/// `localStorage`.
public let WKWebsiteDataTypeLocalStorage = "WKWebsiteDataTypeLocalStorage"

/// IndexedDB databases.
public let WKWebsiteDataTypeIndexedDBDatabases = "WKWebsiteDataTypeIndexedDBDatabases"

/// Service workers.
public let WKWebsiteDataTypeServiceWorkerRegistrations = "WKWebsiteDataTypeServiceWorkerRegistrations"

/// What makes the device identifiers that a site sees its own.
public let WKWebsiteDataTypeHashSalt = "WKWebsiteDataTypeHashSalt"
