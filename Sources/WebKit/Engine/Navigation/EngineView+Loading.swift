internal import CWebKitGTK
internal import GLib

extension EngineView {
    // MARK: Loading

    /// Starts a load by one of the engine's calls and gives out its token.
    ///
    /// - Parameters:
    ///   - kind: What the engine calls the load's first action.
    ///   - request: What is loaded, when the app named it.
    func startLoad(
        _ kind: WKNavigationType = .other, request: URLRequest? = nil, startsSilently: Bool = false,
        _ load: @escaping (UnsafeMutablePointer<WebKitWebView>) -> Void
    ) -> WKNavigation {
        willUseProcess()
        abandonSuspendedLoad()
        refuseUndecidedLoad()
        expireAnswersSoon("another load")
        hasStopped = true
        stoppedLoad = nil
        let (navigation, superseded, mustWait) = navigations.request(startsSilently: startsSilently)
        if let superseded {
            // After the caller has returned, as every event of a load.
            Task { self.report(superseded, isProvisional: true, URLError(.cancelled)) }
        }
        let own = OwnLoad(navigation: navigation, kind: kind, request: request)
        heldLoad = mustWait ? (own, load) : nil
        if mustWait { releaseAfterSilence(navigation) } else { make(own, load) }
        return navigation
    }

    private func make(_ own: OwnLoad, _ load: (UnsafeMutablePointer<WebKitWebView>) -> Void) {
        ownLoad = own
        load(pointer)
        endAfterSilence(own.navigation)
    }

    /// Ends a load that the engine has dropped without a word, as it does when the page changes its fragment or its history, or
    /// stops what loads, before the load starts.
    private func endAfterSilence(_ navigation: WKNavigation) {
        Task { [weak self] in
            // After a stop by the page the engine goes on saying that it loads; a new process may take long, though.
            for (limit, isAtRest) in [(Duration.seconds(5), true), (.seconds(25), false)] {
                try? await Task.sleep(for: limit)
                guard let self, isDropped(navigation, isAtRest: isAtRest) else { continue }
                // All that the page had to say comes before the answer.
                await withCheckedContinuation { continuation in
                    send("ping", Variant(tuple: [])) { _ in continuation.resume() }
                }
                guard isDropped(navigation, isAtRest: isAtRest), navigations.withdraw(navigation) else { continue }
                showCommittedState()
                return report(navigation, isProvisional: true, URLError(.cancelled))
            }
        }
    }

    private func isDropped(_ navigation: WKNavigation, isAtRest: Bool) -> Bool {
        !isClosed && navigations.isAwaitingStart(of: navigation) && undecidedLoad == nil
            && (!isAtRest || webkit_web_view_is_loading(pointer) == 0)
    }

    /// Shows the page that is there, where the engine goes on naming a load that it has dropped.
    private func showCommittedState() {
        owner?.update(url: committedURL.isEmpty ? nil : URL(string: committedURL))
        owner?.update(isLoading: false)
    }

