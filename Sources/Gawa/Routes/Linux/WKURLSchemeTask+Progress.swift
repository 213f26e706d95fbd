// Our engine tells what has become of an answer; see Apple/ for the other.
internal import GawaWebKit

extension WKURLSchemeTask {
    /// Whether the request has a body that cannot be had, such as one with a `Blob` in it.
    @MainActor
    var isBodyLeftOut: Bool { progress?.isBodyLeftOut ?? false }

    /// Whether the request has a body that is longer than the routes' limit.
    @MainActor
    var isBodyTooLong: Bool { progress?.isBodyTooLong ?? false }

    /// Waits until the engine has taken what it was given, but for a little.
    @MainActor
    func waitForRoom() async {
        await progress?.waitForRoom()
        // A body of many small pieces must leave turns to others.
        await Task.yield()
    }

    /// Calls an action when the view goes: the handler is not told then.
    @MainActor
    func whenViewGoes(_ webView: WKWebView, action: @escaping @MainActor () -> Void) {
        progress?.onAbandonment(action)
    }

    private var progress: (any SchemeTaskProgress)? { self as? any SchemeTaskProgress }
}
