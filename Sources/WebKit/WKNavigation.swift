/// The token of one load, the same in the load call and in the delegate's; compare by identity.
///
/// Source: `WKNavigation.h`.
@MainActor
open class WKNavigation: NSObject {
    override init() {}
}
