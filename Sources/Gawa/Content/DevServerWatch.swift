internal import Foundation
internal import GawaWebKit

/// Shows a development server's page in a view, for as long as the view is there.
@MainActor
final class DevServerWatch {
    private static let interval = Duration.milliseconds(250)
    /// By their views.
    private static var watches: [ObjectIdentifier: DevServerWatch] = [:]

    private let server: DevServer
    private weak var webView: WKWebView?
    private let fallback: URL?
    private var state = DevServerState()
    private var task: Task<Void, Never>?

    private init(_ server: DevServer, _ webView: WKWebView, fallback: URL?) {
        self.server = server
        self.webView = webView
        self.fallback = fallback
    }

    /// Begins to look, in the place of what looked before for the view.
    static func begin(_ server: DevServer, in webView: WKWebView, fallback: URL?) {
        let key = ObjectIdentifier(webView)
        let watch = DevServerWatch(server, webView, fallback: fallback)
        watches[key] = watch
        watch.task = Task {
            await watch.run()
            if watches[key] === watch { watches[key] = nil }
        }
    }

    /// Ends what looks for a view, if something does.
    static func end(for webView: WKWebView) {
        watches.removeValue(forKey: ObjectIdentifier(webView))?.task?.cancel()
    }

    /// How far it is with a view's server; nil when nothing looks for one.
    static func phase(for webView: WKWebView) -> DevServerState.Phase? {
        watches[ObjectIdentifier(webView)]?.state.phase
    }

    /// How many look.
    static var count: Int { watches.count }

    private func run() async {
        let deadline = ContinuousClock.now + server.waitingTime
        while webView != nil, !Task.isCancelled, state.phase != .over {
            let isThere = await server.isThere()
            guard let webView, !Task.isCancelled else { return }
            let look = DevServerState.Look(
                isThere: isThere, isShown: server.has(webView.url) && !webView.isLoading, isLoading: webView.isLoading,
                isLate: ContinuousClock.now >= deadline)
            carryOut(state.take(look), in: webView)
            // Cancelled: the loop's condition ends it.
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func carryOut(_ effect: DevServerState.Effect, in webView: WKWebView) {
        switch effect {
        case .nothing: break
        case .showWaiting:
            say("Nothing answers at \(server.url.absoluteString): waiting for the development server")
            webView.loadHTMLString(
                ServerNote.waiting(for: server.url, time: server.waitingTime, hasFallback: fallback != nil).html,
                baseURL: nil)
        case .load: webView.load(URLRequest(url: server.url))
        case .tellOfLoss: say("The development server at \(server.url.absoluteString) has gone")
        case .reload:
            say("The development server at \(server.url.absoluteString) is back")
            // Wherever its user has gone meanwhile, but not elsewhere than on the server.
            if server.has(webView.url) { webView.reload() }
        case .giveUp:
            if let fallback {
                say("No development server answers at \(server.url.absoluteString): the app's own files are shown")
                webView.load(URLRequest(url: fallback))
            } else {
                say("No development server answers at \(server.url.absoluteString): start it, and load the page again")
                webView.loadHTMLString(ServerNote.gaveUp(on: server.url, time: server.waitingTime).html, baseURL: nil)
            }
        }
    }

    private func say(_ sentence: String) {
        StandardError.write("Gawa: \(sentence)")
    }
}
