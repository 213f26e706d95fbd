import Foundation
public import GawaWebKit

/// Ordinary requests of pages that the app answers from Swift, without a network.
///
/// ```swift
/// let routes = NativeRoutes(allowing: .origins(["https://app.example.com"]))
/// routes.get("notes/:id") { request in
///     try .json(await store.note(request["id"]))
/// }
/// routes.install(in: configuration)
/// ```
///
/// The page asks with `fetch`, `XMLHttpRequest`, synchronous too, or `EventSource`, for `native://native/notes/42`. Every request ends
/// exactly once. What routes are installed in holds them until it goes.
@MainActor
public final class NativeRoutes {
    /// Answers a request, off the main actor.
    ///
    /// A thrown ``RouteError`` is the answer; another error is status 500, and its text stays with the app. The task is cancelled
    /// when the page goes or aborts, and when the time is up. A handler that waits for the page which waits for it ends so.
    public typealias Handler = @Sendable (RouteRequest) async throws -> RouteResponse

    /// Who may ask: documents of these origins, and those that routes have answered with. ``BridgePolicy/frames`` has no meaning
    /// here: a request tells its origin, and not its frame.
    public let policy: BridgePolicy

    /// How much pages may ask.
    public let limits: RouteLimits

    /// Takes what no answer can tell; nil, the default, writes a line to standard error.
    public var onDiagnostic: (@MainActor (RouteDiagnostic) -> Void)?

    var directory = RouteDirectory()
    /// Reloads pages of the app's files when these change, if told to.
    var liveReload: LiveReload?
    private(set) var isClosed = false
    private var exchanges: [ObjectIdentifier: RouteExchange] = [:]
    private var requestCounts: [ObjectIdentifier: Int] = [:]
    private var told: Set<RouteDiagnostic> = []

    /// Makes a table without routes.
    ///
    /// - Parameters:
    ///   - policy: Who may ask.
    ///   - limits: How much pages may ask.
    public init(allowing policy: BridgePolicy, limits: RouteLimits = RouteLimits()) {
        self.policy = policy
        self.limits = limits
    }

    // MARK: Installing

    /// Has the views that are made with a configuration ask these routes for the URLs of the scheme `native`, and for those of
    /// `http://native/` and `https://native/`.
    ///
    /// Routes may be added and removed at any time afterwards. Installing them again in the same configuration does nothing;
    /// another handler of the scheme there is a programmer error. A scheme cannot be taken back: see ``close()``.
    public func install(in configuration: WKWebViewConfiguration) {
        precondition(!isClosed, "Routes that were closed cannot be installed again: make others")
        let handler = configuration.urlSchemeHandler(forURLScheme: RouteAddress.scheme)
        if let handler = handler as? RouteSchemeHandler, handler.routes === self { return }
        precondition(
            handler == nil, "The configuration has a handler for 'native' already: install one table of routes")
        configuration.setURLSchemeHandler(RouteSchemeHandler(self), forURLScheme: RouteAddress.scheme)
        configuration.mapNativeHost()
        for source in [NativeHostScript.source, OpaqueWorkletScript.source, MediaHintScript.source] {
            configuration.userContentController.addUserScript(
                WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
    }

    /// Ends all requests with a network error, and lets go of the handlers; requests that come later get status 503.
    public func close() {
        isClosed = true
        directory = RouteDirectory()
        liveReload = nil
        for exchange in exchanges.values { exchange.fail() }
        onDiagnostic = nil
    }

    // MARK: Requests

    /// How many requests are not answered to their end.
    var openCount: Int { exchanges.count }

    /// How many works run, those that nobody waits for among them.
    var runningCount: Int { requestCounts.values.reduce(0, +) }

    func start(_ task: any WKURLSchemeTask, of webView: WKWebView) {
        let request = task.request
        guard let url = request.url else { return task.didFailWithError(URLError(.badURL)) }
        let headers = RouteHeaders(request.allHTTPHeaderFields ?? [:])
        let method = (request.httpMethod ?? "GET").uppercased()
        let asker = RouteAsker(headers, host: url.host ?? "")
        let isFramed = asker == .nobody && isFramedByStranger(url, headers, in: webView)
        let access = isFramed ? .refused : RouteAccess(asker, policy: policy)
        let key = ObjectIdentifier(task)
        let exchange = RouteExchange(
            task, url: url, method: method, access: access, report: { [weak self] in self?.diagnose($0) },
            onEnd: { [weak self] in self?.exchanges[key] = nil })
        exchanges[key] = exchange
        liveReload?.add(webView)
        task.whenViewGoes(webView) { [weak exchange] in exchange?.stop() }
        let view = ObjectIdentifier(webView)
        switch plan(request, url, method, headers, asker, access, count: requestCounts[view, default: 0]) {
        case .answer(let response): exchange.answer(response)
        case .run where task.isBodyLeftOut: exchange.answer(.bodyLeftOut)
        case .run where task.isBodyTooLong:
            exchange.answer(.error(.bodyTooLong(limit: limits.bodyByteCount)))
        case .run(let run):
            requestCounts[view, default: 0] += 1
            exchange.start(run, limit: run.worker.timeLimit ?? limits.duration) { [weak self] in self?.ended(view) }
        }
    }

    func stop(_ task: any WKURLSchemeTask) {
        exchanges[ObjectIdentifier(task)]?.stop()
    }

    private func ended(_ view: ObjectIdentifier) {
        let count = requestCounts[view, default: 1] - 1
        requestCounts[view] = count > 0 ? count : nil
    }

    // MARK: Diagnostics

    func diagnose(_ diagnostic: RouteDiagnostic) {
        if let onDiagnostic { return onDiagnostic(diagnostic) }
        // A page can bring these about as often as it likes, and each is told once.
        guard !isClosed, told.count < 1000, told.insert(diagnostic).inserted else { return }
        StandardError.write("Gawa: \(diagnostic)")
    }
}
