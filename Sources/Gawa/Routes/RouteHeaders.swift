/// The header fields of a request or an answer, in their order, found by a name of any case.
///
/// Source: RFC 9110, 5.1 to 5.3.
public struct RouteHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One line of a header.
    public struct Field: Sendable, Hashable {
        /// The name, as it was written.
        public let name: String
        /// The value, without white space around it.
        public let value: String
    }

    /// The lines.
    public private(set) var fields: [Field] = []

    /// Makes a header without lines.
    public init() {}

    /// Makes a header of names and values; a name may come more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Makes a header of what Foundation holds, in the order of the names.
    public init(_ fields: [String: String]) {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { add(name, value) }
    }

    /// The value of a field; those of several lines are joined by a comma and a space.
    ///
    /// Setting it takes the place of all lines of the name, or removes them with nil.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            fields.removeAll { Self.areSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// The values of all lines of a name.
    public func values(of name: String) -> [String] {
        fields.filter { Self.areSame($0.name, name) }.map(\.value)
    }

    /// Adds a line.
    ///
    /// A name that is no token of HTTP, and a value with a line break, a NUL or another control character, are left out:
    /// they could end the header where a page likes. ``isAllowed(_:_:)`` tells of them.
    ///
    /// - Returns: Whether the line was added.
    @discardableResult
    public mutating func add(_ name: String, _ value: String) -> Bool {
        let value = String(value.trimmingPrefix(while: Self.isBlank))
        guard let end = value.lastIndex(where: { !Self.isBlank($0) }) else {
            guard Self.isAllowed(name, "") else { return false }
            fields.append(Field(name: name, value: ""))
            return true
        }
        let trimmed = String(value[...end])
        guard Self.isAllowed(name, trimmed) else { return false }
        fields.append(Field(name: name, value: trimmed))
        return true
    }

    /// Whether HTTP allows a line.
    public static func isAllowed(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
            && value.unicodeScalars.allSatisfy { $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) }
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func areSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
    }
}
