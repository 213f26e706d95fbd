/// A named JavaScript namespace: it shares the DOM with the page's scripts, not their globals.
///
/// A world is a namespace, not storage: it keeps nothing between documents or between views.
///
/// Source: `WKContentWorld.h`.
@MainActor
open class WKContentWorld: NSObject {
    /// The world of the page's own scripts.
    open class var page: WKContentWorld { pageWorld }

    /// The app's world, apart from the page's.
    open class var defaultClient: WKContentWorld { defaultClientWorld }

    /// Returns the world of a name: the same instance as long as one is alive.
    open class func world(name: String) -> WKContentWorld {
        // The engine's names end at a NUL: without the escape two worlds would be one there.
        let engineName = "world-" + name.replacing("%", with: "%25").replacing("\0", with: "%00")
        if let world = namedWorlds[engineName]?.world { return world }
        let world = WKContentWorld(name: name, engineName: engineName)
        namedWorlds[engineName] = WeakWorld(world: world)
        return world
    }

    /// The name given to ``world(name:)``; nil for ``page`` and ``defaultClient``.
    public let name: String?

    /// The engine's name of the world, empty for the page's; see `Documentation/Design/web-process-module.md`.
    let engineName: String

    private init(name: String?, engineName: String) {
        self.name = name
        self.engineName = engineName
    }

    /// The world that messages and states name so, or nil when nobody holds one.
    static func existing(engineName: String) -> WKContentWorld? {
        switch engineName {
        case pageWorld.engineName: pageWorld
        case defaultClientWorld.engineName: defaultClientWorld
        default: namedWorlds[engineName]?.world
        }
    }

    isolated deinit {
        // A new world of the same name may have taken the place already.
        if Self.namedWorlds[engineName]?.world == nil { Self.namedWorlds[engineName] = nil }
    }

    private struct WeakWorld {
        weak var world: WKContentWorld?
    }

    private static let pageWorld = WKContentWorld(name: nil, engineName: "")
    private static let defaultClientWorld = WKContentWorld(name: nil, engineName: "gawa-default-client")
    // By engine name.
    private static var namedWorlds: [String: WeakWorld] = [:]
}
