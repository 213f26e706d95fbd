import GawaWebKit

/// The typed bridge over script messages alone.
struct GawaMessagesLayer: Layer {
    static let name = "gawa-messages"

    private let layer = GawaLayer(carrier: .messages)

    func install(in configuration: WKWebViewConfiguration) {
        layer.install(in: configuration)
    }

    func push(_ count: Int, to webView: WKWebView) {
        layer.push(count, to: webView)
    }
}
