// Refused: incorrect argument label
import GawaWebKit

@MainActor func script() -> WKUserScript {
    WKUserScript(source: "", injectedAt: .atDocumentStart, forMainFrameOnly: true)
}
