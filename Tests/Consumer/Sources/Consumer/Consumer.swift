import Gawa
import PageFiles

/// Gives back the page's words.
struct Greeter: BridgeService {
    static let name = "greeter"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("greet", "words") { (_: Self, words: String) in words }
    }
}

/// Loads a page of the executable that calls the bridge and then posts, and prints what only the module in the web process can know.
@main
@MainActor
final class Consumer: NSObject, WKScriptMessageHandler {
    private let arrived: CheckedContinuation<WKScriptMessage, Never>

    static func main() async {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let content = PageContent.app(embedded: EmbeddedAssets(PageFiles_assets()))
        content.install(in: configuration)
        let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 320, height: 240), configuration: configuration)
        let message = await withCheckedContinuation { continuation in
            configuration.userContentController.add(Consumer(continuation), name: "hello")
            Bridge(Greeter(), allowing: .origins(content.origins)).install(in: configuration)
            content.load(in: webView)
        }
        configuration.userContentController.removeAllScriptMessageHandlers()
        print("\(message.body) from \(message.frameInfo.securityOrigin.host)")
    }

    private init(_ arrived: CheckedContinuation<WKScriptMessage, Never>) {
        self.arrived = arrived
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        arrived.resume(returning: message)
    }
}
