internal import CWebKitGTK
internal import GLib

/// The facts of a `lane` message of the web-process module, and the lane whose descriptor came with it.
///
/// What holds of the facts of a post holds of these. The lane closes unless somebody keeps it.
struct LaneOffer {
    let frameID: UInt64
    let isMainFrame: Bool
    let url: String
    let origin: String
    let world: String
    let handler: String
    let registration: UInt64
    let lane: Lane

    /// Reads a message, or gives nil when it is another or has another shape; its descriptors are closed with it.
    @MainActor
    init?(_ message: Retained) {
        guard let name = webkit_user_message_get_name(message.pointer), String(cString: name) == "lane",
            let parameters = webkit_user_message_get_parameters(message.pointer).map({ Variant(retaining: $0) }),
            parameters.type == "(tbtsssst)",
            let list = webkit_user_message_get_fd_list(message.pointer), g_unix_fd_list_get_length(list) == 1,
            // A copy, whose number none of our children gets.
            case let socket = g_unix_fd_list_get(list, 0, nil), socket >= 0,
            let lane = Lane(taking: socket)
        else { return nil }
        self.lane = lane
        frameID = parameters.child(0).uint64
        isMainFrame = parameters.child(1).boolean
        url = parameters.string(at: 3)
        origin = parameters.string(at: 4)
        world = parameters.string(at: 5)
        handler = parameters.string(at: 6)
        registration = parameters.child(7).uint64
    }
}
