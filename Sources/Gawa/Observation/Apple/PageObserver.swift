// Apple's web view is observed by its keys; see Linux/ for the other.
import GawaWebKit

/// Tells when what a view shows has moved on.
@MainActor
final class PageObserver {
    private var observations: [NSKeyValueObservation] = []

    /// Observes the load: the URL and the progress.
    ///
    /// - Parameter hasChrome: Whether to observe what a window shows around the page, too: its title, and whether there is
    ///   history.
    init(_ webView: WKWebView, hasChrome: Bool = false, onChange: @escaping @MainActor () -> Void) {
        // Changes of a web view come on the main thread.
        let changed: @Sendable () -> Void = { MainActor.assumeIsolated { onChange() } }
        observations = [
            webView.observe(\.url) { _, _ in changed() },
            webView.observe(\.isLoading) { _, _ in changed() },
            webView.observe(\.estimatedProgress) { _, _ in changed() },
        ]
        guard hasChrome else { return }
        observations += [
            webView.observe(\.title) { _, _ in changed() },
            webView.observe(\.canGoBack) { _, _ in changed() },
            webView.observe(\.canGoForward) { _, _ in changed() },
        ]
    }
}
