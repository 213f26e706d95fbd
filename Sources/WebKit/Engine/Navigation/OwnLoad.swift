internal import CWebKitGTK

/// A load that the app asked for, from the call to its start.
struct OwnLoad {
    let navigation: WKNavigation
    let kind: WKNavigationType
    /// What the app gave, with the body that the engine does not take.
    let request: URLRequest?

    /// Whether an action of the engine's is the first request of this load.
    ///
    /// The engine does not tell. Of one kind with the same URL, the load of the app's comes first.
    @MainActor
    func begins(with action: WKNavigationAction) -> Bool {
        guard kind == action.navigationType else { return false }
        guard kind == .other else { return true }
        guard let own = request?.url else { return false }
        // Written as the engine writes it.
        let engineRequest = webkit_uri_request_new(own.absoluteString)
        defer { g_object_unref(engineRequest.map { UnsafeMutableRawPointer($0) }) }
        return URLRequest(engineRequest: engineRequest).url == action.request.url
    }
}
