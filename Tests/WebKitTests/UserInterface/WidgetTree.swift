import CGLib
import Foundation

/// The widgets that are on the screen, for tests of the dialogs that GTK shows.
@MainActor
enum WidgetTree {
    typealias Widget = UnsafeMutableRawPointer

    /// A button did not come in time.
    struct Missing: Error {
        let label: String
        let present: [String]
    }

    /// Waits until a button with a label is on the screen, and presses it.
    static func press(_ label: String) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            if let button = buttons.first(where: { $0.label == label }) {
                emit("clicked", on: button.widget)
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Missing(label: label, present: labels)
    }

    /// Waits until a button is on the screen.
    static func waitForButton(_ label: String) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while !buttons.contains(where: { $0.label == label }) {
            guard ContinuousClock.now < end else {
                throw Missing(label: label, present: labels)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until a text is on the screen.
    static func waitForText(_ text: String) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while !texts.contains(text) {
            guard ContinuousClock.now < end else { throw Missing(label: text, present: texts) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The labels of all buttons of all windows.
    static var labels: [String] { buttons.map(\.label) }

    /// The labels of the buttons that are on the screen.
    static var visibleLabels: [String] {
        let isMapped: @convention(c) (Widget) -> gboolean = function("gtk_widget_get_mapped")
        return buttons.filter { isMapped($0.widget) != 0 }.map(\.label)
    }

    /// All texts of all labels that are no buttons'.
    static var texts: [String] {
        let text: @convention(c) (Widget) -> UnsafePointer<CChar>? = function("gtk_label_get_text")
        return all.filter { typeName($0) == "GtkLabel" }.compactMap { text($0).map { String(cString: $0) } }
    }

    private static var buttons: [(label: String, widget: Widget)] {
        let label: @convention(c) (Widget) -> UnsafePointer<CChar>? = function("gtk_button_get_label")
        return all.filter { typeName($0) == "GtkButton" }.compactMap { button in
            label(button).map { (String(cString: $0), button) }
        }
    }

    private static var all: [Widget] {
        let toplevels: @convention(c) () -> OpaquePointer? = function("gtk_window_get_toplevels")
        let first: @convention(c) (Widget) -> Widget? = function("gtk_widget_get_first_child")
        let next: @convention(c) (Widget) -> Widget? = function("gtk_widget_get_next_sibling")
        func tree(_ widget: Widget) -> [Widget] {
            guard let child = first(widget) else { return [widget] }
            return [widget] + sequence(first: child, next: { next($0) }).flatMap(tree)
        }
        guard let list = toplevels() else { return [] }
        return (0..<g_list_model_get_n_items(list)).flatMap { index -> [Widget] in
            guard let window = g_list_model_get_item(list, index) else { return [] }
            defer { g_object_unref(window) }
            return tree(window)
        }
    }

    private static func typeName(_ widget: Widget) -> String {
        String(cString: g_type_name_from_instance(widget.assumingMemoryBound(to: GTypeInstance.self)))
    }

    private static func emit(_ signal: String, on widget: Widget) {
        let instance = widget.assumingMemoryBound(to: GTypeInstance.self)
        var value = GValue()
        g_value_init(&value, instance.pointee.g_class.pointee.g_type)
        g_value_set_object(&value, widget)
        g_signal_emitv(&value, g_signal_lookup(signal, instance.pointee.g_class.pointee.g_type), 0, nil)
        g_value_unset(&value)
    }

    /// A C function of GTK or the engine, which tests do not import.
    static func function<Function>(_ name: String) -> Function {
        guard let symbol = dlsym(nil, name) else { preconditionFailure("GTK has \(name)") }
        return unsafeBitCast(symbol, to: Function.self)
    }
}
