/// Why a text holds no value.
enum WireTextError: Error, Equatable, Sendable {
    /// Not JSON, at a 0-based byte offset.
    case malformed(offset: Int)
    /// An object that begins as a tag and is none, or has a `$` later; the path is from the root of the text.
    case malformedTag(path: String)
    /// Arrays and objects nested in more levels than may be.
    case tooDeep(limit: Int)
    /// More than 2³²−2 bytes.
    case tooLong
}

extension WireTextError: CustomStringConvertible {
    var description: String {
        switch self {
        case .malformed(let offset): "The text is no JSON at byte \(offset)."
        case .malformedTag(let path): "The object at \(path.isEmpty ? "the root" : path) has a $ and is no tag."
        case .tooDeep(let limit): "The text nests deeper than \(limit) levels."
        case .tooLong: "The text is longer than 4 GiB."
        }
    }
}
