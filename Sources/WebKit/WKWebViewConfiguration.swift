/// The settings that a web view is made with.
///
/// A view copies the configuration: later changes reach it only through the shared ``preferences``,
/// ``userContentController``, ``websiteDataStore`` and ``processPool``.
///
/// Source: `WKWebViewConfiguration.h`.
@MainActor
open class WKWebViewConfiguration: NSObject {
    /// Live settings, shared with the view.
    open lazy var preferences = WKPreferences()

    /// Scripts and message handlers, shared with the view.
    open lazy var userContentController = WKUserContentController()

    /// Where cookies and storage are kept, shared with the view. The default is ``WKWebsiteDataStore/default()``.
    open lazy var websiteDataStore = WKWebsiteDataStore.default()

    /// Without effect; see ``WKProcessPool``.
    open lazy var processPool = WKProcessPool()

    /// Text that is appended to the default user agent.
    open var applicationNameForUserAgent: String?

    /// The preferences that navigations start with; copied when set, and nil restores the defaults.
    open var defaultWebpagePreferences: WKWebpagePreferences! {
        get { pagePreferences }
        set { pagePreferences = newValue?.duplicate() ?? WKWebpagePreferences() }
    }

    private lazy var pagePreferences = WKWebpagePreferences()

    /// The window that a page is opening, when `createWebViewWith` was given this configuration.
    var windowOpening: WindowOpening?

    /// Makes a configuration with the defaults.
    public override init() {}

    func duplicate() -> WKWebViewConfiguration {
        let copy = WKWebViewConfiguration()
        copy.preferences = preferences
        copy.userContentController = userContentController
        copy.websiteDataStore = websiteDataStore
        copy.processPool = processPool
        copy.applicationNameForUserAgent = applicationNameForUserAgent
        copy.defaultWebpagePreferences = defaultWebpagePreferences
        copy.windowOpening = windowOpening
        return copy
    }
}

extension WKWebViewConfiguration: @MainActor NSCopying {
    /// Returns a copy that shares the objects and has its own page preferences.
    public func copy(with zone: NSZone? = nil) -> Any { duplicate() }
}
