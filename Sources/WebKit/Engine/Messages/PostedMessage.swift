internal import CWebKitGTK
internal import GLib

/// The facts of a `post` message of the web-process module; see `Documentation/Design/web-process-module.md`.
///
/// They hold against page JavaScript. Against a web process that was taken over they are claims, so the host checks
/// what it can and no claim widens what is allowed.
struct PostedMessage {
    let frameID: UInt64
    let isMainFrame: Bool
    let url: String
    let origin: String
    let world: String
    let handler: String
    let registration: UInt64
    let body: String

    /// Reads a message, or gives nil when it is another or has another shape.
    @MainActor
    init?(_ message: Retained) {
        // A message from a process may have no name.
        guard let name = webkit_user_message_get_name(message.pointer), String(cString: name) == "post",
            let parameters = webkit_user_message_get_parameters(message.pointer).map({ Variant(retaining: $0) }),
            parameters.type == "(tbtssssts)"
        else { return nil }
        frameID = parameters.child(0).uint64
        isMainFrame = parameters.child(1).boolean
        url = parameters.string(at: 3)
        origin = parameters.string(at: 4)
        world = parameters.string(at: 5)
        handler = parameters.string(at: 6)
        registration = parameters.child(7).uint64
        body = parameters.string(at: 8)
    }

    /// Whether the claimed origin can be true; see ``Origin/isPlausible(_:isMainFrame:committedURL:)``.
    @MainActor
    func isPlausible(committedURL: String) -> Bool {
        Origin.isPlausible(origin, isMainFrame: isMainFrame, committedURL: committedURL)
    }
}
