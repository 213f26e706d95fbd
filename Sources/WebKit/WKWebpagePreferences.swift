/// Settings of one navigation.
///
/// Source: `WKWebpagePreferences.h`.
@MainActor
open class WKWebpagePreferences: NSObject {
    /// Whether the page's own scripts run. The default is true.
    ///
    /// False stops scripts, inline handlers and `javascript:` URLs of the page; user scripts and evaluation still run.
    open var allowsContentJavaScript = true

    /// Makes preferences with the defaults.
    public override init() {}

    func duplicate() -> WKWebpagePreferences {
        let copy = WKWebpagePreferences()
        copy.allowsContentJavaScript = allowsContentJavaScript
        return copy
    }
}
