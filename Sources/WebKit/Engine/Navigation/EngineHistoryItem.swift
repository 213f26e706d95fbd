internal import CWebKitGTK
internal import GLib

/// The engine's half of a `WKBackForwardListItem`.
@MainActor
final class EngineHistoryItem {
    let item: Retained

    private init(_ item: OpaquePointer) {
        self.item = Retained(retaining: item)
    }

    isolated deinit {
        // A new object of the same item may have taken the place already.
        if Self.owners[item.pointer]?.owner == nil { Self.owners[item.pointer] = nil }
    }

    var url: URL { Self.url(webkit_back_forward_list_item_get_uri(item.pointer)) }

    var initialURL: URL { Self.url(webkit_back_forward_list_item_get_original_uri(item.pointer)) }

    var title: String? {
        let title = webkit_back_forward_list_item_get_title(item.pointer).map { String(cString: $0) }
        return title?.isEmpty == true ? nil : title
    }

    private static func url(_ text: UnsafePointer<CChar>?) -> URL {
        text.flatMap { URL(string: String(cString: $0)) } ?? blankURL
    }

    // MARK: Look-up

    private struct WeakOwner {
        weak var owner: WKBackForwardListItem?
    }

    // Each owner holds its engine item, so no other can have the same address while it stands here.
    private static var owners: [OpaquePointer: WeakOwner] = [:]

    /// The one object for an item of the engine.
    static func owner(of item: OpaquePointer) -> WKBackForwardListItem {
        if let owner = owners[item]?.owner { return owner }
        let owner = WKBackForwardListItem(EngineHistoryItem(item))
        owners[item] = WeakOwner(owner: owner)
        return owner
    }
}
