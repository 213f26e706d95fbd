internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// The engine's list of pages; nil when the view is closed.
    var historyList: OpaquePointer? {
        isClosed ? nil : webkit_web_view_get_back_forward_list(pointer)
    }

    func observeHistory() {
        guard let list = historyList else { return }
        keep(
            connect(Retained(retaining: list), "changed") { [weak self] _ in
                self?.updateHistory()
                return .none
            })
    }

    private func updateHistory() {
        guard !isClosed else { return }
        owner?.update(canGoBack: webkit_web_view_can_go_back(pointer) != 0)
        owner?.update(canGoForward: webkit_web_view_can_go_forward(pointer) != 0)
    }

    // MARK: Steps

    func goBack() -> WKNavigation? {
        step(if: webkit_web_view_can_go_back, webkit_web_view_go_back)
    }

    func goForward() -> WKNavigation? {
        step(if: webkit_web_view_can_go_forward, webkit_web_view_go_forward)
    }

    func go(to item: WKBackForwardListItem) -> WKNavigation? {
        let engineItem = item.engineItem.item
        return step { view in
            let list = webkit_web_view_get_back_forward_list(view)
            let current = webkit_back_forward_list_get_current_item(list)
            guard current != engineItem.pointer else { return 0 }
            return Self.contains(list, engineItem.pointer) ? 1 : 0
        } _: { view in
            webkit_web_view_go_to_back_forward_list_item(view, engineItem.pointer)
        }
    }

    private static func contains(_ list: OpaquePointer?, _ item: OpaquePointer) -> Bool {
        [webkit_back_forward_list_get_back_list(list), webkit_back_forward_list_get_forward_list(list)].contains {
            items in
            defer { g_list_free(items) }
            return g_list_find(items, UnsafeRawPointer(item)) != nil
        }
    }

    /// Starts a step in history, or gives nil when there is none to make.
    ///
    /// A step that has to wait for the start of the load before it may find the list changed, and is then cancelled.
    private func step(
        if canStep: @escaping (UnsafeMutablePointer<WebKitWebView>) -> gboolean,
        _ step: @escaping (UnsafeMutablePointer<WebKitWebView>) -> Void
    ) -> WKNavigation? {
        guard !isClosed, canStep(pointer) != 0 else { return nil }
        return startLoad(.backForward) { [weak self] view in
            guard canStep(view) != 0 else {
                self?.withdrawWaitingLoad()
                return
            }
            self?.navigations.madeStep()
            step(view)
        }
    }

    /// Ends a step of whose start the engine tells nothing, once it is sure to have come to rest.
    ///
    /// It also seems to rest for a moment when one load takes the place of another. Two answers of the page later the start
    /// would have been told: the first comes after the question whether the load is allowed, the second after its start.
    func checkRest(_ answers: Int = 2) {
        guard !isClosed, navigations.isStepInEngine, webkit_web_view_is_loading(pointer) == 0 else { return }
        guard answers == 0 else {
            return send("ping", Variant(tuple: [])) { _ in self.checkRest(answers - 1) }
        }
        // A step that the delegate decides on has not come to rest.
        if undecidedLoad == nil, navigations.cameToRest() { makeHeldLoad() }
    }

    // MARK: State

    var interactionState: Data? {
        guard !isClosed, let state = webkit_web_view_get_session_state(pointer) else { return nil }
        defer { webkit_web_view_session_state_unref(state) }
        guard let bytes = webkit_web_view_session_state_serialize(state) else { return nil }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let data = g_bytes_get_data(bytes, &count).map { Data(bytes: $0, count: Int(count)) } ?? Data()
        return InteractionState.sealed(data)
    }

    func restore(_ value: Any?) {
        guard !isClosed, let value else { return }
        guard let data = (value as? Data).flatMap(InteractionState.opened) else {
            Log.write("The interaction state was refused: it is not one that a view gave")
            return
        }
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let state = webkit_web_view_session_state_new(bytes) else {
            Log.write("The interaction state was refused: another version of the engine gave it")
            return
        }
        defer { webkit_web_view_session_state_unref(state) }
        webkit_web_view_restore_session_state(pointer, state)
        updateHistory()
        // The engine restores the list alone.
        guard let current = historyList.flatMap({ webkit_back_forward_list_get_current_item($0) }) else { return }
        let item = Retained(retaining: current)
        _ = startLoad(.backForward) { webkit_web_view_go_to_back_forward_list_item($0, item.pointer) }
    }
}
