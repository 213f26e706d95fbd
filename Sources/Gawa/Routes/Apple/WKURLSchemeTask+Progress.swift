// Apple's engine takes what it is given at once, and tells nobody when the page has read it; see Linux/ for the other.
internal import GawaWebKit

extension WKURLSchemeTask {
    /// Whether the request has a body that cannot be had.
    @MainActor
    var isBodyLeftOut: Bool { false }

    /// Whether the request has a body that is longer than the routes' limit; here that is seen when it is read.
    @MainActor
    var isBodyTooLong: Bool { false }

    /// Lets others have a turn between two pieces.
    @MainActor
    func waitForRoom() async {
        await Task.yield()
    }

    /// Calls an action when the view goes: the handler is not told then.
    @MainActor
    func whenViewGoes(_ webView: WKWebView, action: @escaping @MainActor () -> Void) {
        ViewEnd.of(webView).add(action, for: self)
    }
}
