// Refused: has no member 'mapsNativeHost'
import GawaWebKit

@MainActor func map(_ configuration: WKWebViewConfiguration) { configuration.mapsNativeHost = true }
