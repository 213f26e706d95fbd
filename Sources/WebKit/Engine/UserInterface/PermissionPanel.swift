internal import CWebKitGTK
internal import GLib

/// Asks the user for a permission, in a small window over that of the view.
///
/// Closing it, and the end of the page, are a no.
@MainActor
final class PermissionPanel: Expiring {
    private let window: Retained
    private var answer: ((PermissionPanel, Bool) -> Void)?
    private var connections: [SignalConnection] = []

    init(view: Retained, question: String, answer: @escaping @MainActor (PermissionPanel, Bool) -> Void) {
        self.answer = answer
        window = Retained(retaining: OpaquePointer(gtk_window_new()))
        gtk_window_set_title(window.cast(), "Permission")
        gtk_window_set_modal(window.cast(), 1)
        gtk_window_set_resizable(window.cast(), 0)
        if let root = gtk_widget_get_root(view.cast()) {
            gtk_window_set_transient_for(window.cast(), UnsafeMutablePointer(root))
        }
        let content: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
        for set in [
            gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start,
            gtk_widget_set_margin_end,
        ] { set(content, 18) }
        let label = gtk_label_new(question)
        gtk_label_set_wrap(OpaquePointer(label), 1)
        append(label, to: content)
        let buttons: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
        gtk_widget_set_halign(buttons, GTK_ALIGN_END)
        append(buttons, to: content)
        for (title, isAllowed) in [("Don’t Allow", false), ("Allow", true)] {
            guard let button = gtk_button_new_with_label(title) else { continue }
            append(button, to: buttons)
            connections.append(
                connect(Retained(retaining: OpaquePointer(button)), "clicked") { [weak self] _ in
                    self?.end(isAllowed)
                    return .none
                })
        }
        gtk_window_set_child(window.cast(), content)
        connections.append(
            connect(window, "close-request") { [weak self] _ in
                self?.end(false)
                return .boolean(true)
            })
    }

    private func append(_ child: UnsafeMutablePointer<GtkWidget>?, to box: UnsafeMutablePointer<GtkWidget>) {
        gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), child)
    }

    func present() {
        gtk_window_present(window.cast())
    }

    func expire(_ reason: String) {
        if answer != nil { Log.write("A question for a permission was not answered before \(reason): it is denied") }
        end(false)
    }

    private func end(_ isAllowed: Bool) {
        guard let answer else { return }
        self.answer = nil
        connections.removeAll()
        gtk_window_destroy(window.cast())
        answer(self, isAllowed)
    }
}
