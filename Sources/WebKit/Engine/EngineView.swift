internal import CWebKitGTK
internal import GLib

/// The engine's half of a `WKWebView`: the widget, its signals and what is pending on it.
///
/// It outlives its owner until all that the page had sent is delivered.
@MainActor
final class EngineView {
    private(set) weak var owner: WKWebView?
    let configuration: WKWebViewConfiguration
    let content: EngineContent
    let settings: EngineSettings
    let view: Retained
    let calls = PendingCalls()
    let navigations = NavigationTracker()
    private(set) lazy var schemeTasks = SchemeTasks(of: self)
    /// What the app or the user is being asked.
    let answers = PendingAnswers()
    /// The questions for permissions, of which the first is shown.
    var panels: [PermissionPanel] = []
    /// Which frames show dialogs, as the module tells.
    var dialogFrames = DialogFrames()
    /// The dialog that the engine itself shows, or showed last.
    var nativeDialog: ScriptDialog?
    /// The engine is being asked for its own dialog.
    var isHandlingNatively = false

    /// The URL of the document that is shown, as the host saw it committed; it holds the page to its origin.
    var committedURL = ""

    /// The load that waits for the start of the one before it; see `NavigationTracker.request()`.
    var heldLoad: (own: OwnLoad, load: (UnsafeMutablePointer<WebKitWebView>) -> Void)?

    /// The URL of the document that opened this view's window, until one is committed here.
    private let openerURL: String

    /// The URL of the document whose rights the page has.
    var rightfulURL: String { ["", "about:blank"].contains(committedURL) ? openerURL : committedURL }

    /// What the navigation delegate is being asked.
    let decisions = PendingAnswers()

    /// How many loads waited for one of whose start the engine told nothing.
    var silentReleases = 0

    /// The newest load of the app's that the engine has.
    var ownLoad: OwnLoad?

    /// That load's first action, while the delegate decides on it.
    weak var undecidedLoad: DelegateAnswer<PolicyAnswer>?

    /// Whether scripts may run at the URLs to which the delegate has let the page go since the last commit.
    var decidedScripts: [URL: Bool] = [:]

    /// The load that the app stopped before its first action.
    var stoppedLoad: OwnLoad?

    /// The app has stopped what is loading, or loads another page.
    var hasStopped = false

    /// Whether scripts run in the document that is shown.
    var committedAllowsContentJavaScript: Bool

    /// How often credentials were refused, by protection space, since the last commit.
    var failedChallenges: [String: Int] = [:]

    /// The load that failed and may be made again, and how often one was since the last commit.
    var suspendedLoad: SuspendedLoad?
    var retries = 0

    /// The URL of the load that is being made again.
    var retriedURL: String?

    var lastAutomaticReload: ContinuousClock.Instant?

    private(set) var isClosed = false
    private var hasProcess = false
    /// The process has died, and no load has asked for another.
    private(set) var isProcessGone = false
    private var connections: [SignalConnection] = []
    private var ownerHeldByParent: WKWebView?

    init(configuration: WKWebViewConfiguration) {
        self.configuration = configuration
        let opener = configuration.windowOpening?.claim(configuration)
        content = opener?.content ?? configuration.userContentController.makeEngine()
        settings = EngineSettings(configuration: configuration)
        // Before there is a process: its first document may ask.
        if configuration.mapsNativeHost { content.mapNativeHost() }
        committedAllowsContentJavaScript = settings.allowsContentJavaScript
        let place =
            opener.map { [("related-view", $0.view)] } ?? [
                ("web-context", content.context),
                ("network-session", configuration.websiteDataStore.session.session),
            ]
        openerURL = opener?.committedURL ?? ""
        view = makeObject(
            webkit_web_view_get_type(),
            properties: place + [("user-content-manager", content.manager), ("settings", settings.settings)])
        // The process is its opener's, and there already.
        hasProcess = opener != nil
        Self.all[view.pointer] = WeakView(view: self)
        registerSchemes()
        configuration.windowOpening?.opened(self)
    }

    var pointer: UnsafeMutablePointer<WebKitWebView> { view.cast() }

    isolated deinit {
        Self.all[view.pointer] = nil
    }

    // MARK: Look-up

    private struct WeakView {
        weak var view: EngineView?
    }

    private static var all: [OpaquePointer: WeakView] = [:]

    /// The engine's half whose `WebKitWebView` this is, as long as it lives.
    static func existing(_ view: OpaquePointer) -> EngineView? { all[view]?.view }

    func attach(to owner: WKWebView) {
        self.owner = owner
        // The closures hold this object weakly: a signal is no owner.
        observe("notify::uri") { $0.owner?.update(url: $0.currentURL) }
        observe("notify::title") { $0.owner?.update(title: $0.title) }
        observe("notify::is-loading") { $0.isLoadingChanged() }
        observeHistory()
        observe("notify::estimated-load-progress") {
            $0.owner?.update(estimatedProgress: webkit_web_view_get_estimated_load_progress($0.pointer))
        }
        observe("notify::parent") { $0.parentChanged() }
        connections.append(
            connect(view, "user-message-received") { [weak self] arguments in
                guard let self, let message = arguments.object(0) else { return .boolean(false) }
                return .boolean(receive(Retained(retaining: message)))
            })
        connections.append(
            connect(view, "load-changed") { [weak self] arguments in
                self?.loadChanged(WebKitLoadEvent(UInt32(arguments.enumeration(0))))
                return .none
            })
        connections.append(
            connect(view, "load-failed") { [weak self] arguments in
                self?.loadFailed(
                    isProvisional: arguments.enumeration(0) < Int(WEBKIT_LOAD_COMMITTED.rawValue),
                    url: arguments.string(1), error: arguments.error(2))
                // Handled: the engine would load an error page of its own.
                return .boolean(true)
            })
        connections.append(
            connect(view, "load-failed-with-tls-errors") { [weak self] arguments in
                self?.loadFailed(url: arguments.string(0), certificate: arguments.object(1))
                return .boolean(true)
            })
        attachPolicies()
        attachAuthentication()
        connections.append(
            connect(view, "web-process-terminated") { [weak self] _ in
                self?.processTerminated()
                return .none
            })
        attachUserInterface()
    }

