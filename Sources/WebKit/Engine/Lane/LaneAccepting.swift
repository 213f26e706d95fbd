/// A message handler whose documents may open lanes to it.
///
/// A handler of the page's world that conforms when it is added has `openLane` in the page; see
/// `Documentation/Design/fast-lane.md`.
@MainActor
package protocol LaneAccepting: AnyObject {
    /// A document has opened a lane.
    ///
    /// A lane that is not started, and that nobody holds any more, closes.
    ///
    /// - Parameter frame: The frame of the document, with the facts that the engine attests, as of a message.
    func userContentController(
        _ controller: WKUserContentController, didOpen lane: Lane, from frame: WKFrameInfo, of webView: WKWebView)
}
