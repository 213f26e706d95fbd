internal import CWebKitGTK
internal import GLib

/// A bare window around one web view.
///
/// A presented window stays until it is closed, whoever holds this object, and keeps its view alive so long.
@MainActor
public final class WebViewWindow {
    /// Called once, after the window was closed by the user or by ``close()``.
    public var onClose: (() -> Void)?

    private let window: Retained
    private var connection: SignalConnection?
    // The window's own hold on this object while it is shown.
    private var shown: WebViewWindow?

    /// Makes a window, not shown yet.
    ///
    /// - Parameter size: The size of the content, in points.
    public init(webView: WKWebView, title: String, size: CGSize) {
        window = Retained(retaining: OpaquePointer(gtk_window_new()))
        gtk_window_set_title(window.cast(), title)
        gtk_window_set_default_size(window.cast(), Int32(size.width), Int32(size.height))
        gtk_window_set_child(window.cast(), webView.engine.view.cast())
        connection = connect(window, "close-request") { [weak self] _ in
            // Handled here: GTK emits "destroy" only once the last reference has gone, and this object holds one.
            self?.close()
            return .boolean(true)
        }
    }

    isolated deinit {
        // A window that was never shown still belongs to GTK's list of windows.
        if connection != nil { gtk_window_destroy(window.cast()) }
    }

    /// Shows the window, or brings it to the front.
    public func present() {
        shown = self
        gtk_window_present(window.cast())
    }

    /// Closes the window and lets its view go; closing it again does nothing.
    public func close() {
        guard connection != nil else { return }
        connection = nil
        gtk_window_set_child(window.cast(), nil)
        gtk_window_destroy(window.cast())
        let onClose = onClose
        self.onClose = nil
        shown = nil
        onClose?()
    }
}
