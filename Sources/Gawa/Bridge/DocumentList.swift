import GawaWebKit

/// The documents that speak to a bridge, and who waits for one.
@MainActor
final class DocumentList {
    // A page can make frames without end.
    private static let frameLimit = 256

    private var byToken: [String: BridgedDocument] = [:]
    private var views: [ObjectIdentifier: View] = [:]

    /// What belongs to one view.
    private final class View {
        weak var webView: WKWebView?
        let observer: PageObserver
        var main: BridgedDocument?
        /// Oldest first.
        var frames: [BridgedDocument] = []

        init(_ webView: WKWebView, observer: PageObserver) {
            self.webView = webView
            self.observer = observer
        }
    }

    nonisolated init() {}

    /// Who hears the events of the pages of each view.
    var viewListeners: [ObjectIdentifier: ViewListeners] = [:]

    private var arrivals: [UInt64: (WKWebView?) -> Void] = [:]
    private var lastArrival: UInt64 = 0

    var all: [BridgedDocument] { Array(byToken.values) }

    subscript(token: String) -> BridgedDocument? { byToken[token] }

    /// The document in the main frame of a view.
    func main(of webView: WKWebView) -> BridgedDocument? {
        // A view may have the address of one that has gone.
        guard let main = views[ObjectIdentifier(webView)]?.main, main.webView === webView, !main.isLeaving else {
            return nil
        }
        return main
    }

    /// The documents in the frames of a view.
    func all(in webView: WKWebView) -> [BridgedDocument] {
        guard let view = views[ObjectIdentifier(webView)], view.webView === webView else { return [] }
        return view.frames + (view.main.map { [$0] } ?? [])
    }

    func add(_ document: BridgedDocument, in webView: WKWebView) {
        let key = ObjectIdentifier(webView)
        // A view may have the address of one that has gone, whose observer hears nothing any more.
        let known = views[key].flatMap { $0.webView === webView ? $0 : nil }
        let view = known ?? View(webView, observer: PageObserver(webView) { [weak self] in self?.check(key) })
        views[key] = view
        if document.isMainFrame {
            // A new document in the main frame: all that the view showed before has gone.
            let former = view.frames + (view.main.map { [$0] } ?? [])
            view.main = document
            view.frames = []
            for document in former { document.end(.navigated) }
            // Ending the last one has let go of the view's entry.
            views[key] = view
        } else {
            view.frames.append(document)
            if view.frames.count > Self.frameLimit { view.frames[0].end(.navigated) }
        }
        byToken[document.token] = document
        document.onEnd = { [weak self, weak document] in
            if let document { self?.remove(document, key) }
        }
        if document.isMainFrame {
            document.streams.tellView = { [weak self, weak webView] event, detail in
                if let self, let webView { listeners(of: webView)?.dispatch(event, detail) }
            }
            for arrival in arrivals.sorted(by: { $0.key < $1.key }) { arrival.value(webView) }
        }
    }

    private func remove(_ document: BridgedDocument, _ key: ObjectIdentifier) {
        byToken[document.token] = nil
        endListenersOfGoneViews()
        guard let view = views[key] else { return }
        view.frames.removeAll { $0 === document }
        if view.main === document {
            view.main = nil
            for frame in view.frames { frame.end(document.endReason) }
        }
        if view.main == nil, view.frames.isEmpty { views[key] = nil }
    }

    private func check(_ key: ObjectIdentifier) {
        views[key]?.main?.check()
    }

    // MARK: Waiting for a document

    /// Calls back for each document that comes to a main frame, until ``forget(_:)``; with nil when no more will come.
    func onArrival(_ body: @escaping (WKWebView?) -> Void) -> UInt64 {
        lastArrival += 1
        arrivals[lastArrival] = body
        return lastArrival
    }

    /// Ends all waits: no document comes any more.
    func close() {
        for arrival in arrivals.sorted(by: { $0.key < $1.key }) { arrival.value(nil) }
        endListeners()
    }

    func forget(_ arrival: UInt64) {
        arrivals[arrival] = nil
    }
}
