/// What is known of a frame at one moment.
///
/// It is no identity, though it can be passed back to evaluate in that frame.
///
/// Source: `WKFrameInfo.h`.
@MainActor
open class WKFrameInfo: NSObject {
    /// Whether this is the main frame of its view.
    public let isMainFrame: Bool

    /// The request of the frame's document.
    ///
    /// It is made when it is asked for: few handlers of messages do.
    public private(set) lazy var request = URLRequest(url: URL(string: url) ?? blankURL)

    /// The origin of the frame's document, as the engine knows it; a page cannot forge it.
    public let securityOrigin: WKSecurityOrigin

    /// The view that holds the frame.
    public private(set) weak var webView: WKWebView?

    /// The engine's number of the frame within its page.
    let frameID: UInt64

    private let url: String

    init(frameID: UInt64, isMainFrame: Bool, url: String, origin: Origin?, webView: WKWebView?) {
        self.frameID = frameID
        self.isMainFrame = isMainFrame
        self.url = url
        self.securityOrigin = WKSecurityOrigin(origin)
        self.webView = webView
    }
}

extension WKFrameInfo: @MainActor NSCopying {
    /// Returns the value itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
