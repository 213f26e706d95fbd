// Our engine can be told to ask the app for the host `native`; see Apple/ for the other.
internal import GawaWebKit

extension WKWebViewConfiguration {
    /// Has the engine ask the app for what pages ask of `http://native/` and `https://native/`.
    func mapNativeHost() {
        mapsNativeHost = true
    }
}
