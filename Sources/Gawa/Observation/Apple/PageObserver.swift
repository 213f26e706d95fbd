// Apple's web view is observed by its keys; see Linux/ for the other.
import GawaWebKit

/// Tells when the load of a view has moved on.
@MainActor
final class PageObserver {
    private var observations: [NSKeyValueObservation] = []

    init(_ webView: WKWebView, onChange: @escaping @MainActor () -> Void) {
        // Changes of a web view come on the main thread.
        let changed: @Sendable () -> Void = { MainActor.assumeIsolated { onChange() } }
        observations = [
            webView.observe(\.url) { _, _ in changed() },
            webView.observe(\.isLoading) { _, _ in changed() },
            webView.observe(\.estimatedProgress) { _, _ in changed() },
        ]
    }
}
