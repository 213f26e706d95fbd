internal import CWebKitGTK
internal import GLib

/// The engine's network session: cookies, storage and caches.
@MainActor
final class EngineSession {
    let session: Retained

    /// Makes a session that keeps its data in folders, or in memory alone.
    ///
    /// The engine's own default session is never asked for: its place is that of all programs with the same name, and it
    /// keeps no cookies.
    init(_ folders: StorageFolders?) {
        Engine.startOrExit()
        if let folders, let session = Self.makePersistent(folders) {
            self.session = session
            Self.living[folders] = WeakSession(session: self)
        } else {
            session = Retained(taking: webkit_network_session_new_ephemeral())
        }
        // The engine would put what a link's `download` attribute names into the user's folder for downloads.
        downloads = connect(session, "download-started") { arguments in
            guard let download = arguments.object(0) else { return .none }
            Log.write("A download was cancelled: nobody takes it")
            webkit_download_cancel(download)
            return .none
        }
    }

    private var downloads: SignalConnection?

    // MARK: Trust

    private var trusted: Set<[Data]> = []

    /// Whether the app said to trust a certificate of a host.
    func trusts(_ certificate: Data, host: String) -> Bool { trusted.contains([certificate, Data(host.utf8)]) }

    /// Trusts a certificate of a host from now on.
    func trust(_ certificate: Retained, data: Data, host: String) {
        trusted.insert([data, Data(host.utf8)])
        webkit_network_session_allow_tls_certificate_for_host(session.pointer, certificate.cast(), host)
    }

    var dataManager: OpaquePointer? { webkit_network_session_get_website_data_manager(session.pointer) }

    private static func makePersistent(_ folders: StorageFolders) -> Retained? {
        do {
            try folders.make()
        } catch {
            Log.write("Nothing will be kept after the program: \(error)")
            return nil
        }
        let session = Retained(taking: webkit_network_session_new(folders.data.path, folders.caches.path))
        webkit_cookie_manager_set_persistent_storage(
            webkit_network_session_get_cookie_manager(session.pointer), folders.cookies.path,
            WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
        return session
    }

    // MARK: Look-up

    private struct WeakSession {
        weak var session: EngineSession?
    }

    private static var living: [StorageFolders: WeakSession] = [:]

    /// Whether a session keeps its data in these folders.
    static func isUsing(_ folders: StorageFolders) -> Bool {
        living = living.filter { $0.value.session != nil }
        return living[folders] != nil
    }

    // MARK: Calls

    /// Starts an asynchronous call of the session or of what belongs to it; see `asyncCall`.
    ///
    /// The session lives until the answer is there, whoever has let it go meanwhile.
    func call(
        start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
        completion: @escaping @MainActor (OpaquePointer) -> Void
    ) {
        asyncCall(start: start) { result in
            completion(result)
            // GIO's call still holds the cookie manager, which must not outlive its session.
            Task { withExtendedLifetime(self) {} }
        }
    }
}
