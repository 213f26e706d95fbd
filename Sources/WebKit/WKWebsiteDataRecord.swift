/// What a store keeps for one site.
///
/// Source: `WKWebsiteDataRecord.h`.
@MainActor
open class WKWebsiteDataRecord: NSObject {
    let data: EngineWebsiteData

    init(_ data: EngineWebsiteData) {
        self.data = data
    }

    /// The name to show the user, usually the domain.
    open var displayName: String { data.name }

    /// The kinds of data that there are, as ``WKWebsiteDataTypeCookies`` and its kin name them.
    open var dataTypes: Set<String> { data.types }
}
