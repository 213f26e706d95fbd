internal import CWebKitGTK
internal import GLib
internal import JavaScriptValues

extension EngineView {
    /// Takes a message of the module.
    ///
    /// - Returns: Whether it was one; the engine answers others with an error.
    func receive(_ message: Retained) -> Bool {
        guard let post = PostedMessage(message) else {
            if let news = DialogAnnouncement(message) {
                dialogFrames.take(news)
                return true
            }
            if let offer = LaneOffer(message) {
                take(offer, of: message)
                return true
            }
            Log.write("A message that is not the module's was dropped")
            return false
        }
        guard post.isPlausible(committedURL: committedURL) else {
            Log.write("A message that claims the origin \(post.origin) while \(committedURL) is shown was dropped")
            answer(message, reject: "Failed same-origin check.", name: "InvalidAccessError")
            return true
        }
        let controller = configuration.userContentController
        guard let world = WKContentWorld.existing(engineName: post.world),
            let handler = controller.handler(world: world, name: post.handler, registration: post.registration)
        else {
            Log.write("A message for the handler '\(post.handler)', which is not there, was refused")
            answer(message, reject: "The message handler was removed.", name: "InvalidAccessError")
            return true
        }
        let body: Any?
        do {
            body = try JavaScriptValueDecoder.decode(post.body)
        } catch {
            Log.write("A message for the handler '\(post.handler)' was refused: \(error)")
            answer(message, reject: "The message could not be read.", name: "DataCloneError")
            return true
        }
        let frame = WKFrameInfo(
            frameID: post.frameID, isMainFrame: post.isMainFrame, url: post.url,
            origin: KnownOrigins.origin(post.origin),
            webView: owner)
        let scriptMessage = WKScriptMessage(
            body: body, webView: owner, frameInfo: frame, name: post.handler, world: world)
        switch handler {
        case .plain(let handler):
            handler.userContentController(controller, didReceive: scriptMessage)
            answer(message, value: nil)
        case .withReply(let handler):
            let reply = MessageReply { value in self.answer(message, value) }
            let full: @MainActor @Sendable (Any?, String?) -> Void = { reply.answer($0, $1) }
            handler.userContentController(controller, didReceive: scriptMessage, replyHandler: full)
        }
        return true
    }

    private func answer(_ message: Retained, _ reply: ReplyValue) {
        if let error = reply.pair.1 {
            answer(message, reject: error, name: "")
        } else {
            answer(message, value: reply.pair.0)
        }
    }

    private func answer(_ message: Retained, value: Any?) {
        do {
            send("resolve", [try JavaScriptValueEncoder.encode(value)], to: message)
        } catch {
            Log.write("A reply could not be sent: \(error)")
            answer(
                message, reject: "WKWebView API client response to this postMessage was unable to be serialized",
                name: "")
        }
    }

    private func answer(_ message: Retained, reject text: String, name: String) {
        // Text always encodes; should it not, the promise is rejected all the same, without words.
        let codecText = (try? JavaScriptValueEncoder.encode(text)) ?? "\"\""
        send("reject", [name, codecText], to: message)
    }

    private func send(_ name: String, _ strings: [String], to message: Retained) {
        let parameters = Variant(tupleOfStrings: strings)
        let reply = parameters.withPointer { webkit_user_message_new(name, $0) }
        webkit_user_message_send_reply(message.pointer, reply)
    }
}
