import GawaWebKit

/// One way between page and app that is measured against the floor.
///
/// The page has an object of the same name, which says what it calls.
@MainActor
protocol Layer {
    static var name: String { get }

    /// Lets pages of a configuration call `echo`, or what the page's object calls instead.
    func install(in configuration: WKWebViewConfiguration)

    /// Calls the page's function `pushed` with an ``Item`` for each of 0..<count, and waits for none.
    func push(_ count: Int, to webView: WKWebView)
}
