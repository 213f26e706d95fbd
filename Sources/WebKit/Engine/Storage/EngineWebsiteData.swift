internal import CWebKitGTK

/// A `WebKitWebsiteData *` with an owner.
@MainActor
final class EngineWebsiteData {
    let pointer: OpaquePointer

    /// Takes over a reference that the C call gave away ("transfer full").
    init(taking pointer: OpaquePointer) {
        self.pointer = pointer
    }

    isolated deinit {
        webkit_website_data_unref(pointer)
    }

    var name: String { webkit_website_data_get_name(pointer).map { String(cString: $0) } ?? "" }

    var types: Set<String> { WebsiteDataTypes.names(webkit_website_data_get_types(pointer)) }
}
