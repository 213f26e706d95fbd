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
}
