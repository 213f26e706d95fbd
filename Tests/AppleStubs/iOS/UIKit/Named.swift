// Types that WebKit's declarations name and nothing here uses; those of WebKit's own that the table has no rows for.

@MainActor open class UIFindInteraction: NSObject {}

public struct WKDataDetectorTypes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

@MainActor open class WKContextMenuElementInfo: NSObject {}
@MainActor open class WKPreviewElementInfo: NSObject {}
@MainActor public protocol WKPreviewActionItem: NSObjectProtocol {}
