internal import GawaWebKit

extension NativeRoutes {
    /// Whether a page is asked for by a frame of a view that shows someone else's page.
    ///
    /// Engines heed neither `X-Frame-Options` nor `frame-ancestors` of a scheme's answer, and a document that hides its address
    /// frames what it likes. So the page in the main frame is looked at, which frames all others.
    func isFramedByStranger(_ url: URL, _ headers: RouteHeaders, in webView: WKWebView) -> Bool {
        guard headers.acceptPages, let shown = webView.url,
            let address = try? RouteAddress(engineURL: url)
        else { return false }
        // The main frame itself asks, for what the view is to show.
        guard shown != url, shown != address.url else { return false }
        guard let origin = WebOrigin(shown.originText) else { return true }
        return origin.description != address.base && !RouteAccess.isAllowed(origin, policy)
    }
}
