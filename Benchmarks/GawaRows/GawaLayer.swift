import Gawa

/// The typed bridge: functions with types on both sides.
struct GawaLayer: Layer {
    static let name = "gawa"

    private let bridge: Bridge

    init(carrier: BridgeCarrier = .automatic) {
        bridge = Bridge(BenchService(), allowing: .origins(["https://bench.example"]), carrier: carrier)
    }

    func install(in configuration: WKWebViewConfiguration) {
        bridge.install(in: configuration)
    }

    func push(_ count: Int, to webView: WKWebView) {
        let page = bridge.page(in: webView)
        for index in 0..<count {
            Task {
                do {
                    try await page.call("pushed", Item(index), timeout: .seconds(100))
                } catch {
                    FileHandle.standardError.write(Data("GawaRows: \(error)\n".utf8))
                }
            }
        }
    }
}
