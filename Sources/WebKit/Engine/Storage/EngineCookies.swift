internal import CWebKitGTK
internal import GLib

/// The cookies of a session: what `WKHTTPCookieStore` asks of the engine.
@MainActor
final class EngineCookies {
    /// Called when a cookie was added, changed or removed, by whomever.
    var onChange: (() -> Void)?

    private let session: EngineSession
    // The session owns it, and it uses the session until its own end.
    private let manager: Retained
    private var connection: SignalConnection?
    /// A deletion looks its cookie up, and what was asked for after it has to wait.
    private var isLookingUp = false
    private var waiting: [@MainActor () -> Void] = []

    init(_ session: EngineSession) {
        self.session = session
        guard let manager = webkit_network_session_get_cookie_manager(session.session.pointer) else {
            preconditionFailure("A session has a cookie manager")
        }
        self.manager = Retained(retaining: manager)
        connection = connect(self.manager, "changed") { [weak self] _ in
            self?.onChange?()
            return .none
        }
    }

    isolated deinit {
        connection = nil
        // The last reference to the session must go after that to the manager.
        let session = session
        Task { withExtendedLifetime(session) {} }
    }

    // MARK: Reading

    func all(_ completion: @escaping @MainActor ([HTTPCookie]) -> Void) {
        inOrder { self.fetchAll(completion) }
    }

    private func fetchAll(_ completion: @escaping @MainActor ([HTTPCookie]) -> Void) {
        let manager = manager.pointer
        session.call {
            webkit_cookie_manager_get_all_cookies(manager, nil, $0, $1)
        } completion: { result in
            completion(Self.take(try? withGError { webkit_cookie_manager_get_all_cookies_finish(manager, result, $0) }))
        }
    }

    /// - Parameter url: An `http` or `https` URL; others have no cookies.
    func matching(_ url: URL, _ completion: @escaping @MainActor ([HTTPCookie]) -> Void) {
        let manager = manager.pointer
        inOrder {
            self.session.call {
                webkit_cookie_manager_get_cookies(manager, url.absoluteString, nil, $0, $1)
            } completion: { result in
                completion(Self.take(try? withGError { webkit_cookie_manager_get_cookies_finish(manager, result, $0) }))
            }
        }
    }

    private static func take(_ list: UnsafeMutablePointer<GList>??) -> [HTTPCookie] {
        guard let list = list.flatMap({ $0 }) else { return [] }
        defer { g_list_free_full(list) { $0.map { soup_cookie_free(OpaquePointer($0)) } } }
        return sequence(first: list, next: { $0.pointee.next }).compactMap { node in
            node.pointee.data.flatMap { HTTPCookie.make(engineCookie: OpaquePointer($0)) }
        }
    }

    // MARK: Writing

    func add(_ cookie: HTTPCookie, _ completion: @escaping @MainActor () -> Void) {
        let manager = manager.pointer
        inOrder {
            self.session.call { callback, data in
                cookie.withEngineCookie { webkit_cookie_manager_add_cookie(manager, $0, nil, callback, data) }
            } completion: { result in
                _ = try? withGError { webkit_cookie_manager_add_cookie_finish(manager, result, $0) }
                completion()
            }
        }
    }

    /// Removes the cookie of this name, domain and path.
    ///
    /// The engine removes one only when the value is the same too, so the stored one is looked up. A twin that differs in
    /// HttpOnly is another cookie, as on Apple platforms.
    func delete(_ cookie: HTTPCookie, _ completion: @escaping @MainActor () -> Void) {
        inOrder {
            self.isLookingUp = true
            self.fetchAll { stored in
                let found = stored.first { $0.isSameCookie(as: cookie) && $0.isHTTPOnly == cookie.isHTTPOnly }
                if let found { self.deleteStored(found, completion) }
                self.goOn()
                if found == nil { completion() }
            }
        }
    }

    private func deleteStored(_ cookie: HTTPCookie, _ completion: @escaping @MainActor () -> Void) {
        let manager = manager.pointer
        session.call { callback, data in
            cookie.withEngineCookie { webkit_cookie_manager_delete_cookie(manager, $0, nil, callback, data) }
        } completion: { result in
            _ = try? withGError { webkit_cookie_manager_delete_cookie_finish(manager, result, $0) }
            completion()
        }
    }

    // MARK: Order

    /// Asks the engine now, or after the look-up that is under way; the engine keeps the order of what it is asked.
    private func inOrder(_ operation: @escaping @MainActor () -> Void) {
        if isLookingUp { waiting.append(operation) } else { operation() }
    }

    private func goOn() {
        isLookingUp = false
        while !isLookingUp, !waiting.isEmpty { waiting.removeFirst()() }
    }

    // MARK: Policy

    func policy(_ completion: @escaping @MainActor (WKHTTPCookieStore.CookiePolicy) -> Void) {
        inOrder { self.fetchPolicy(completion) }
    }

    private func fetchPolicy(_ completion: @escaping @MainActor (WKHTTPCookieStore.CookiePolicy) -> Void) {
        let manager = manager.pointer
        session.call {
            webkit_cookie_manager_get_accept_policy(manager, nil, $0, $1)
        } completion: { result in
            let policy = try? withGError { webkit_cookie_manager_get_accept_policy_finish(manager, result, $0) }
            completion(policy == WEBKIT_COOKIE_POLICY_ACCEPT_NEVER ? .disallow : .allow)
        }
    }

    func setPolicy(_ policy: WKHTTPCookieStore.CookiePolicy, _ completion: @escaping @MainActor () -> Void) {
        let manager = manager.pointer
        inOrder {
            // The engine's own default is not to let third parties set cookies.
            webkit_cookie_manager_set_accept_policy(
                manager,
                policy == .disallow ? WEBKIT_COOKIE_POLICY_ACCEPT_NEVER : WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY)
            // That call has no answer. It is in effect when the next one is answered.
            self.fetchPolicy { _ in completion() }
        }
    }
}
