/// A script that runs in each document, at its start or its end.
///
/// Source: `WKUserScript.h`.
@MainActor
open class WKUserScript: NSObject {
    /// The text of the script.
    public let source: String

    /// When the script runs.
    public let injectionTime: WKUserScriptInjectionTime

    /// Whether sub-frames are left out.
    public let isForMainFrameOnly: Bool

    let world: WKContentWorld

    /// Makes a script that runs in the page's world.
    public convenience init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        self.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly, in: .page)
    }

    /// Makes a script that runs in a world.
    public init(
        source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
        in contentWorld: WKContentWorld
    ) {
        self.source = source
        self.injectionTime = injectionTime
        self.isForMainFrameOnly = forMainFrameOnly
        self.world = contentWorld
    }
}

extension WKUserScript: @MainActor NSCopying {
    /// Returns the script itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
