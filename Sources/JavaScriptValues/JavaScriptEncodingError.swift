/// Why a Swift value cannot be given to JavaScript.
package enum JavaScriptEncodingError: Error, Equatable, Sendable {
    /// A value of a type that has no JavaScript counterpart. The path is empty at the root, or such as `[1].due`.
    case unsupportedType(path: String, typeName: String)
    /// A dictionary key that is not a string. The path is the dictionary's.
    case nonStringKey(path: String, typeName: String)
    /// Arrays and dictionaries nested in more levels than may cross.
    case tooDeep(limit: Int)
    /// A value whose text would be longer than this many bytes.
    case tooLarge(limit: Int)
}

extension JavaScriptEncodingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsupportedType("", let typeName):
            "A value of type \(typeName) cannot be given to JavaScript."
        case .unsupportedType(let path, let typeName):
            "The value at \(path), of type \(typeName), cannot be given to JavaScript."
        case .nonStringKey("", let typeName):
            "A dictionary given to JavaScript has a key of type \(typeName), which is not a string."
        case .nonStringKey(let path, let typeName):
            "The dictionary at \(path) has a key of type \(typeName), which is not a string."
        case .tooDeep(let limit):
            "Values nested deeper than \(limit) levels cannot be given to JavaScript."
        case .tooLarge(let limit):
            "A value that takes more than \(limit) bytes as text cannot be given to JavaScript."
        }
    }
}
