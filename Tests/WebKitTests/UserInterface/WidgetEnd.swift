import CGLib
import WebKit

/// Notices when a view's widget is finalised.
@MainActor
final class WidgetEnd {
    private(set) var isFinalized = false

    init(_ view: WKWebView) {
        // Released by the one call.
        let box = Unmanaged.passRetained(self).toOpaque()
        g_object_weak_ref(
            view.widget.assumingMemoryBound(to: GObject.self),
            { data, _ in
                guard let data else { return }
                nonisolated(unsafe) let box = data
                // Widgets are finalised on the main thread.
                MainActor.assumeIsolated {
                    Unmanaged<WidgetEnd>.fromOpaque(box).takeRetainedValue().isFinalized = true
                }
            }, box)
    }
}
