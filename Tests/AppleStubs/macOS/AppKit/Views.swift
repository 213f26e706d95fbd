// The few declarations of AppKit that WebKit and we name.
@_exported import AppleFoundation

@MainActor open class NSResponder: NSObject {
    public override init() { fatalError() }
    public init?(coder: NSCoder) { fatalError() }
}

@MainActor open class NSView: NSResponder {
    public init(frame frameRect: NSRect) { fatalError() }
    public required override init?(coder: NSCoder) { fatalError() }
    public var frame: NSRect {
        get { fatalError() }
        set { fatalError() }
    }
}

open class NSColor: NSObject, @unchecked Sendable {}
open class NSImage: NSObject, @unchecked Sendable {}
@MainActor open class NSPrintInfo: NSObject {}
@MainActor open class NSPrintOperation: NSObject {}

public struct NSEdgeInsets: Sendable {
    public var top, left, bottom, right: CGFloat
}

open class NSEvent: NSObject {
    public struct ModifierFlags: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
}
