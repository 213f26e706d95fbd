import Gawa

/// The typed bridge: functions with types on both sides.
struct GawaLayer: Layer {
    static let name = "gawa"

    private let bridge = Bridge(BenchService(), allowing: .origins(["https://bench.example"]))

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

/// Gives back what the page sends.
private struct BenchService: BridgeService {
    static let name = "bench"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("echo", "value") { (_: Self, value: String) in value }
        bridge.function("item", "value") { (_: Self, value: Item) in value }
        bridge.function("items", "value") { (_: Self, value: [Item]) in value }
    }
}
