internal import CWebKitGTK
internal import GLib

extension WKWebView {
    /// The `GtkWidget *` of the view, for embedding in any GTK 4 program.
    ///
    /// The view owns the widget. While the widget has a GTK parent, the parent keeps the view alive, as a superview does.
    public var widget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(engine.view.pointer) }
}
