internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// The main frame as the host saw it committed.
    ///
    /// For the engine's signals that name no frame; see `Documentation/Compatibility.md`.
    var mainFrame: WKFrameInfo {
        WKFrameInfo(
            frameID: 0, isMainFrame: true, url: committedURL.isEmpty ? "about:blank" : committedURL,
            origin: Origin(committedURL), webView: owner)
    }

    /// Apple's form of a `WebKitNavigationAction *`.
    ///
    /// - Parameter opensWindow: The navigation would be that of a new window.
    func navigationAction(_ action: OpaquePointer, opensWindow: Bool) -> WKNavigationAction {
        let frame = mainFrame
        return WKNavigationAction(
            sourceFrame: frame, targetFrame: opensWindow ? nil : frame,
            navigationType: WKNavigationType(webkit_navigation_action_get_navigation_type(action)),
            request: URLRequest(engineRequest: webkit_navigation_action_get_request(action)),
            shouldPerformDownload: false)
    }
}

extension WKNavigationType {
    fileprivate init(_ type: CWebKitGTK.WebKitNavigationType) {
        switch type {
        case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: self = .linkActivated
        case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED: self = .formSubmitted
        case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: self = .backForward
        case WEBKIT_NAVIGATION_TYPE_RELOAD: self = .reload
        case WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: self = .formResubmitted
        default: self = .other
        }
    }
}
