import GawaWebKit

/// Hands the messages of a content controller to the bridge that is installed there, and the lanes that its pages open.
final class LaneAdapter: MessageAdapter, LaneAccepting {
    private var carriers: [ObjectIdentifier: LaneCarrier] = [:]

    func userContentController(
        _ controller: WKUserContentController, didOpen lane: Lane, from frame: WKFrameInfo, of webView: WKWebView
    ) {
        // A lane that nobody takes closes, and its document goes on over script messages, where it is told the reason.
        guard !bridge.isClosed, case .success(let origin) = bridge.judge(frame) else { return }
        let carrier = LaneCarrier(lane, bridge: bridge, origin: origin, frame: frame, webView: webView)
        carriers[ObjectIdentifier(carrier)] = carrier
        carrier.start { [weak self, weak carrier] in
            if let carrier { self?.carriers[ObjectIdentifier(carrier)] = nil }
        }
    }

    override func refuse() {
        for carrier in carriers.values where carrier.document == nil { carrier.close() }
    }

    override func close() {
        // Those of documents that have greeted were closed with them.
        for carrier in carriers.values { carrier.close() }
    }
}
