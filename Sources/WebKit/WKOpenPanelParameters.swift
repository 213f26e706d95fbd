/// What a file input of a page asks for.
///
/// Source: `WKOpenPanelParameters.h`.
@MainActor
open class WKOpenPanelParameters: NSObject {
    /// Whether the input takes more than one file.
    public let allowsMultipleSelection: Bool

    /// Whether the input takes directories. Always false on Linux, where the engine does not tell.
    public let allowsDirectories = false

    init(allowsMultipleSelection: Bool) {
        self.allowsMultipleSelection = allowsMultipleSelection
    }
}
