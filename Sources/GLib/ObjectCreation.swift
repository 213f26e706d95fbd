package import CGLib

/// Makes a GObject with construct-time properties that are themselves objects.
///
/// For widgets: the reference that a new widget floats is sunk. `g_object_new` is variadic, which Swift cannot call.
@MainActor
package func makeObject(_ type: GType, properties: [(name: String, object: Retained)]) -> Retained {
    var names: [UnsafePointer<CChar>?] = properties.map { UnsafePointer(strdup($0.name)) }
    defer { names.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    var values = properties.map { property in
        var value = GValue()
        g_value_init(&value, g_object_get_type())
        g_value_set_object(&value, UnsafeMutableRawPointer(property.object.pointer))
        return value
    }
    defer { for index in values.indices { g_value_unset(&values[index]) } }
    guard let object = g_object_new_with_properties(type, guint(values.count), &names, &values) else {
        preconditionFailure("g_object_new_with_properties gives an object for a valid type")
    }
    return Retained(retaining: OpaquePointer(object))
}
