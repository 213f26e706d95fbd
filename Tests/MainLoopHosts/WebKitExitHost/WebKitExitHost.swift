import CWebKitGTK
import Foundation
import MainLoop
import MainLoopHostSupport

/// A program with an async main that ends, from a thread of the concurrency runtime, while web views are at work.
@main
struct WebKitExitHost {
    static func main() async {
        Host.reportExit()
        for _ in 0..<3 { await show() }
        await Task.detached { () -> Void in exit(0) }.value
    }

    @MainActor private static func show() async {
        guard gtk_init_check() != 0, let widget = webkit_web_view_new(), let window = gtk_window_new() else {
            // Nothing was proved; the test tells this from a clean exit.
            exit(69)
        }
        gtk_window_set_child(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self), widget)
        gtk_window_present(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self))
        let view = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: WebKitWebView.self)
        webkit_web_view_load_html(view, page, nil)
        // The title comes from the web process through GLib, so this also proves that GLib is served.
        while webkit_web_view_get_title(view) == nil { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Keeps the main thread busy with messages of the engine until the end.
    private static let page = """
        <body style="position: absolute"><script>
        let count = 0;
        setInterval(() => { document.title = `Title ${count++}`; history.replaceState(count, ""); }, 0);
        requestAnimationFrame(function draw() {
            document.body.style.left = `${count}px`;
            requestAnimationFrame(draw);
        });
        </script>
        """
}
