internal import CGLib

/// The arguments of one emission of a signal; valid during the emission only.
package struct SignalArguments {
    private let values: UnsafeBufferPointer<GValue>

    init(_ values: UnsafeBufferPointer<GValue>) {
        self.values = values
    }

    /// The object at an index; 0 is the first argument after the emitter.
    package func object(_ index: Int) -> OpaquePointer? {
        withValue(index) { g_value_get_object($0).map { OpaquePointer($0) } }
    }

    package func string(_ index: Int) -> String? {
        withValue(index) { g_value_get_string($0).map { String(cString: $0) } }
    }

    /// The raw value of an enumeration.
    package func enumeration(_ index: Int) -> Int {
        withValue(index) { Int(g_value_get_enum($0)) }
    }

    package func error(_ index: Int) -> GLibError? {
        withValue(index) { value in
            g_value_get_boxed(value).map { GLibError(copying: $0.assumingMemoryBound(to: GError.self)) }
        }
    }

    /// A boxed value that is lent for the emission.
    package func boxed(_ index: Int) -> OpaquePointer? {
        withValue(index) { g_value_get_boxed($0).map { OpaquePointer($0) } }
    }

    private func withValue<Result>(_ index: Int, _ body: (UnsafePointer<GValue>) -> Result) -> Result {
        precondition(index + 1 < values.count, "The signal has no argument \(index)")
        return withUnsafePointer(to: values[index + 1], body)
    }
}

/// A connected signal handler; letting it go disconnects.
@MainActor
package final class SignalConnection {
    // Weak on the C side too: the emitter may be finalised first, and then its handlers are gone with it.
    private var emitter: OpaquePointer?
    private let handler: gulong

    fileprivate init(emitter: OpaquePointer, handler: gulong) {
        self.emitter = emitter
        self.handler = handler
        let pointer = UnsafeMutableRawPointer(emitter).assumingMemoryBound(to: GObject.self)
        g_object_weak_ref(pointer, connectionLostEmitter, Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func emitterWasFinalized() {
        emitter = nil
    }

    isolated deinit {
        guard let emitter else { return }
        let pointer = UnsafeMutableRawPointer(emitter).assumingMemoryBound(to: GObject.self)
        g_object_weak_unref(pointer, connectionLostEmitter, Unmanaged.passUnretained(self).toOpaque())
        g_signal_handler_disconnect(UnsafeMutableRawPointer(emitter), handler)
    }
}

private let connectionLostEmitter: GWeakNotify = { data, _ in
    guard let data else { return }
    // GTK and WebKit objects are finalised on the main thread, within this call.
    nonisolated(unsafe) let connection = UnsafeRawPointer(data)
    MainActor.assumeIsolated {
        Unmanaged<SignalConnection>.fromOpaque(connection).takeUnretainedValue().emitterWasFinalized()
    }
}

/// What a handler gives back to the emitter.
package enum SignalResult {
    case none
    case boolean(Bool)
    /// An object of the emitter's choice of type, or none; the emitter gets a reference of its own.
    case object(Retained?)
}

/// Connects a handler to a signal of an object, by the signal's detailed name.
///
/// The handler runs on the main thread, as all GTK and WebKit signals do, until the connection is let go.
@MainActor
package func connect(
    _ object: Retained, _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> SignalResult
) -> SignalConnection {
    let box = Unmanaged.passRetained(HandlerBox(handler)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
    g_closure_add_finalize_notifier(closure, box) { data, _ in
        data.map { Unmanaged<HandlerBox>.fromOpaque($0).release() }
    }
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
        guard let data = closure?.pointee.data, let values else { return }
        let box = Unmanaged<HandlerBox>.fromOpaque(data).takeUnretainedValue()
        let arguments = SignalArguments(UnsafeBufferPointer(start: values, count: Int(count)))
        // Signals of GTK and WebKit objects are emitted on the main thread; the values outlive this synchronous call.
        nonisolated(unsafe) let call = (box, arguments, result)
        MainActor.assumeIsolated {
            let (box, arguments, result) = call
            let answer = box.handler(arguments)
            guard let result else { return }
            switch answer {
            case .none: break
            case .boolean(let value): g_value_set_boolean(result, value ? 1 : 0)
            case .object(let object): g_value_set_object(result, object.map { UnsafeMutableRawPointer($0.pointer) })
            }
        }
    }
    let pointer = UnsafeMutableRawPointer(object.pointer)
    let id = g_signal_connect_closure(pointer, signal, closure, 0)
    precondition(id != 0, "No signal \(signal)")
    return SignalConnection(emitter: object.pointer, handler: id)
}

private final class HandlerBox {
    let handler: @MainActor (SignalArguments) -> SignalResult

    init(_ handler: @escaping @MainActor (SignalArguments) -> SignalResult) {
        self.handler = handler
    }
}
