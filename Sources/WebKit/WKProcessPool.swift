/// Kept so that source which names it compiles; it separates nothing, as on Apple's platforms.
///
/// Source: `WKProcessPool.h`.
@MainActor
open class WKProcessPool: NSObject {
    /// Makes an inert pool.
    public override init() {}
}
