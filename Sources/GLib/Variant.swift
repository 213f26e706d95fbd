internal import CGLib

/// A `GVariant` with an owner.
@MainActor
package final class Variant {
    private let pointer: OpaquePointer

    /// Sinks a floating variant, or adds a reference to another.
    package init(retaining pointer: OpaquePointer) {
        self.pointer = g_variant_ref_sink(pointer)
    }

    isolated deinit {
        g_variant_unref(pointer)
    }

    // MARK: Making

    package convenience init(_ value: String) {
        // A C string ends at the first NUL; callers escape it (codec text) or send bytes.
        self.init(retaining: g_variant_new_string(value))
    }

    package convenience init(_ value: Bool) {
        self.init(retaining: g_variant_new_boolean(value ? 1 : 0))
    }

    package convenience init(_ value: UInt64) {
        self.init(retaining: g_variant_new_uint64(guint64(value)))
    }

    package convenience init(bytes: some Collection<UInt8>) {
        let variant = Array(bytes).withUnsafeBytes {
            g_bytes_new($0.baseAddress, gsize($0.count))
        }
        defer { g_bytes_unref(variant) }
        let type = g_variant_type_new("ay")
        defer { g_variant_type_free(type) }
        self.init(retaining: g_variant_new_from_bytes(type, variant, 1))
    }

    package convenience init(strings: [String]) {
        self.init(arrayOf: "s", strings.map { Variant($0) })
    }

    package convenience init(arrayOf type: String, _ elements: [Variant]) {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        let array = Self.withPointers(elements) { g_variant_new_array(type, $0, $1) }
        self.init(retaining: array)
    }

    package convenience init(tuple elements: [Variant]) {
        self.init(retaining: Self.withPointers(elements) { g_variant_new_tuple($0, $1) })
    }

    /// A tuple of strings, without an object for each.
    package convenience init(tupleOfStrings strings: [String]) {
        let tuple = withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: max(1, strings.count)) {
            children in
            // Floating: the tuple takes them over.
            for (index, string) in strings.enumerated() {
                children.initializeElement(at: index, to: g_variant_new_string(string))
            }
            return g_variant_new_tuple(children.baseAddress, gsize(strings.count))
        }
        guard let tuple else { preconditionFailure("g_variant_new_tuple gives a value") }
        self.init(retaining: tuple)
    }

    /// A dictionary of type `a{sv}`.
    package convenience init(dictionary entries: [(key: String, value: Variant)]) {
        self.init(
            arrayOf: "{sv}",
            entries.map { entry in
                let value = entry.value.withPointer { Variant(retaining: g_variant_new_variant($0)) }
                return Variant(
                    retaining: Self.withPointers([Variant(entry.key), value]) { pointers, _ in
                        g_variant_new_dict_entry(pointers[0], pointers[1])
                    })
            })
    }

    // MARK: Lending

    /// Lends the pointer to a C call; the variant stays alive as long.
    package func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(pointer) }
    }

    private static func withPointers(
        _ variants: [Variant], _ body: (UnsafeMutablePointer<OpaquePointer?>, gsize) -> OpaquePointer
    ) -> OpaquePointer {
        // The C calls take references of their own; ours must last until they have.
        withExtendedLifetime(variants) {
            var pointers: [OpaquePointer?] = variants.map(\.pointer)
            return pointers.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else {
                    // No child: C takes any pointer with the count 0.
                    return withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: 1) { empty in
                        empty.initialize(repeating: nil)
                        guard let start = empty.baseAddress else {
                            preconditionFailure("A capacity of 1 has an address")
                        }
                        return body(start, 0)
                    }
                }
                return body(start, gsize(buffer.count))
            }
        }
    }

    // MARK: Reading

    /// The type as a string, for example `(ss)`.
    package var type: String { String(cString: g_variant_get_type_string(pointer)) }

    package func child(_ index: Int) -> Variant {
        precondition(index < Int(g_variant_n_children(pointer)), "The variant \(type) has no child \(index)")
        // "transfer full": the extra reference of the initialiser is balanced here.
        let child = g_variant_get_child_value(pointer, gsize(index))
        defer { child.map { g_variant_unref($0) } }
        guard let child else { preconditionFailure("g_variant_get_child_value gives a value for a valid index") }
        return Variant(retaining: child)
    }

    package var string: String { Self.string(pointer) }

    /// The string at an index, without an object for it.
    package func string(at index: Int) -> String {
        precondition(index < Int(g_variant_n_children(pointer)), "The variant \(type) has no child \(index)")
        guard let child = g_variant_get_child_value(pointer, gsize(index)) else {
            preconditionFailure("g_variant_get_child_value gives a value for a valid index")
        }
        defer { g_variant_unref(child) }
        return Self.string(child)
    }

    private static func string(_ pointer: OpaquePointer) -> String {
        var count: gsize = 0
        let start = g_variant_get_string(pointer, &count)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    package var boolean: Bool { g_variant_get_boolean(pointer) != 0 }
    package var uint64: UInt64 { UInt64(g_variant_get_uint64(pointer)) }
    package var uint32: UInt32 { g_variant_get_uint32(pointer) }
}
