internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// How many lanes the documents of one view may have open: each has a thread.
    private static let maximumLaneCount = 64

    /// Hands a lane to its handler, or closes it.
    func take(_ offer: LaneOffer, of message: Retained) {
        // The module counts the lanes that it has offered until they are answered; it is not told what became of them.
        defer { webkit_user_message_send_reply(message.pointer, webkit_user_message_new("taken", nil)) }
        guard Origin.isPlausible(offer.origin, isMainFrame: offer.isMainFrame, committedURL: committedURL) else {
            return Log.write("A lane that claims the origin \(offer.origin) while \(committedURL) is shown was closed")
        }
        let controller = configuration.userContentController
        guard let world = WKContentWorld.existing(engineName: offer.world), world == .page,
            let handler = controller.handler(world: world, name: offer.handler, registration: offer.registration)?
                .laneAccepting
        else { return Log.write("A lane to the handler '\(offer.handler)', which takes none, was closed") }
        guard let owner else { return }
        guard controller.lanes.count(of: self) < Self.maximumLaneCount else {
            return Log.write("A page has opened too many lanes; one was closed")
        }
        controller.lanes.append(offer.lane, to: HandlerKey(world: world, name: offer.handler), of: self)
        let frame = WKFrameInfo(
            frameID: offer.frameID, isMainFrame: offer.isMainFrame, url: offer.url,
            origin: KnownOrigins.origin(offer.origin), webView: owner)
        handler.userContentController(controller, didOpen: offer.lane, from: frame, of: owner)
    }
}
