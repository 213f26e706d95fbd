/// Why a value of a page is not one of a Swift type.
struct WireDecodingError: Error, Equatable, Sendable {
    enum Reason: Sendable {
        /// The value is of another kind; also where there must be a value and is none.
        case typeMismatch
        /// The value is of the right kind and not possible: out of range, malformed, or refused by the type.
        case dataCorrupted
        /// An object does not have the key.
        case keyNotFound
    }

    /// Where the value is, as `arguments[1].due`.
    var path: String
    /// What would have been right, such as "an integer from -128 to 127".
    let expected: String
    /// What is there instead, such as `a string ("42")`; bounded in length.
    let found: String
    let reason: Reason
}

extension WireDecodingError: CustomStringConvertible {
    var description: String {
        "\(path.isEmpty ? "" : "\(path): ")expected \(expected), found \(found)"
    }
}
