/// What a server answered to a navigation, before it is shown.
///
/// Source: `WKNavigationResponse.h`.
@MainActor
open class WKNavigationResponse: NSObject {
    /// Whether the main frame would show it.
    public let isForMainFrame: Bool

    /// The response: an `HTTPURLResponse` for HTTP and for custom schemes.
    public let response: URLResponse

    /// Whether the view can show the MIME type. On Linux it is also false for what the server marks as an attachment.
    public let canShowMIMEType: Bool

    init(isForMainFrame: Bool, response: URLResponse, canShowMIMEType: Bool) {
        self.isForMainFrame = isForMainFrame
        self.response = response
        self.canShowMIMEType = canShowMIMEType
    }
}
