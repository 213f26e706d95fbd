internal import CWebKitGTK
internal import GLib

extension EngineView {
    func attachPolicies() {
        handle("decide-policy", otherwise: .boolean(false)) { view, arguments in
            guard let decision = arguments.object(0).map({ Retained(retaining: $0) }) else { return .boolean(false) }
            switch WebKitPolicyDecisionType(UInt32(arguments.enumeration(1))) {
            case WEBKIT_POLICY_DECISION_TYPE_RESPONSE: view.decideResponse(decision)
            case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION: view.decideAction(decision, opensWindow: true)
            default: view.decideAction(decision, opensWindow: false)
            }
            return .boolean(true)
        }
    }

    // MARK: Actions

    private func decideAction(_ decision: Retained, opensWindow: Bool) {
        guard let engineAction = webkit_navigation_policy_decision_get_navigation_action(decision.pointer) else {
            return webkit_policy_decision_ignore(decision.cast())
        }
        var action = navigationAction(engineAction, opensWindow: opensWindow)
        let isRedirect = webkit_navigation_action_is_redirect(engineAction) != 0
        let isRetry =
            navigations.isRetrying && !opensWindow && action.request.url.map(\.absoluteString) == retriedURL
        if !opensWindow, !isRedirect, let stoppedLoad, stoppedLoad.begins(with: action) {
            self.stoppedLoad = nil
            return webkit_policy_decision_ignore(decision.cast())
        }
        let own = opensWindow || isRedirect ? nil : ownLoad(of: action)
        if let request = own?.request { action = action.with(body: request) }
        if own == nil, let url = action.request.url, url.isFileURL,
            !content.mayRead(url, from: URL(string: rightfulURL))
        {
            Log.write("A page at \(rightfulURL) may not go to \(url): the app did not open it")
            return webkit_policy_decision_ignore(decision.cast())
        }
        if isRedirect, content.refusesRedirect(to: action.request.url) {
            Log.write("A server's redirect to \(action.request.url?.absoluteString ?? "") was refused: it asks the app")
            return webkit_policy_decision_ignore(decision.cast())
        }
        // A load that goes on after its server was trusted has been decided.
        guard !isRetry else { return webkit_policy_decision_use(decision.cast()) }
        let preferences = configuration.defaultWebpagePreferences.duplicate()
        guard let owner, let delegate = owner.navigationDelegate else {
            return end(decision, own: own, url: action.request.url, .allow(preferences))
        }
        let method = DelegateForwarding.Method.actionWithPreferences
        let answer = DelegateAnswer<PolicyAnswer>(method.rawValue, safe: .cancel) { [weak self] answer in
            guard let self, !isClosed else { return webkit_policy_decision_ignore(decision.cast()) }
            end(decision, own: own, url: action.request.url, answer)
        }
        decisions.add(answer)
        if own != nil { undecidedLoad = answer }
        let full: @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void = {
            answer.give($0 == .allow ? .allow($1) : .cancel)
        }
        delegate.webView(owner, decidePolicyFor: action, preferences: preferences, decisionHandler: full)
    }

    private func end(_ decision: Retained, own: OwnLoad?, url: URL?, _ answer: PolicyAnswer) {
        if own != nil { undecidedLoad = nil }
        switch answer {
        case .allow(let preferences):
            if own != nil {
                settings.allowsContentJavaScript = preferences.allowsContentJavaScript
            } else if let url {
                decidedScripts[url] = preferences.allowsContentJavaScript
            }
            webkit_policy_decision_use(decision.cast())
        case .cancel:
            webkit_policy_decision_ignore(decision.cast())
            // The engine tells nothing more of it, and neither does Apple's.
            guard let own, navigations.refuse(own.navigation) else { return }
            makeHeldLoad()
        }
    }

    /// The load of the app's that an action is the first request of.
    private func ownLoad(of action: WKNavigationAction) -> OwnLoad? {
        guard let ownLoad, navigations.isAwaitingStart(of: ownLoad.navigation), undecidedLoad == nil,
            ownLoad.begins(with: action)
        else { return nil }
        return ownLoad
    }

    // MARK: Scripts

    /// Lets the page's scripts run as the delegate decided for the page's own navigations, of which it is not known yet
    /// which one starts: one refusal holds for all.
    func applyScriptsAtStart() {
        settings.allowsContentJavaScript =
            decidedScripts.isEmpty
            ? configuration.defaultWebpagePreferences.allowsContentJavaScript : !decidedScripts.values.contains(false)
    }

    private func applyScripts(at url: URL) {
        if let isAllowed = decidedScripts[url] { settings.allowsContentJavaScript = isAllowed }
    }

    // MARK: Responses

    private func decideResponse(_ decision: Retained) {
        let urlResponse = URLResponse.make(
            engineResponse: webkit_response_policy_decision_get_response(decision.pointer))
        // What a server marks as no document would run here with the rights of its site.
        let isSupported =
            webkit_response_policy_decision_is_mime_type_supported(decision.pointer) != 0 && !urlResponse.isAttachment
        let response = WKNavigationResponse(
            isForMainFrame: webkit_response_policy_decision_is_main_frame_main_resource(decision.pointer) != 0,
            response: urlResponse, canShowMIMEType: isSupported)
        let isForMainFrame = response.isForMainFrame
        let end: @MainActor (WKNavigationResponsePolicy) -> Void = { [weak self] policy in
            switch policy {
            case .allow:
                if isForMainFrame, let url = urlResponse.url { self?.applyScripts(at: url) }
                webkit_policy_decision_use(decision.cast())
            case .cancel: webkit_policy_decision_ignore(decision.cast())
            }
        }
        // There is nothing to show: the page stays. The engine knows that of its own schemes alone.
        let status = (urlResponse as? HTTPURLResponse)?.statusCode
        if status == 204 || status == 205 { return end(.cancel) }
        guard let owner, let delegate = owner.navigationDelegate else { return end(isSupported ? .allow : .cancel) }
        let method = DelegateForwarding.Method.response
        let answer = DelegateAnswer<WKNavigationResponsePolicy>(method.rawValue, safe: .cancel, end)
        decisions.add(answer)
        let full: @MainActor @Sendable (WKNavigationResponsePolicy) -> Void = { answer.give($0) }
        delegate.webView(owner, decidePolicyFor: response, decisionHandler: full)
    }
}

/// The answer to an action, as the engine's half takes it.
enum PolicyAnswer: Sendable, CustomStringConvertible {
    case allow(WKWebpagePreferences)
    case cancel

    var description: String {
        switch self {
        case .allow: "allow"
        case .cancel: "cancel"
        }
    }
}
