internal import CWebKitGTK
internal import GLib

extension EngineView {
    func attachAuthentication() {
        handle("authenticate", otherwise: .boolean(false)) { view, arguments in
            guard let request = arguments.object(0) else { return .boolean(false) }
            view.authenticate(Retained(retaining: request))
            return .boolean(true)
        }
    }

    // MARK: Credentials

    private func authenticate(_ request: Retained) {
        let space = protectionSpace(of: request)
        let key = "\(space.host):\(space.port) \(space.realm ?? "") \(space.isProxy())"
        if webkit_authentication_request_is_retry(request.pointer) != 0 { failedChallenges[key, default: 0] += 1 }
        let answer = challengeAnswer { disposition, credential in
            switch (disposition, credential) {
            case (.useCredential, let credential?):
                let persistence =
                    credential.persistence == .none
                    ? WEBKIT_CREDENTIAL_PERSISTENCE_NONE : WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION
                let engineCredential = webkit_credential_new(
                    credential.user ?? "", credential.password ?? "", persistence)
                defer { webkit_credential_free(engineCredential) }
                webkit_authentication_request_authenticate(request.pointer, engineCredential)
            case (.cancelAuthenticationChallenge, _):
                webkit_authentication_request_cancel(request.pointer)
            default:
                // Goes on without credentials: the server's refusal is shown.
                webkit_authentication_request_authenticate(request.pointer, nil)
            }
        }
        ask(space, proposed: proposedCredential(of: request), failures: failedChallenges[key] ?? 0, answer)
    }

    private func protectionSpace(of request: Retained) -> URLProtectionSpace {
        let host = webkit_authentication_request_get_host(request.pointer).map { String(cString: $0) } ?? ""
        let port = Int(webkit_authentication_request_get_port(request.pointer))
        let realm = webkit_authentication_request_get_realm(request.pointer).map { String(cString: $0) }
        let method =
            switch webkit_authentication_request_get_scheme(request.pointer) {
            case WEBKIT_AUTHENTICATION_SCHEME_HTTP_BASIC: NSURLAuthenticationMethodHTTPBasic
            case WEBKIT_AUTHENTICATION_SCHEME_HTTP_DIGEST: NSURLAuthenticationMethodHTTPDigest
            case WEBKIT_AUTHENTICATION_SCHEME_HTML_FORM: NSURLAuthenticationMethodHTMLForm
            case WEBKIT_AUTHENTICATION_SCHEME_NTLM: NSURLAuthenticationMethodNTLM
            case WEBKIT_AUTHENTICATION_SCHEME_NEGOTIATE: NSURLAuthenticationMethodNegotiate
            case WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_REQUESTED,
                WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_PIN_REQUESTED:
                // The value of the constant, which Foundation on Linux marks as unavailable.
                "NSURLAuthenticationMethodClientCertificate"
            default: NSURLAuthenticationMethodDefault
            }
        if webkit_authentication_request_is_for_proxy(request.pointer) != 0 {
            return URLProtectionSpace(
                proxyHost: host, port: port, type: NSURLProtectionSpaceHTTPProxy, realm: realm,
                authenticationMethod: method)
        }
        let origin = webkit_authentication_request_get_security_origin(request.pointer)
        defer { webkit_security_origin_unref(origin) }
        let isSecure = webkit_security_origin_get_protocol(origin).map { String(cString: $0) } == "https"
        return URLProtectionSpace(
            host: host, port: port, protocol: isSecure ? NSURLProtectionSpaceHTTPS : NSURLProtectionSpaceHTTP,
            realm: realm, authenticationMethod: method)
    }

    private func proposedCredential(of request: Retained) -> URLCredential? {
        guard let credential = webkit_authentication_request_get_proposed_credential(request.pointer) else {
            return nil
        }
        defer { webkit_credential_free(credential) }
        guard let user = webkit_credential_get_username(credential).map({ String(cString: $0) }) else { return nil }
        return URLCredential(
            user: user, password: webkit_credential_get_password(credential).map { String(cString: $0) } ?? "",
            persistence: .forSession)
    }

    // MARK: Certificates

