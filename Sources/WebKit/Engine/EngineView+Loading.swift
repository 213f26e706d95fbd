internal import CWebKitGTK
internal import GLib

extension EngineView {
    // MARK: Loading

    /// Starts a load by one of the engine's calls and gives out its token.
    func startLoad(
        startsSilently: Bool = false, _ load: @escaping (UnsafeMutablePointer<WebKitWebView>) -> Void
    ) -> WKNavigation {
        willUseProcess()
        expireAnswersSoon("another load")
        let (navigation, superseded, mustWait) = navigations.request(startsSilently: startsSilently)
        if let superseded {
            // After the caller has returned, as every event of a load.
            Task { self.report(superseded, isProvisional: true, URLError(.cancelled)) }
        }
        heldLoad = mustWait ? load : nil
        if mustWait { releaseAfterSilence(navigation) } else { load(pointer) }
        return navigation
    }

    /// Makes a held load at last when the engine says nothing of the one before.
    private func releaseAfterSilence(_ navigation: WKNavigation) {
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(5))
            guard let self, navigations.release(navigation) else { return }
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
    private func makeHeldLoad() {
        guard let load = heldLoad else { return }
        heldLoad = nil
        load(pointer)
    }

    func load(_ request: URLRequest) -> WKNavigation {
        if request.httpBody != nil || request.httpBodyStream != nil || (request.httpMethod ?? "GET") != "GET" {
            Log.write(
                "The engine loads by GET only: the method and body of a request to \(request.url ?? blankURL) were left out"
            )
        }
        return startLoad(startsSilently: request.url.map(startsSilently) ?? false) { view in
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
        return startLoad { view in
            let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            defer { g_bytes_unref(bytes) }
            webkit_web_view_load_bytes(view, bytes, mimeType, encoding, baseURL.absoluteString)
        }
    }

    /// Starts a reload, or gives nil when nothing has been loaded.
    func reload(isFromOrigin: Bool) -> WKNavigation? {
        guard !committedURL.isEmpty else { return nil }
        return startLoad { view in
            if isFromOrigin { webkit_web_view_reload_bypass_cache(view) } else { webkit_web_view_reload(view) }
        }
    }

    func stopLoading() {
        heldLoad = nil
        webkit_web_view_stop_loading(pointer)
        guard let navigation = navigations.waiting else { return }
        // The engine says nothing of a load that it stops before its start. All that it says comes before the answer.
        send("ping", Variant(tuple: [])) { _ in
            guard self.navigations.withdraw(navigation) else { return }
            self.report(navigation, isProvisional: true, URLError(.cancelled))
        }
    }

    // MARK: Events

    func loadChanged(_ event: WebKitLoadEvent) {
        switch event {
        case WEBKIT_LOAD_STARTED:
            guard let navigation = navigations.started() else { return makeHeldLoad() }
            tell { $0.webView($1, didStartProvisionalNavigation: navigation) }
        case WEBKIT_LOAD_REDIRECTED:
            guard let navigation = navigations.redirected() else { return }
            tell { $0.webView($1, didReceiveServerRedirectForProvisionalNavigation: navigation) }
        case WEBKIT_LOAD_COMMITTED:
            expireAnswers("another page was shown")
            committedURL = currentURL?.absoluteString ?? ""
            let navigation = navigations.didCommit()
            tell { $0.webView($1, didCommit: navigation) }
        case WEBKIT_LOAD_FINISHED:
            guard let navigation = navigations.finished() else { return }
            tell { $0.webView($1, didFinish: navigation) }
        default:
            break
        }
    }

    func loadFailed(isProvisional: Bool, url: String?, error: GLibError?) {
        guard let navigation = navigations.failed(isProvisional: isProvisional) else { return makeHeldLoad() }
        report(navigation, isProvisional: isProvisional, LoadError.error(from: error, url: url))
    }

    func loadFailedForCertificate(url: String?) {
        guard let navigation = navigations.failed(isProvisional: true) else { return makeHeldLoad() }
        report(navigation, isProvisional: true, LoadError.urlError(.serverCertificateUntrusted, url: url, text: nil))
    }

    private func report(_ navigation: WKNavigation, isProvisional: Bool, _ error: any Error) {
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
