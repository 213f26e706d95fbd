import GawaWebKit

/// Who hears the events of whatever pages a view shows.
@MainActor
struct ViewListeners {
    private(set) weak var webView: WKWebView?
    let list = PageEventList()
}

extension DocumentList {
    /// Who hears events of a view's pages; nil if nobody has ever.
    func listeners(of webView: WKWebView) -> PageEventList? {
        // A view may have the address of one that has gone.
        guard let entry = viewListeners[ObjectIdentifier(webView)], entry.webView === webView else { return nil }
        return entry.list
    }

    /// Makes a list for a view that has none.
    func makeListeners(of webView: WKWebView) -> PageEventList {
        endListenersOfGoneViews()
        if let list = listeners(of: webView) { return list }
        let entry = ViewListeners(webView: webView)
        viewListeners[ObjectIdentifier(webView)] = entry
        return entry.list
    }

    /// Ends those who wait for events of views that are no more.
    func endListenersOfGoneViews() {
        for (key, entry) in viewListeners where entry.webView == nil {
            viewListeners[key] = nil
            entry.list.end()
        }
    }

    /// Ends all.
    func endListeners() {
        let entries = viewListeners
        viewListeners = [:]
        for entry in entries.values { entry.list.end() }
    }
}
