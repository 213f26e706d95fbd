internal import CWebKitGTK
internal import GLib

/// The module's news of the frame that shows a dialog; see `Documentation/Design/web-process-module.md`.
///
/// What holds of the facts of a post holds of these.
enum DialogAnnouncement {
    case begin(number: UInt64, DialogFrame)
    case end(number: UInt64)

    /// Reads a message, or gives nil when it is another or has another shape.
    @MainActor
    init?(_ message: Retained) {
        guard let name = webkit_user_message_get_name(message.pointer).map({ String(cString: $0) }),
            let parameters = webkit_user_message_get_parameters(message.pointer).map({ Variant(retaining: $0) })
        else { return nil }
        switch (name, parameters.type) {
        case ("dialog", "(ttbss)"):
            self = .begin(
                number: parameters.child(0).uint64,
                DialogFrame(
                    frameID: parameters.child(1).uint64, isMainFrame: parameters.child(2).boolean,
                    url: parameters.child(3).string, origin: parameters.child(4).string))
        case ("dialog-end", "(t)"):
            self = .end(number: parameters.child(0).uint64)
        default: return nil
        }
    }
}

/// The frame that shows a dialog.
struct DialogFrame {
    let frameID: UInt64
    let isMainFrame: Bool
    let url: String
    let origin: String
}

/// The dialogs that the module has told of and that have not ended, innermost last.
struct DialogFrames {
    private var open: [(number: UInt64, frame: DialogFrame)] = []

    mutating func take(_ news: DialogAnnouncement) {
        switch news {
        case .begin(let number, let frame):
            // A dialog within another is the page's doing: the text of the outer one is made by a script.
            if open.count == 16 { open.removeFirst() }
            open.append((number, frame))
        case .end(let number): open.removeAll { $0.number == number }
        }
    }

    mutating func removeAll() {
        open.removeAll()
    }

    /// The frame of a dialog that comes now; nil when the module told of none.
    var current: DialogFrame? { open.last?.frame }
}
