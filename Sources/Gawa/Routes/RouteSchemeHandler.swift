internal import GawaWebKit

/// Hands the requests of a configuration's views to the routes that are installed there.
@MainActor
final class RouteSchemeHandler: NSObject, WKURLSchemeHandler {
    let routes: NativeRoutes

    init(_ routes: NativeRoutes) {
        self.routes = routes
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        routes.start(urlSchemeTask, of: webView)
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        routes.stop(urlSchemeTask)
    }
}
