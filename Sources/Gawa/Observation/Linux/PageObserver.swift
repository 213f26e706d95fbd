// Key-value observing does not exist on Linux, where a web view is `Observable` instead.
import GawaWebKit
import Observation

/// Tells when the load of a view has moved on.
@MainActor
final class PageObserver {
    private weak var webView: WKWebView?
    private let onChange: @MainActor () -> Void

    init(_ webView: WKWebView, onChange: @escaping @MainActor () -> Void) {
        self.webView = webView
        self.onChange = onChange
        observe()
    }

    private func observe() {
        guard let webView else { return }
        withObservationTracking {
            _ = webView.url
            _ = webView.isLoading
            _ = webView.estimatedProgress
        } onChange: { [weak self] in
            // Told before the change: look after it.
            Task { @MainActor in
                self?.observe()
                self?.onChange()
            }
        }
    }
}
