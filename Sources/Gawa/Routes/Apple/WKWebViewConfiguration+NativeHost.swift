// Apple's engine cannot be told to ask the app for the host `native`: the script does it all. See Linux/ for ours.
internal import GawaWebKit

extension WKWebViewConfiguration {
    /// Has the engine ask the app for what pages ask of `http://native/` and `https://native/`: nothing, here.
    func mapNativeHost() {}
}
