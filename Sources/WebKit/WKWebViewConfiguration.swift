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

    /// Whether what pages ask of `http://native/` and `https://native/` goes to the handler of the scheme `native`.
    ///
    /// Views that share a ``userContentController`` share web processes, so it holds for all of them once a view was made with
    /// it; those that have no handler of the scheme have such requests fail. See `Documentation/Design/native-routes.md`.
    package var mapsNativeHost = false

    private(set) var schemeHandlers: [String: RegisteredSchemeHandler] = [:]
    /// The window that a page is opening, when `createWebViewWith` was given this configuration.
    var windowOpening: WindowOpening?

    /// Makes a configuration with the defaults.
    public override init() {}

    // MARK: URL schemes

    /// Sets the object that answers requests for the URLs of a custom scheme, in the views made afterwards.
    ///
    /// The configuration holds the handler. A second handler for a scheme, a scheme that WebKit itself loads and one that
    /// is no scheme are programmer errors.
    ///
    /// - Parameters:
    ///   - urlSchemeHandler: The handler; with nil the scheme is taken, and loads of its URLs fail.
    ///   - urlScheme: An ASCII letter and then letters, digits, `+`, `-` and `.`; case does not matter.
    open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
        precondition(
            !WKWebView.handlesURLScheme(urlScheme),
            "'\(urlScheme)' is a URL scheme that WKWebView handles natively: choose another name")
        guard let scheme = Self.canonical(urlScheme) else {
            preconditionFailure(
                "'\(urlScheme)' is not a valid URL scheme: use a letter, then letters, digits, '+', '-' and '.'")
        }
        precondition(
            schemeHandlers[scheme] == nil,
            "URL scheme '\(urlScheme)' already has a registered URL scheme handler: register each scheme once")
        schemeHandlers[scheme] = RegisteredSchemeHandler(handler: urlSchemeHandler)
    }

    /// Returns the handler that was set for a scheme; nil for others, and for text that is no scheme.
    open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
        Self.canonical(urlScheme).flatMap { schemeHandlers[$0]?.handler }
    }

    private static func canonical(_ scheme: String) -> String? {
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        guard let first = scheme.utf8.first, isLetter(first) else { return nil }
        let others = Set("0123456789+-.".utf8)
        return scheme.utf8.allSatisfy { isLetter($0) || others.contains($0) } ? scheme.lowercased() : nil
    }

    // MARK: Copying

    func duplicate() -> WKWebViewConfiguration {
        let copy = WKWebViewConfiguration()
        copy.preferences = preferences
        copy.userContentController = userContentController
        copy.websiteDataStore = websiteDataStore
        copy.processPool = processPool
        copy.applicationNameForUserAgent = applicationNameForUserAgent
        copy.defaultWebpagePreferences = defaultWebpagePreferences
        copy.mapsNativeHost = mapsNativeHost
        copy.schemeHandlers = schemeHandlers
        copy.windowOpening = windowOpening
        return copy
    }
}

extension WKWebViewConfiguration: @MainActor NSCopying {
    /// Returns a copy that shares the objects and has its own page preferences.
    public func copy(with zone: NSZone? = nil) -> Any { duplicate() }
}
