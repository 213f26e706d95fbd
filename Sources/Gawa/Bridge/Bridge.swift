import Foundation
public import GawaWebKit

/// Functions of the app that pages call, and the way to functions of the page.
///
/// ```swift
/// let bridge = Bridge(Calendars(store: store), allowing: .origins(["https://app.example.com"]))
/// bridge.install(in: configuration)
/// ```
///
/// Every call, either way, ends exactly once: with a value, a typed error, an abort, a time-out, or because the page has
/// gone. What a bridge is installed in holds it, with its services, until it is removed or closed.
@MainActor
public final class Bridge {
    /// Who may call.
    public let policy: BridgePolicy

    /// How much a page may ask.
    public let limits: BridgeLimits

    /// How the bridge and its pages speak to each other.
    public let carrier: BridgeCarrier

    /// Takes what no call can tell; nil, the default, writes a line to standard error.
    public var onDiagnostic: (@MainActor (BridgeDiagnostic) -> Void)?

    private(set) var functions: FunctionTable
    /// Finding out the types runs initialisers of the app, so it is done in debug builds only.
    let makeSchemaHash: () -> String
    /// The name of the message handler in the page.
    let handlerName: String
    /// The name of the page's port. It is no secret.
    let key = "gawa-" + UUID().uuidString
    private(set) lazy var script = WKUserScript(
        source: RuntimeScript(bridge: self).source, injectionTime: .atDocumentStart,
        forMainFrameOnly: policy.frames == .main)

    /// How long a function that is never done may keep its document, beyond its time limit.
    var patience = Duration.seconds(60)

    /// How long what a document said last is waited for, before its end and the next one's first words. It is there already,
    /// and only a function on the document's own thread can hold it up.
    var leavingPatience = Duration.seconds(1)

    let documents = DocumentList()
    private var toldOfPages: Set<BridgeDiagnostic> = []
    private var installations: [Installation] = []
    /// Those that were removed, and whose handlers are there until a call has been answered.
    private var leaving: [Installation] = []
    private(set) var isClosed = false

    /// Makes a bridge for services, each an object in the page.
    ///
    /// - Parameters:
    ///   - services: Each with its own name.
    ///   - policy: Who may call.
    ///   - limits: How much a page may ask.
    ///   - carrier: How they speak to each other. The default is the fastest way that there is.
    ///   - middleware: Around each call, the first outermost.
    public init<each Service: BridgeService>(
        _ services: repeat each Service, allowing policy: BridgePolicy, limits: BridgeLimits = BridgeLimits(),
        carrier: BridgeCarrier = .automatic, middleware: [any BridgeMiddleware] = []
    ) {
        var list: [any BridgeService] = []
        for service in repeat each services { list.append(service) }
        functions = FunctionTable(list, middleware)
        makeSchemaHash = { BridgeSchema(repeat (each Service).self).hash }
        handlerName = (["gawa"] + functions.namespaces.map(\.name)).joined(separator: ".")
        self.policy = policy
        self.limits = limits
        self.carrier = carrier
    }

    // MARK: Installing

    /// Installs the bridge for the views that are made with a configuration.
    ///
    /// Other scripts and handlers stay as they are. Documents that are loaded afterwards have the bridge from their first
    /// script on. Installing it again in the same configuration does nothing.
    public func install(in configuration: WKWebViewConfiguration) {
        install(in: configuration.userContentController)
    }

    /// Installs the bridge for the views that share a content controller; see ``install(in:)-(WKWebViewConfiguration)``.
    public func install(in controller: WKUserContentController) {
        precondition(!isClosed, "A bridge that was closed cannot be installed again: make another")
        guard !isInstalled(in: controller) else { return }
        takeOut(of: controller)
        let adapter = makeAdapter()
        installations.append(Installation(controller: controller, adapter: adapter))
        controller.addScriptMessageHandler(adapter, contentWorld: .page, name: handlerName)
        controller.addUserScript(script)
    }

    /// Installs the bridge in a view that shows a page already, and in that page's main frame at once.
    ///
    /// The page's own scripts have run before: what they altered is what the bridge finds. Sub-frames get the bridge when
    /// they are loaded again.
    ///
    /// - Throws: The error of evaluating the bridge's script.
    public func install(in webView: WKWebView) async throws {
        install(in: webView.configuration.userContentController)
        _ = try await webView.evaluateJavaScript(script.source + ";0", in: nil, contentWorld: .page)
    }

    /// Takes the bridge out of a configuration; calls of its pages end with an error, and new ones are refused.
    ///
    /// The objects stay in documents that have them, and work again when the bridge is installed again.
    public func remove(from configuration: WKWebViewConfiguration) {
        remove(from: configuration.userContentController)
    }

    /// Takes the bridge out of a content controller; see ``remove(from:)-(WKWebViewConfiguration)``.
    public func remove(from controller: WKUserContentController) {
        guard let installation = installations.first(where: { $0.controller === controller }) else { return }
        installations.removeAll { $0.controller === controller || $0.controller == nil }
        leaving.append(installation)
        installation.adapter?.refuse()
        let own = documents.all.filter { $0.webView?.configuration.userContentController === controller }
        for document in own { document.end(.bridgeClosed) }
        // One that calls at the moment is answered first: its lane goes with the handler.
        if let calling = own.first(where: \.isReceiving) {
            calling.whenReceived { [weak controller] in
                if let controller { self.takeOut(of: controller) }
            }
        } else {
            takeOut(of: controller)
        }
        // Scripts can only be removed all at once.
        let others = controller.userScripts.filter { $0 !== script }
        controller.removeAllUserScripts()
        for other in others { controller.addUserScript(other) }
    }

    /// Removes the handler from a content controller that the bridge is leaving.
    private func takeOut(of controller: WKUserContentController) {
        guard let installation = leaving.first(where: { $0.controller === controller }) else { return }
        leaving.removeAll { $0.controller === controller || $0.controller == nil }
        installation.adapter?.close()
        controller.removeScriptMessageHandler(forName: handlerName, contentWorld: .page)
    }

    /// Takes the bridge out of all that it is installed in, and lets go of its services and ``onDiagnostic``.
    ///
    /// All that waits ends with ``BridgeError/PageGone/bridgeClosed``. A closed bridge cannot be installed again.
    public func close() {
        isClosed = true
        for controller in installations.compactMap(\.controller) { remove(from: controller) }
        for document in documents.all { document.end(.bridgeClosed) }
        documents.close()
        functions = FunctionTable([])
        onDiagnostic = nil
    }

    private func isInstalled(in controller: WKUserContentController) -> Bool {
        installations.contains { $0.controller === controller }
    }

    // The controller holds the adapter, and that the bridge.
    private struct Installation {
        weak var controller: WKUserContentController?
        weak var adapter: MessageAdapter?
    }

    // MARK: Pages

    /// The page that a view shows in its main frame, now and after each load.
    public func page(in webView: WKWebView) -> BridgePage {
        BridgePage(bridge: self, webView: webView)
    }

    // MARK: Diagnostics

    func diagnose(_ diagnostic: BridgeDiagnostic) {
        switch diagnostic {
        case .refused, .malformedMessage, .eventFailed, .eventsDropped, .eventUnreadable, .manyListeners:
            // A page can do so as often as it likes, and is told of once.
            guard toldOfPages.count < 1000, toldOfPages.insert(diagnostic).inserted else { return }
        case .oneWayFailed: break
        }
        if let onDiagnostic {
            onDiagnostic(diagnostic)
        } else {
            StandardError.write("Gawa: \(diagnostic)")
        }
    }
}
