import Foundation
import GawaWebKit

/// Hands the messages of a content controller to the bridge that is installed there.
class MessageAdapter: NSObject, WKScriptMessageHandlerWithReply {
    let bridge: Bridge

    init(_ bridge: Bridge) {
        self.bridge = bridge
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        guard let webView = message.webView else { return replyHandler(nil, "The web view has gone") }
        bridge.receive(message.body, from: message.frameInfo, of: webView) { replyHandler($0, $1) }
    }

    /// Told when the bridge is about to be taken out of the controller.
    func refuse() {}

    /// Told when the bridge is taken out of the controller.
    func close() {}
}