    /// Makes a held load at last when the engine says nothing of the one before.
    private func releaseAfterSilence(_ navigation: WKNavigation) {
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(5))
            guard let self, navigations.release(navigation) else { return }
            silentReleases += 1
            makeHeldLoad()
        }
    }

    /// Whether the engine tells nothing of a load: it only scrolls, or runs a script.
    private func startsSilently(_ url: URL) -> Bool {
        guard url.scheme?.lowercased() != "javascript" else { return true }
        let text = url.absoluteString
        guard let fragment = text.firstIndex(of: "#"), let shown = currentURL?.absoluteString else { return false }
        return text[..<fragment] == shown.prefix { $0 != "#" }
    }

    /// Makes the load that waited for the start or the failure of the one before it.
    func makeHeldLoad() {
        guard let (own, load) = heldLoad else { return }
        heldLoad = nil
        make(own, load)
    }

    /// Ends the load that waits for its start, which the engine will not be asked for.
    func withdrawWaitingLoad() {
        if let navigation = navigations.waiting { endBeforeStart(navigation) }
    }

    func load(_ request: URLRequest, readAccessTo readAccessURL: URL? = nil) -> WKNavigation {
        let request = content.mapped(request)
        if let url = request.url, url.isFileURL {
            content.allowReading(url)
            if let readAccessURL { content.allowReading(readAccessURL) }
        }
        if request.httpBody != nil || request.httpBodyStream != nil || (request.httpMethod ?? "GET") != "GET" {
            Log.write(
                "The engine loads by GET only: the method and body of a request to \(request.url ?? blankURL) were left out"
            )
        }
        return startLoad(
            request: request, startsSilently: request.url.map(startsSilently) ?? false
        ) { view in
            let engineRequest = webkit_uri_request_new((request.url ?? blankURL).absoluteString)
            defer { g_object_unref(engineRequest.map { UnsafeMutableRawPointer($0) }) }
            if let headers = webkit_uri_request_get_http_headers(engineRequest) {
                for (name, value) in request.allHTTPHeaderFields ?? [:] {
                    soup_message_headers_replace(headers, name, value)
                }
            }
            webkit_web_view_load_request(view, engineRequest)
        }
    }

    func load(_ data: Data, mimeType: String, encoding: String, baseURL: URL) -> WKNavigation {
        // The engine refuses to load no bytes at all; a line end makes the same document.
        let data = data.isEmpty ? Data("\n".utf8) : data
        // The app's own files are no secret from its pages.
        if let path = FilePath.of(baseURL), let bundle = FilePath.of(Bundle.main.bundleURL),
            FilePath.isWithin(path, bundle)
        {
            content.allowReading(Bundle.main.bundleURL)
        }
        return startLoad(request: URLRequest(url: baseURL)) { view in
            let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            defer { g_bytes_unref(bytes) }
            webkit_web_view_load_bytes(view, bytes, mimeType, encoding, baseURL.absoluteString)
        }
    }

    /// Starts a reload, or gives nil when nothing has been loaded.
    func reload(isFromOrigin: Bool) -> WKNavigation? {
        guard !committedURL.isEmpty else { return nil }
        return startLoad(.reload) { view in
            if isFromOrigin { webkit_web_view_reload_bypass_cache(view) } else { webkit_web_view_reload(view) }
        }
    }

    /// Loads the page again after its process died, when it shows and did not die of the same a moment ago.
    func reloadAfterTermination() {
        let now = ContinuousClock.now
        guard gtk_widget_get_mapped(view.cast()) != 0, lastAutomaticReload.map({ now - $0 > .seconds(10) }) ?? true
        else {
            return
        }
        lastAutomaticReload = now
        _ = reload(isFromOrigin: false)
    }

    func stopLoading() {
        heldLoad = nil
        hasStopped = true
        abandonSuspendedLoad()
        if let ownLoad, undecidedLoad == nil, navigations.isAwaitingStart(of: ownLoad.navigation) {
            // Its action may come yet, and would make it the load that the view shows.
            stoppedLoad = ownLoad
        }
        refuseUndecidedLoad()
        webkit_web_view_stop_loading(pointer)
        guard let navigation = navigations.waiting else { return }
        // The engine says nothing of a load that it stops before its start. All that it says comes before the answer.
        send("ping", Variant(tuple: [])) { _ in self.endBeforeStart(navigation) }
    }

    /// Refuses the load that the delegate decides on; what it answers later counts for nothing.
    private func refuseUndecidedLoad() {
        if let undecidedLoad {
            navigations.refuseForAnother()
            undecidedLoad.withdraw(answering: .cancel)
        }
    }

    /// Ends a load as cancelled, unless it has started or another took its place.
    private func endBeforeStart(_ navigation: WKNavigation) {
        guard navigations.withdraw(navigation) else { return }
        report(navigation, isProvisional: true, URLError(.cancelled))
    }

    // MARK: Events

    func loadChanged(_ event: WebKitLoadEvent) {
        switch event {
        case WEBKIT_LOAD_STARTED:
            hasStopped = false
            if navigations.isRetrying {
                let isRetried = currentURL?.absoluteString == retriedURL
                let retried = navigations.endRetry()
                if isRetried { return }
                // Another load is faster than the one that was to be made again.
                if let retried { report(retried, isProvisional: true, URLError(.cancelled)) }
            }
            abandonSuspendedLoad()
            if isPagesStart { endDroppedLoad() }
            guard let navigation = navigations.started() else { return makeHeldLoad() }
            if navigation !== ownLoad?.navigation { applyScriptsAtStart() }
            tell { $0.webView($1, didStartProvisionalNavigation: navigation) }
        case WEBKIT_LOAD_REDIRECTED:
            guard let navigation = navigations.redirected() else { return }
            tell { $0.webView($1, didReceiveServerRedirectForProvisionalNavigation: navigation) }
        case WEBKIT_LOAD_COMMITTED:
            expireAnswers("another page was shown")
            committedURL = currentURL?.absoluteString ?? ""
            committedAllowsContentJavaScript = settings.allowsContentJavaScript
            failedChallenges = [:]
            retries = 0
            decidedScripts = [:]
            guard let navigation = navigations.didCommit() else { return }
            tell { $0.webView($1, didCommit: navigation) }
        case WEBKIT_LOAD_FINISHED:
            guard let navigation = navigations.finished() else { return }
            tell { $0.webView($1, didFinish: navigation) }
        default:
            break
        }
    }

    /// Whether the start that is being told is that of the page's own navigation, which has taken the place of the app's load:
    /// the engine drops a load that the delegate still decides on.
    private var isPagesStart: Bool {
        guard let ownLoad, undecidedLoad != nil else { return false }
        return navigations.isAwaitingStart(of: ownLoad.navigation)
    }

    private func endDroppedLoad() {
        refuseUndecidedLoad()
        if let ownLoad { endBeforeStart(ownLoad.navigation) }
    }

    func loadFailed(isProvisional: Bool, url: String?, error: GLibError?) {
        guard let navigation = navigations.failed(isProvisional: isProvisional) else { return makeHeldLoadIfReleased() }
        // The engine ends a connection whose certificate it refuses, and may report that end alone. A load that the app or the
        // page cancels has another error.
        if isProvisional, let url, url.hasPrefix("https:"), retries < 20, let error, error.domain == "g-io-error-quark",
            error.code == Int(G_IO_ERROR_CANCELLED.rawValue)
        {
            suspendedLoad = SuspendedLoad(navigation: navigation, url: url)
            return makeAgain(navigation, after: .milliseconds(20))
        }
        if isProvisional, hasStopped, error?.domain == "WebKitPolicyError" {
            // Stopped while its response was decided on.
            return report(navigation, isProvisional: true, LoadError.urlError(.cancelled, url: url, text: nil))
        }
        report(navigation, isProvisional: isProvisional, LoadError.error(from: error, url: url))
    }

    func makeHeldLoadIfReleased() {
        if !navigations.isHolding { makeHeldLoad() }
    }

    func report(_ navigation: WKNavigation, isProvisional: Bool, _ error: any Error) {
        if isProvisional { settings.allowsContentJavaScript = committedAllowsContentJavaScript }
        tell {
            if isProvisional {
                $0.webView($1, didFailProvisionalNavigation: navigation, withError: error)
            } else {
                $0.webView($1, didFail: navigation, withError: error)
            }
        }
    }

    private func tell(_ event: (any WKNavigationDelegate, WKWebView) -> Void) {
        guard let owner, let delegate = owner.navigationDelegate else { return }
        event(delegate, owner)
    }
}
