/// The user scripts and message handlers of the views that share it.
///
/// Source: `WKUserContentController.h`.
@MainActor
open class WKUserContentController: NSObject {
    /// The scripts that were added, in that order.
    open private(set) var userScripts: [WKUserScript] = []

    private var handlers: [HandlerKey: HandlerRegistration] = [:]
    private var lastRegistration: UInt64 = 0

    /// The lanes to its handlers.
    var lanes = LaneList()

    // Made with the first view: a controller alone needs no display.
    private var engine: EngineContent?

    /// Makes an empty controller.
    public override init() {}

    // MARK: User scripts

    /// Adds a script, which runs in documents made afterwards.
    open func addUserScript(_ userScript: WKUserScript) {
        userScripts.append(userScript)
        engine?.add(userScript)
    }

    /// Removes all scripts; documents that are there keep what already ran.
    open func removeAllUserScripts() {
        userScripts.removeAll()
        engine?.removeAllScripts()
    }

    // MARK: Message handlers

    /// Adds a handler to the page's world; see ``add(_:contentWorld:name:)``.
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
        add(scriptMessageHandler, contentWorld: .page, name: name)
    }

    /// Adds a handler that every frame sees in one world as `window.webkit.messageHandlers.<name>`.
    ///
    /// Documents that are already loaded see it at once. The controller holds the handler until it is removed, so a
    /// handler that owns the view makes a cycle: give it a weak way back.
    ///
    /// - Parameter name: Not empty, and free in that world: a second handler of one name is a programmer error.
    open func add(
        _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String
    ) {
        register(.plain(scriptMessageHandler), world: world, name: name)
    }

    /// Adds a handler that answers; see ``add(_:contentWorld:name:)``.
    open func addScriptMessageHandler(
        _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld,
        name: String
    ) {
        register(.withReply(scriptMessageHandlerWithReply), world: contentWorld, name: name)
    }

    /// Removes a handler of the page's world; an unknown name is ignored.
    open func removeScriptMessageHandler(forName name: String) {
        removeScriptMessageHandler(forName: name, contentWorld: .page)
    }

    /// Removes a handler of one world; an unknown name is ignored.
    ///
    /// Page code that kept the handler's object gets an `InvalidAccessError` from it.
    open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
        remove { $0.name == name && $0.world == contentWorld }
    }

    /// Removes all handlers of one world.
    open func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {
        remove { $0.world == contentWorld }
    }

    /// Removes all handlers of all worlds.
    open func removeAllScriptMessageHandlers() {
        remove { _ in true }
    }

    private func register(_ handler: RegisteredHandler, world: WKContentWorld, name: String) {
        precondition(!name.isEmpty, "A script message handler needs a name that is not empty")
        precondition(!name.utf8.contains(0), "The name of a script message handler cannot hold a NUL character")
        let key = HandlerKey(world: world, name: name)
        precondition(
            handlers[key] == nil,
            "A script message handler named '\(name)' is already there: remove it first, or choose another name")
        lastRegistration += 1
        handlers[key] = HandlerRegistration(handler: handler, number: lastRegistration)
        engine?.setHandlers(handlerEntries)
    }

    private func remove(where isRemoved: (HandlerKey) -> Bool) {
        let count = handlers.count
        handlers = handlers.filter { !isRemoved($0.key) }
        guard handlers.count != count else { return }
        lanes.close { handlers[$0] == nil }
        engine?.setHandlers(handlerEntries)
    }

    /// Only scripts of the page's world are a handler's documents.
    private var handlerEntries: [HandlerEntry] {
        handlers.map {
            HandlerEntry(
                key: $0, hasLanes: $0.world == .page && $1.handler.laneAccepting != nil, number: $1.number)
        }
    }

    // MARK: Engine

    /// The engine's half, made at the first call.
    func makeEngine() -> EngineContent {
        if let engine { return engine }
        let engine = EngineContent()
        self.engine = engine
        for script in userScripts { engine.add(script) }
        engine.setHandlers(handlerEntries)
        return engine
    }

    /// The handler that an incoming message is for, if it is registered still.
    ///
    /// - Parameter registration: Its number: a page that has not heard yet that a handler was removed may speak to it when
    ///   there is another of its name.
    func handler(world: WKContentWorld, name: String, registration: UInt64) -> RegisteredHandler? {
        let found = handlers[HandlerKey(world: world, name: name)]
        return found?.number == registration ? found?.handler : nil
    }
}
