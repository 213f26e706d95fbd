import GawaWebKit

/// Tells when the document in a view's main frame is another than it was.
///
/// The engine ends what runs in a document when it ends the document. One that it keeps for a step back it leaves as it
/// is, so that a script there would wait for as long.
@MainActor
final class DocumentWatch {
    // Pages do not see what a world of the app's own keeps in its global object.
    private static let world = WKContentWorld.world(name: "gawa.document")

    private weak var webView: WKWebView?
    private var observer: PageObserver?
    private var onLeave: (() -> Void)?
    private var mark: String?
    private var isReading = false
    private var isReadDue = false

    /// Begins with the document that is there now.
    init(_ webView: WKWebView, onLeave: @escaping () -> Void) {
        self.webView = webView
        self.onLeave = onLeave
        read()
        observer = PageObserver(webView) { [weak self] in self?.check() }
    }

    /// Looks whether the document is still the same.
    func check() {
        if isReading { isReadDue = true } else { read() }
    }

    func stop() {
        onLeave = nil
        observer = nil
    }

    private func read() {
        guard onLeave != nil, let webView else { return }
        isReading = true
        webView.callAsyncJavaScript(
            "return globalThis.mark ??= String(Math.random())", arguments: [:], in: nil, in: Self.world
        ) { [weak self] result in
            // What fails here fails for the script, too.
            self?.take((try? result.get()) as? String)
        }
    }

    private func take(_ found: String?) {
        isReading = false
        if let found, let mark, found != mark {
            let onLeave = onLeave
            stop()
            onLeave?()
        }
        mark = mark ?? found
        guard isReadDue else { return }
        isReadDue = false
        read()
    }
}
