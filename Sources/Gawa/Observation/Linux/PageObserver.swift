// Key-value observing does not exist on Linux, where a web view is `Observable` instead.
import GawaWebKit
import Observation

/// Tells when what a view shows has moved on.
@MainActor
final class PageObserver {
    private weak var webView: WKWebView?
    private let hasChrome: Bool
    private let onChange: @MainActor () -> Void

    /// Observes the load: the URL and the progress.
    ///
    /// - Parameter hasChrome: Whether to observe what a window shows around the page, too: its title, and whether there is
    ///   history.
    init(_ webView: WKWebView, hasChrome: Bool = false, onChange: @escaping @MainActor () -> Void) {
        self.webView = webView
        self.hasChrome = hasChrome
        self.onChange = onChange
        observe()
    }

    private func observe() {
        guard let webView else { return }
        withObservationTracking {
            _ = webView.url
            _ = webView.isLoading
            _ = webView.estimatedProgress
            guard hasChrome else { return }
            _ = webView.title
            _ = webView.canGoBack
            _ = webView.canGoForward
        } onChange: { [weak self] in
            // Told before the change: look after it.
            Task { @MainActor in
                self?.observe()
                self?.onChange()
            }
        }
    }
}
