/// A message handler of either kind.
enum RegisteredHandler {
    case plain(any WKScriptMessageHandler)
    case withReply(any WKScriptMessageHandlerWithReply)
}

/// What makes a handler unique within its controller.
struct HandlerKey: Hashable {
    // Holds the world, so that a named one lives as long as it has handlers.
    let world: WKContentWorld
    let name: String
}
