/// What a whole value is, for the paths of errors.
enum WireRoot: Sendable, ExpressibleByStringLiteral {
    case named(String)
    /// The argument of an index.
    case argument(Int)

    init(stringLiteral value: String) { self = .named(value) }

    var path: WirePath {
        switch self {
        case .named(let name): WirePath(name)
        case .argument(let index): WirePath("arguments[\(index)]")
        }
    }
}
