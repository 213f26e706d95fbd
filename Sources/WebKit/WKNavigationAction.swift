/// What asks for a navigation, before anything is sent.
///
/// Source: `WKNavigationAction.h`.
@MainActor
open class WKNavigationAction: NSObject {
    /// The frame that asks.
    public let sourceFrame: WKFrameInfo

    /// The frame that would navigate; nil when that is a new window.
    public let targetFrame: WKFrameInfo?

    /// The cause.
    public let navigationType: WKNavigationType

    /// The request that would be made.
    public let request: URLRequest

    /// Whether the page asks to download the answer instead of showing it.
    public let shouldPerformDownload: Bool

    init(
        sourceFrame: WKFrameInfo, targetFrame: WKFrameInfo?, navigationType: WKNavigationType, request: URLRequest,
        shouldPerformDownload: Bool
    ) {
        self.sourceFrame = sourceFrame
        self.targetFrame = targetFrame
        self.navigationType = navigationType
        self.request = request
        self.shouldPerformDownload = shouldPerformDownload
    }

    /// The same action with what the engine does not carry of the app's request: its method and body.
    func with(body appRequest: URLRequest) -> WKNavigationAction {
        var whole = request
        whole.httpMethod = appRequest.httpMethod
        whole.httpBody = appRequest.httpBody
        if let stream = appRequest.httpBodyStream { whole.httpBodyStream = stream }
        return WKNavigationAction(
            sourceFrame: sourceFrame, targetFrame: targetFrame, navigationType: navigationType, request: whole,
            shouldPerformDownload: shouldPerformDownload)
    }
}
