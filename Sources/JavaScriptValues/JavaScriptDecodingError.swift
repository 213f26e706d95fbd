/// Why a text that came from JavaScript holds no value.
package enum JavaScriptDecodingError: Error, Equatable, Sendable {
    /// The value cannot cross; the reason is the codec's, such as "a function".
    case unsupported(reason: String)
    /// Not codec text, at a 0-based byte offset.
    case malformed(offset: Int)
    /// A reference, at a 0-based byte offset, to an array or object that has not begun or was not announced.
    case badReference(offset: Int)
    /// Arrays and objects nested in more levels than may cross.
    case tooDeep(limit: Int)
    /// More values than may cross, where one that is referred to again counts again.
    case tooLarge(limit: Int)
}

extension JavaScriptDecodingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsupported(let reason): "The value cannot leave JavaScript: \(reason)."
        case .malformed(let offset): "The text of a JavaScript value is malformed at byte \(offset)."
        case .badReference(let offset): "The text of a JavaScript value holds a wrong reference at byte \(offset)."
        case .tooDeep(let limit): "Values nested deeper than \(limit) levels cannot leave JavaScript."
        case .tooLarge(let limit): "A value of more than \(limit) parts cannot leave JavaScript."
        }
    }
}