    /// Ends a load whose server's certificate is not trusted, unless the delegate trusts it: then it is made again.
    func loadFailed(url: String?, certificate: OpaquePointer?) {
        guard let navigation = navigations.failed(isProvisional: true) else { return makeHeldLoadIfReleased() }
        guard let url, let certificate, owner?.navigationDelegate != nil else {
            return fail(navigation, .serverCertificateUntrusted, url)
        }
        let retained = Retained(retaining: certificate)
        let space = ServerTrustSpace(url: URL(string: url), certificateData: Self.data(of: retained))
        let session = configuration.websiteDataStore.session
        suspendedLoad = SuspendedLoad(navigation: navigation, url: url)
        if session.trusts(space.certificateData, host: space.host), retries < 20 {
            // The network process has not heard yet: the load went by another way than the word.
            return makeAgain(navigation, after: .milliseconds(50))
        }
        let answer = challengeAnswer { [weak self] disposition, credential in
            guard let self, suspendedLoad?.navigation === navigation else { return }
            if disposition == .useCredential, let credential = credential as? ServerTrustCredential,
                credential.certificateData == space.certificateData
            {
                session.trust(retained, data: space.certificateData, host: space.host)
                return makeAgain(navigation, after: .zero)
            }
            suspendedLoad = nil
            fail(
                navigation, disposition == .cancelAuthenticationChallenge ? .cancelled : .serverCertificateUntrusted,
                url)
        }
        ask(space, proposed: nil, failures: 0, answer)
    }

    private func fail(_ navigation: WKNavigation, _ code: URLError.Code, _ url: String?) {
        report(navigation, isProvisional: true, LoadError.urlError(code, url: url, text: nil))
    }

    /// Makes a suspended load again, unless another has taken its place.
    func makeAgain(_ navigation: WKNavigation, after delay: Duration) {
        retries += 1
        Task {
            try? await Task.sleep(for: delay)
            guard let load = suspendedLoad, load.navigation === navigation else { return }
            suspendedLoad = nil
            guard !navigations.hasProvisional else { return fail(navigation, .cancelled, load.url) }
            navigations.retry(navigation)
            retriedURL = load.url
            webkit_web_view_load_uri(pointer, load.url)
        }
    }

    /// Ends a suspended load, since another takes its place.
    func abandonSuspendedLoad() {
        guard let load = suspendedLoad else { return }
        suspendedLoad = nil
        Task { self.fail(load.navigation, .cancelled, load.url) }
    }

    private static func data(of certificate: Retained) -> Data {
        var value = GValue()
        defer { g_value_unset(&value) }
        g_value_init(&value, g_byte_array_get_type())
        g_object_get_property(certificate.cast(), "certificate", &value)
        guard let bytes = g_value_get_boxed(&value)?.assumingMemoryBound(to: GByteArray.self).pointee,
            let start = bytes.data
        else { return Data() }
        return Data(bytes: start, count: Int(bytes.len))
    }

    // MARK: The delegate

    private typealias ChallengeAnswer = DelegateAnswer<ChallengeDisposition>

    private func challengeAnswer(
        _ send: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) -> ChallengeAnswer {
        DelegateAnswer(
            DelegateForwarding.Method.challenge.rawValue,
            safe: ChallengeDisposition(disposition: .cancelAuthenticationChallenge, credential: nil)
        ) { send($0.disposition, $0.credential) }
    }

    private func ask(
        _ space: URLProtectionSpace, proposed: URLCredential?, failures: Int, _ answer: ChallengeAnswer
    ) {
        guard let owner, let delegate = owner.navigationDelegate else {
            return answer.give(ChallengeDisposition(disposition: .rejectProtectionSpace, credential: nil))
        }
        let full: @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
            answer.give(ChallengeDisposition(disposition: $0, credential: $1))
        }
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: proposed, previousFailureCount: failures, failureResponse: nil,
            error: nil, sender: ChallengeSender(full))
        delegate.webView(owner, didReceive: challenge, completionHandler: full)
    }
}

/// What a delegate answered to a challenge.
struct ChallengeDisposition: @unchecked Sendable, CustomStringConvertible {
    // Sound: a credential never changes after its initialiser.
    let disposition: URLSession.AuthChallengeDisposition
    let credential: URLCredential?

    var description: String {
        switch disposition {
        case .useCredential: "useCredential"
        case .performDefaultHandling: "performDefaultHandling"
        case .cancelAuthenticationChallenge: "cancelAuthenticationChallenge"
        case .rejectProtectionSpace: "rejectProtectionSpace"
        }
    }
}
