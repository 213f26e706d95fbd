import CGLib

/// Keeps a closure for a GLib source.
private final class Box: Sendable {
    let signal: Probe.Signal
    init(_ signal: @escaping Probe.Signal) { self.signal = signal }
}

/// Calls a closure from a GLib source: an idle one, or a timeout in milliseconds.
func callFromGLib(after milliseconds: UInt32?, _ signal: @escaping Probe.Signal) {
    let call: GSourceFunc = { data in
        if let data { Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().signal() }
        return 0
    }
    let box = Unmanaged.passRetained(Box(signal)).toOpaque()
    let release: GDestroyNotify = { data in if let data { Unmanaged<Box>.fromOpaque(data).release() } }
    if let milliseconds {
        g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, call, box, release)
    } else {
        g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, call, box, release)
    }
}

/// Calls a closure, every time until the source is removed, from a GLib source that watches a descriptor. Returns the
/// source's number.
func callFromGLib(whenReadable descriptor: Int32, _ signal: @escaping Probe.Signal) -> UInt32 {
    g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
        { _, _, data in
            if let data { Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().signal() }
            return 1
        }, Unmanaged.passRetained(Box(signal)).toOpaque(),
        { data in if let data { Unmanaged<Box>.fromOpaque(data).release() } })
}
