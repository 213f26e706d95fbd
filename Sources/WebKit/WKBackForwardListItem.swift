/// A page that a view has been to.
///
/// The same object stands for the same entry as long as somebody holds it.
///
/// Source: `WKBackForwardListItem.h`.
@MainActor
open class WKBackForwardListItem: NSObject {
    let engineItem: EngineHistoryItem

    init(_ engineItem: EngineHistoryItem) {
        self.engineItem = engineItem
    }

    /// The URL of the page.
    open var url: URL { engineItem.url }

    /// The title of the page; nil when it has none, or none yet.
    open var title: String? { engineItem.title }

    /// The URL that was asked for first, before redirects.
    open var initialURL: URL { engineItem.initialURL }
}
