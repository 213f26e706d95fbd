internal import CGLib

/// A counted reference to a GObject, given back when this object goes.
///
/// GTK and WebKit objects are touched on the main thread only, so the release happens there too.
@MainActor
package final class Retained {
    package let pointer: OpaquePointer

    /// Takes over a reference that the C call gave away ("transfer full").
    package init(taking pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Adds a reference to an object that the C side keeps ("transfer none"), or sinks a floating one.
    package init(retaining pointer: OpaquePointer) {
        g_object_ref_sink(UnsafeMutableRawPointer(pointer))
        self.pointer = pointer
    }

    isolated deinit {
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    /// The object as a pointer to one of its C types.
    package func cast<Instance>(to type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
        UnsafeMutablePointer<Instance>(pointer)
    }
}
