import GawaWebKit

/// Apple's API with the floor's page, which sends and takes JSON text: what our WebKit adds to the engine's messages.
struct TextLayer: Layer {
    static let name = "text"

    func install(in configuration: WKWebViewConfiguration) {
        WebKitLayer().install(in: configuration)
    }

    func push(_ count: Int, to webView: WKWebView) {
        for index in 0..<count {
            let item = Item(index)
            let text = #"{"id":\#(item.id),"name":"\#(item.name)","done":\#(item.done),"score":\#(item.score)}"#
            webView.callAsyncJavaScript("pushed(text)", arguments: ["text": text], in: nil, in: .page)
        }
    }
}
