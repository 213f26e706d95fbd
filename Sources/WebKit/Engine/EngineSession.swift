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
