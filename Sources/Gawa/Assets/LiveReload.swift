import GawaWebKit

/// Loads the pages of the app's files anew when a file changes.
@MainActor
final class LiveReload {
    private struct View {
        weak var webView: WKWebView?
    }

    private static let interval = Duration.milliseconds(250)
    private var views: [ObjectIdentifier: View] = [:]

    /// Begins to look; nil for files that cannot change.
    init?(of store: any AssetStore) {
        guard let tree = store as? AssetTree else { return nil }
        let root = tree.root.path(percentEncoded: false)
        Task { [weak self] in
            var shown = await FolderState.now(of: root)
            var before = shown
            while (try? await Task.sleep(for: Self.interval)) != nil, self != nil {
                let now = await FolderState.now(of: root)
                // A build that writes one file after the other has come to rest.
                if now == before, now != shown {
                    shown = now
                    self?.reload()
                }
                before = now
            }
        }
    }

    /// Remembers a view that asked for something.
    func add(_ webView: WKWebView) {
        views[ObjectIdentifier(webView)] = View(webView: webView)
    }

    private func reload() {
        views = views.filter { $0.value.webView != nil }
        for view in views.values {
            guard let webView = view.webView, webView.url?.scheme == RouteAddress.scheme else { continue }
            webView.reload()
        }
    }
}
