internal import CWebKitGTK
internal import GLib

/// A dialog that a script waits for; letting it go ends it with the answer that stands.
@MainActor
final class ScriptDialog {
    enum Kind {
        case alert, confirm, prompt, beforeUnload
    }

    let kind: Kind
    let message: String
    /// The text that a prompt begins with.
    let defaultText: String
    let pointer: OpaquePointer
    // The engine writes to the view when the dialog ends.
    private let view: Retained

    init(_ pointer: OpaquePointer, view: Retained) {
        self.pointer = webkit_script_dialog_ref(pointer)
        self.view = view
        kind =
            switch webkit_script_dialog_get_dialog_type(pointer) {
            case WEBKIT_SCRIPT_DIALOG_ALERT: .alert
            case WEBKIT_SCRIPT_DIALOG_CONFIRM: .confirm
            case WEBKIT_SCRIPT_DIALOG_PROMPT: .prompt
            default: .beforeUnload
            }
        message = webkit_script_dialog_get_message(pointer).map { String(cString: $0) } ?? ""
        defaultText =
            kind == .prompt
            ? webkit_script_dialog_prompt_get_default_text(pointer).map { String(cString: $0) } ?? "" : ""
    }

    isolated deinit {
        // Ends the dialog when nothing has.
        webkit_script_dialog_unref(pointer)
    }

    /// Ends the dialog; ending it again does nothing.
    ///
    /// Never within the engine's emission of the signal: it gives its own reference back afterwards, and has none then.
    func close() {
        webkit_script_dialog_close(pointer)
    }

    func close(isConfirmed: Bool) {
        webkit_script_dialog_confirm_set_confirmed(pointer, isConfirmed ? 1 : 0)
        close()
    }

    /// Ends a prompt; nil gives the page null.
    func close(text: String?) {
        // C text ends at a NUL.
        if let text { webkit_script_dialog_prompt_set_text(pointer, text.replacing("\0", with: "\u{FFFD}")) }
        close()
    }
}