    /// Handles a signal of the widget until the view is closed; `fallback` answers once this object has gone.
    func handle(
        _ signal: String, otherwise fallback: SignalResult,
        _ action: @escaping @MainActor (EngineView, SignalArguments) -> SignalResult
    ) {
        connections.append(
            connect(view, signal) { [weak self] arguments in
                guard let self else { return fallback }
                return action(self, arguments)
            })
    }

    /// Keeps a connection to a signal of another object until the view is closed.
    func keep(_ connection: SignalConnection) {
        connections.append(connection)
    }

    private func observe(_ signal: String, _ action: @escaping @MainActor (EngineView) -> Void) {
        connections.append(
            connect(view, signal) { [weak self] _ in
                if let self { action(self) }
                return .none
            })
    }

    // MARK: State

    var currentURL: URL? {
        webkit_web_view_get_uri(pointer).flatMap { URL(string: String(cString: $0)) }
    }

    private func isLoadingChanged() {
        let isLoading = webkit_web_view_is_loading(pointer) != 0
        owner?.update(isLoading: isLoading)
        if !isLoading { checkRest() }
    }

    private var title: String {
        webkit_web_view_get_title(pointer).map { String(cString: $0) } ?? ""
    }

    /// Notes that the engine has a process for this view, or is about to.
    func willUseProcess() {
        hasProcess = true
        isProcessGone = false
    }

    private func processTerminated() {
        hasProcess = false
        isProcessGone = true
        navigations.processTerminated()
        heldLoad = nil
        ownLoad = nil
        suspendedLoad = nil
        decisions.expireAll("the web process ended")
        schemeTasks.stopAll()
        expireAnswers("the web process ended")
        // These may start the next load.
        calls.failAll(WKError(.webContentProcessTerminated))
        guard let owner else { return }
        if let delegate = owner.navigationDelegate {
            delegate.webViewWebContentProcessDidTerminate(owner)
        } else {
            reloadAfterTermination()
        }
    }

    // MARK: Size

    /// Gives the page a size as long as no GTK parent does: a view without one would lay its page out in 0 × 0.
    func layOut(_ size: CGSize) {
        let widget: UnsafeMutablePointer<GtkWidget> = view.cast()
        guard gtk_widget_get_parent(widget) == nil, size.width >= 1, size.height >= 1 else { return }
        // GTK wants a widget measured before it is given a size.
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, nil, nil, nil)
        var allocation = GtkAllocation(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
        gtk_widget_size_allocate(widget, &allocation, -1)
    }

    // MARK: Ownership

    /// A GTK parent keeps the view alive, as a superview does.
    private func parentChanged() {
        ownerHeldByParent = gtk_widget_get_parent(view.cast()) == nil ? nil : owner
    }

    /// Ends all that is pending, and lets the widget go once the messages that the page had sent are delivered.
    ///
    /// Destroying the widget at once would lose those that are queued.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        heldLoad = nil
        suspendedLoad = nil
        // Nobody's handler keeps a page running.
        decisions.expireAll("the view was closed")
        schemeTasks.stopAll()
        expireAnswers("the view was closed")
        // A call that never ends, such as one that waits for a promise, holds the widget in the engine, and this object.
        let hasCalls = calls.count > 0
        calls.failAll(WKError(.webViewInvalidated))
        guard hasProcess else {
            disconnect()
            // The engine goes on using the widget after it has told that the process died.
            Task { withExtendedLifetime(self) {} }
            return
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(2))
            // A page that never comes to rest would never answer, such as one that waits for the app over a lane. Without its
            // page the widget gets no answer either.
            disconnect()
            configuration.userContentController.lanes.close(of: self)
            g_object_run_dispose(view.cast())
        }
        send("ping", Variant(tuple: [])) { _ in
            limit.cancel()
            self.disconnect()
            // A script that waits for ever would hold the widget, and so its page and itself. Not within the engine's callback.
            if hasCalls { Task { g_object_run_dispose(self.view.cast()) } }
        }
    }

    private func disconnect() {
        connections.removeAll()
    }

    // MARK: Messages to the module

    /// Sends a message to the module's half of the page.
    ///
    /// - Parameter completion: Gets the answer once, or nil when the page has gone or the process has died.
    func send(_ name: String, _ parameters: Variant, completion: @escaping @MainActor (Retained?) -> Void) {
        let message = parameters.withPointer { webkit_user_message_new(name, $0) }
        asyncCall(
            start: { webkit_web_view_send_message_to_page(self.pointer, message, nil, $0, $1) },
            completion: { result in
                let answer = try? withGError {
                    webkit_web_view_send_message_to_page_finish(self.pointer, result, $0)
                }
                if let answer = answer.flatMap({ $0 }) { return completion(Retained(taking: answer)) }
                // Perhaps the engine is ending the process, and would end itself if it were asked for another meanwhile.
                Task { completion(nil) }
            })
    }
}
