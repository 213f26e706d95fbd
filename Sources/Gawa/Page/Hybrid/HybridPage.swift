public import Foundation
public import GawaWebKit
public import Observation

/// A web page of an app, with all that belongs to it: its view, its bridge, its routes and its console.
///
/// ```swift
/// let bridge = Bridge(Calendars(store: store), allowing: .origins([NativeRoutes.origin]))
/// let page = HybridPage(.app(directory: files), bridge: bridge)
/// page.routes.get("notes/:id") { request in try .json(await store.note(request["id"])) }
/// page.load()
/// let total: Decimal = try await page.call("cart.total", "EUR")
/// ```
///
/// It owns the view, so that what shows it may be made and thrown away as often as it likes: nothing is loaded again, and
/// nobody hears twice. Its properties are observable.
@MainActor
@Observable
public final class HybridPage {
    // MARK: What belongs to it

    /// The view. The page is its navigation delegate: see ``decidePolicy`` and ``onNavigation``.
    @ObservationIgnored public let webView: WKWebView

    /// What pages call, and what calls them.
    @ObservationIgnored public let bridge: Bridge

    /// What answers the page's requests. Routes may be added at any time.
    @ObservationIgnored public let routes: NativeRoutes

    /// What the page logs.
    @ObservationIgnored public let console: PageConsole

    /// What the page is made of.
    @ObservationIgnored public let content: PageContent

    /// What is done when the page's process ends.
    @ObservationIgnored public var recovery: CrashRecovery

    // MARK: What is observable

    /// How far the page is.
    public internal(set) var state = PageState.empty

    /// The address of the document.
    public internal(set) var url: URL?

    /// The title of the document; nil before there is one.
    public internal(set) var title: String?

    /// Whether something is being loaded.
    public internal(set) var isLoading = false

    /// How much of the document and what it needs has come, from 0 to 1.
    public internal(set) var estimatedProgress = 0.0

    /// Whether there is a step back.
    public internal(set) var canGoBack = false

    /// Whether there is a step forward.
    public internal(set) var canGoForward = false

    /// How many times the page's process has ended so far.
    public internal(set) var crashCount = 0

    // MARK: What the app may decide

    /// Decides where the page may go; nil, the default, allows everything that the engine allows.
    @ObservationIgnored public var decidePolicy: (@MainActor (WKNavigationAction) async -> WKNavigationActionPolicy)?

    /// Is told of each step of a load.
    @ObservationIgnored public var onNavigation: (@MainActor (PageNavigation) -> Void)?

    @ObservationIgnored let calling: BridgePage
    @ObservationIgnored private let delegate = HybridPageDelegate()
    @ObservationIgnored private var observer: PageObserver?
    @ObservationIgnored var crashes: [ContinuousClock.Instant] = []
    @ObservationIgnored var isRecovering = false
    /// Whether a document is shown, whatever is on its way.
    @ObservationIgnored var hasDocument = false
    /// The load that the state is of.
    @ObservationIgnored weak var navigation: WKNavigation?
    @ObservationIgnored var waiting: [OneAnswer<BridgeError?>] = []

    /// Makes a page; ``load()`` loads it.
    ///
    /// - Parameters:
    ///   - content: What it is made of.
    ///   - bridge: What it may call, and who may.
    ///   - routes: What answers its requests; without, a table of its own for the content's origin.
    ///   - console: What it logs goes there; without, a console of its own.
    ///   - configuration: Of the view; the page is installed in it.
    ///   - recovery: What is done when its process ends.
    public init(
        _ content: PageContent, bridge: Bridge, routes: NativeRoutes? = nil, console: PageConsole? = nil,
        configuration: WKWebViewConfiguration = WKWebViewConfiguration(), recovery: CrashRecovery = .reload()
    ) {
        self.content = content
        self.bridge = bridge
        self.console = console ?? PageConsole()
        self.recovery = recovery
        // First, to hear what the other scripts log.
        self.console.install(in: configuration)
        bridge.install(in: configuration)
        self.routes = content.install(in: configuration, routes: routes)
        webView = WKWebView(frame: .zero, configuration: configuration)
        calling = bridge.page(in: webView)
        delegate.page = self
        webView.navigationDelegate = delegate
        observer = PageObserver(webView, hasChrome: true) { [weak self] in self?.refresh() }
    }

    // MARK: Loading

    /// Loads the content from its beginning.
    public func load() {
        state = .loading
        content.load(in: webView)
    }

    /// Loads the document again.
    ///
    /// - Parameter fromOrigin: Whether to ask for all of it anew, whatever is stored of it.
    public func reload(fromOrigin: Bool = false) {
        // Nothing came of it before.
        guard webView.url != nil else { return load() }
        _ = fromOrigin ? webView.reloadFromOrigin() : webView.reload()
    }

    /// Goes a step back, if there is one.
    public func goBack() { webView.goBack() }

    /// Goes a step forward, if there is one.
    public func goForward() { webView.goForward() }

    /// Loads no more of what is being loaded.
    public func stopLoading() { webView.stopLoading() }

    // MARK: What the view tells

    private func refresh() {
        // What is set is told, whether it is another or not.
        if url != webView.url { url = webView.url }
        if title != webView.title { title = webView.title }
        if isLoading != webView.isLoading { isLoading = webView.isLoading }
        if estimatedProgress != webView.estimatedProgress { estimatedProgress = webView.estimatedProgress }
        if canGoBack != webView.canGoBack { canGoBack = webView.canGoBack }
        if canGoForward != webView.canGoForward { canGoForward = webView.canGoForward }
    }
}
