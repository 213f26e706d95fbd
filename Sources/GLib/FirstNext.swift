internal import CGLib

/// Runs an action once, on the main thread, after the dispatch that is under way and before any other of its context.
@MainActor
package func firstNext(_ action: @escaping @MainActor () -> Void) {
    let box = Unmanaged.passRetained(ActionBox(action)).toOpaque()
    // Sources of a higher priority go first, and an idle one is always ready.
    g_idle_add_full(
        gint(Int32.min),
        { data in
            guard let data else { return 0 }
            nonisolated(unsafe) let box = data
            // The default context runs on the main thread only.
            MainActor.assumeIsolated { Unmanaged<ActionBox>.fromOpaque(box).takeUnretainedValue().action() }
            return 0
        }, box, { data in data.map { Unmanaged<ActionBox>.fromOpaque($0).release() } })
}

private final class ActionBox {
    let action: @MainActor () -> Void

    init(_ action: @escaping @MainActor () -> Void) {
        self.action = action
    }
}
