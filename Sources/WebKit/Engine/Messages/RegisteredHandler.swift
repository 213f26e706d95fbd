/// A message handler of either kind.
enum RegisteredHandler {
    case plain(any WKScriptMessageHandler)
    case withReply(any WKScriptMessageHandlerWithReply)

    /// The handler as one that takes lanes, if it is.
    @MainActor
    var laneAccepting: (any LaneAccepting)? {
        switch self {
        case .plain(let handler): handler as? any LaneAccepting
        case .withReply(let handler): handler as? any LaneAccepting
        }
    }
}

/// What makes a handler unique within its controller.
struct HandlerKey: Hashable {
    // Holds the world, so that a named one lives as long as it has handlers.
    let world: WKContentWorld
    let name: String
}

/// One registration of a handler. One that is removed and added again under its name is another.
struct HandlerRegistration {
    let handler: RegisteredHandler
    /// No other registration of the controller has it.
    let number: UInt64
}

/// What the module is told of a handler.
struct HandlerEntry {
    let key: HandlerKey
    let hasLanes: Bool
    let number: UInt64
}
