internal import CWebKitGTK
internal import GLib

/// The engine's half of a `WKBackForwardList`.
///
/// The engine's list must not be asked once its view has gone, so it is asked for each time.
@MainActor
struct EngineHistory {
    private weak var engine: EngineView?

    init(_ engine: EngineView) {
        self.engine = engine
    }

    func item(at index: Int) -> WKBackForwardListItem? {
        guard let list = engine?.historyList, let index = Int32(exactly: index) else { return nil }
        return webkit_back_forward_list_get_nth_item(list, index).map(EngineHistoryItem.owner)
    }

    var backItems: [WKBackForwardListItem] { items(webkit_back_forward_list_get_back_list) }

    var forwardItems: [WKBackForwardListItem] { items(webkit_back_forward_list_get_forward_list) }

    /// The engine's lists are in the reverse of Apple's order, both.
    private func items(
        _ read: (OpaquePointer?) -> UnsafeMutablePointer<GList>?
    ) -> [WKBackForwardListItem] {
        guard let list = engine?.historyList, let items = read(list) else { return [] }
        // The list is ours, its items are the engine's.
        defer { g_list_free(items) }
        return sequence(first: items, next: { $0.pointee.next }).compactMap { node in
            node.pointee.data.map { EngineHistoryItem.owner(of: OpaquePointer($0)) }
        }.reversed()
    }
}
