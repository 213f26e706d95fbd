internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// Connects what the engine asks the app or the user.
    func attachUserInterface() {
        handle("script-dialog", otherwise: .boolean(false)) { .boolean($0.dialogShown($1.boxed(0))) }
        handle("run-file-chooser", otherwise: .boolean(false)) { .boolean($0.filesAsked($1.object(0))) }
        handle("permission-request", otherwise: .boolean(false)) { .boolean($0.permissionAsked($1.object(0))) }
        handle("create", otherwise: .object(nil)) { .object($0.windowOpened($1.boxed(0))) }
        handle("close", otherwise: .none) { view, _ in
            if let owner = view.owner, !view.isClosed { owner.uiDelegate?.webViewDidClose(owner) }
            return .none
        }
        handle("notify::root", otherwise: .none) { view, _ in
            if gtk_widget_get_root(view.view.cast()) == nil { view.endNativeDialog("the view left its window") }
            return .none
        }
    }

    /// Whether the user can see a dialog of this view.
    var isShown: Bool {
        guard !isClosed, gtk_widget_get_mapped(view.cast()) != 0, let root = gtk_widget_get_root(view.cast()) else {
            return false
        }
        return gtk_widget_get_visible(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)) != 0
    }

    // MARK: Asking the delegate

    /// Asks the delegate for an answer, which comes once.
    ///
    /// - Parameters:
    ///   - safe: The answer when the delegate gives none, or the page goes.
    ///   - absent: Called instead when there is no delegate, or one without the method.
    func ask<Answer: Sendable>(
        _ method: DelegateForwarding.Method, safe: Answer, absent: @escaping @MainActor () -> Void,
        answered: @escaping @MainActor (Answer) -> Void,
        _ call: (any WKUIDelegate, WKWebView, @escaping @MainActor @Sendable (Answer) -> Void) -> Void
    ) {
        guard !isClosed else { return answered(safe) }
        guard let owner, let delegate = owner.uiDelegate else { return absent() }
        let entry = DelegateEntry(delegate)
        let answer = DelegateAnswer(method.rawValue, safe: safe) { value in
            if entry.isMissing { absent() } else { answered(value) }
        }
        answers.add(answer)
        DelegateEntry.$current.withValue(entry) { call(delegate, owner) { answer.give($0) } }
    }

    /// Gives the safe answers to all that is being asked, as the page goes.
    func expireAnswers(_ reason: String) {
        dialogFrames.removeAll()
        answers.expireAll(reason)
        endNativeDialog(reason)
    }

    /// Gives the safe answers to all that is being asked now, unless the app answers before it returns to its loop.
    func expireAnswersSoon(_ reason: String) {
        let current = answers.current
        let native = nativeDialog
        guard !current.isEmpty || native != nil else { return }
        Task {
            for answer in current { answer.expire(reason) }
            if let native, native === nativeDialog { endNativeDialog(reason) }
        }
    }

    // MARK: The engine's own dialogs

    /// Lets the engine handle a signal that this object has taken over, by its class's own handler.
    func handleNatively(_ signal: String, _ argumentType: GType, _ set: (UnsafeMutablePointer<GValue>) -> Void) {
        var values = [GValue(), GValue()]
        g_value_init(&values[0], webkit_web_view_get_type())
        g_value_set_object(&values[0], UnsafeMutableRawPointer(view.pointer))
        g_value_init(&values[1], argumentType)
        set(&values[1])
        var result = GValue()
        g_value_init(&result, GType(5 << 2))  // G_TYPE_BOOLEAN, which is a macro
        isHandlingNatively = true
        g_signal_emitv(values, g_signal_lookup(signal, webkit_web_view_get_type()), 0, &result)
        isHandlingNatively = false
        g_value_unset(&result)
        for index in values.indices { g_value_unset(&values[index]) }
    }
}
