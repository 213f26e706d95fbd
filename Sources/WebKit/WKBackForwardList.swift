/// The pages that a view has been to, live; empty once the view has gone. Not observable: `canGoBack` and `canGoForward` of
/// the view are.
///
/// Source: `WKBackForwardList.h`.
@MainActor
open class WKBackForwardList: NSObject {
    private let history: EngineHistory

    init(_ engine: EngineView) {
        history = EngineHistory(engine)
    }

    /// The page that is shown; nil before the first load.
    open var currentItem: WKBackForwardListItem? { history.item(at: 0) }

    /// The page before.
    open var backItem: WKBackForwardListItem? { history.item(at: -1) }

    /// The page after.
    open var forwardItem: WKBackForwardListItem? { history.item(at: 1) }

    /// The page at a distance: 0 is the one shown, negative is before; nil outside of the list.
    open func item(at index: Int) -> WKBackForwardListItem? { history.item(at: index) }

    /// The pages before, the oldest first.
    open var backList: [WKBackForwardListItem] { history.backItems }

    /// The pages after, the nearest first.
    open var forwardList: [WKBackForwardListItem] { history.forwardItems }
}
