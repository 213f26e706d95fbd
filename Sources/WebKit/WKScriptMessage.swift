/// One message that a page posted to a handler.
///
/// Source: `WKScriptMessage.h`.
@MainActor
open class WKScriptMessage: NSObject {
    /// The posted value: `NSNumber`, `String`, `Date`, `Array`, `Dictionary` or `NSNull`.
    ///
    /// Posting `undefined` gives an empty optional boxed in `Any`.
    public let body: Any

    /// The view that the page is shown in.
    public private(set) weak var webView: WKWebView?

    /// The frame that posted.
    public let frameInfo: WKFrameInfo

    /// The name of the handler.
    public let name: String

    /// The world of the script that posted.
    public let world: WKContentWorld

    init(body: Any?, webView: WKWebView?, frameInfo: WKFrameInfo, name: String, world: WKContentWorld) {
        self.body = boxed(body)
        self.webView = webView
        self.frameInfo = frameInfo
        self.name = name
        self.world = world
    }
}
