import GawaWebKit

extension ConsoleFrame {
    /// The facts of a frame that sent a message.
    @MainActor
    init(_ frame: WKFrameInfo) {
        let origin = frame.securityOrigin
        let host = origin.host.contains(":") && !origin.host.hasPrefix("[") ? "[\(origin.host)]" : origin.host
        let port = origin.port > 0 ? ":\(origin.port)" : ""
        self.init(
            isMainFrame: frame.isMainFrame,
            origin: origin.protocol.isEmpty ? nil : "\(origin.protocol)://\(host)\(port)",
            url: frame.request.url)
    }
}
