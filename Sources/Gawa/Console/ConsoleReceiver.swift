import GawaWebKit

/// Takes the messages of one console's script.
///
/// A content controller holds its handlers, so this holds the console weakly.
@MainActor
final class ConsoleReceiver: NSObject, WKScriptMessageHandler {
    weak var console: PageConsole?

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        console?.receive(message.body, from: message.frameInfo)
    }
}
