/// A value in a text.
///
/// As cheap as an index; it keeps the text alive.
struct WireNode: Sendable {
    enum Kind: Sendable {
        case null, undefined, boolean, number, string, array, object, bigInt, date, bytes, function, stream
    }

    let tape: WireTape
    let index: Int

    private var entry: WireTapeEntry { tape.entries[index] }

    var kind: Kind {
        switch entry.kind {
        case .null: .null
        case .absent, .undefined: .undefined
        case .boolean: .boolean
        case .integer, .double: .number
        case .string: .string
        case .array: .array
        case .object: .object
        case .bigInt: .bigInt
        case .date: .date
        case .bytes, .attachment: .bytes
        case .function: .function
        case .stream: .stream
        }
    }

    /// The elements of an array; of another value, none.
    var elements: WireElements {
        entry.kind == .array
            ? WireElements(tape: tape, index: Int(entry.start), count: entry.count)
            : WireElements(tape: tape, index: 0, count: 0)
    }

    /// The members of an object, each key once, in the order of the text; of another value, none.
    var members: WireMembers {
        entry.kind == .object
            ? WireMembers(tape: tape, index: Int(entry.start), count: entry.count)
            : WireMembers(tape: tape, index: 0, count: 0)
    }

    /// The number of elements or members; 0 for other values.
    var count: Int { entry.isContainer ? entry.count : 0 }

    /// The member with a key, compared byte for byte; nil if there is none, or the value is no object.
    subscript(key: String) -> WireNode? {
        guard entry.kind == .object else { return nil }
        return tape.member(key, of: index).map { WireNode(tape: tape, index: $0) }
    }

    var string: String? { entry.kind == .string ? tape.string(at: index) : nil }

    /// Whether it is a string of these bytes.
    func isString(_ other: String) -> Bool { entry.kind == .string && tape.isString(at: index, equalTo: other) }

    /// A number that is an integer within ±(2⁵³−1).
    var integer: Int? {
        switch entry.kind {
        case .integer: entry.integer
        case .double: WireNumber.integer(entry.double)
        default: nil
        }
    }

    var number: Double? {
        switch entry.kind {
        case .integer: Double(entry.integer)
        case .double: entry.double
        default: nil
        }
    }

    /// A function or stream of the page, and its number.
    var reference: (kind: PageReference.Kind, number: Int)? {
        switch entry.kind {
        case .function: (.function, entry.integer)
        case .stream: (.stream, entry.integer)
        default: nil
        }
    }

    var boolean: Bool? { entry.kind == .boolean ? entry.payload != 0 : nil }
}
