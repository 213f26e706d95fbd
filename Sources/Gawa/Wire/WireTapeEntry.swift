/// One value, or one key, of a text.
struct WireTapeEntry: Sendable {
    enum Kind: UInt8, Sendable {
        case absent, null, undefined, boolean, integer, double, string, array, object, bigInt, date, bytes, attachment,
            function, stream
    }

    let kind: Kind
    /// Whether the text of a string holds escapes.
    let isEscaped: Bool
    /// Whether a key occurs again in the same object, so that this member does not count.
    var isShadowed = false
    /// The byte at which the text of a number or a string begins; of an array or object, the index of its first entry.
    let start: UInt32
    /// The value of a Boolean, integer, double or date; the byte count of a string; the number of an attachment, a
    /// function or a stream; ``count`` and ``next`` of others.
    var payload: UInt64

    init(_ kind: Kind, start: Int, payload: UInt64 = 0, isEscaped: Bool = false) {
        self.kind = kind
        self.start = UInt32(truncatingIfNeeded: start)
        self.payload = payload
        self.isEscaped = isEscaped
    }

    init(container kind: Kind, firstEntry: Int, count: Int, next: Int) {
        let payload = UInt64(UInt32(truncatingIfNeeded: count)) | UInt64(UInt32(truncatingIfNeeded: next)) << 32
        self.init(kind, start: firstEntry, payload: payload)
    }

    var isContainer: Bool { kind == .array || kind == .object }

    /// How many elements an array has, or members an object.
    var count: Int { Int(truncatingIfNeeded: payload & 0xFFFF_FFFF) }

    /// The index of the entry after an array or object and all that it holds.
    var next: Int { Int(truncatingIfNeeded: payload >> 32) }

    var integer: Int { Int(truncatingIfNeeded: payload) }

    var double: Double { Double(bitPattern: payload) }
}
