internal import CWebKitGTK
internal import GLib

/// The engine's network session: cookies, storage and caches.
@MainActor
final class EngineSession {
    let session: Retained

    init(isPersistent: Bool) {
        Engine.startOrExit()
        if isPersistent, let shared = webkit_network_session_get_default() {
            session = Retained(retaining: shared)
        } else {
            session = Retained(taking: webkit_network_session_new_ephemeral())
        }
    }

    // MARK: Trust

    private var trusted: Set<[Data]> = []

    /// Whether the app said to trust a certificate of a host.
    func trusts(_ certificate: Data, host: String) -> Bool { trusted.contains([certificate, Data(host.utf8)]) }

    /// Trusts a certificate of a host from now on.
    func trust(_ certificate: Retained, data: Data, host: String) {
        trusted.insert([data, Data(host.utf8)])
        webkit_network_session_allow_tls_certificate_for_host(session.pointer, certificate.cast(), host)
    }
}
