/// The name of a function's parameter, as declarations for the page write it.
///
/// Written as a string literal, one for each parameter: a wrong count does not compile.
public struct Parameter<Value>: ExpressibleByStringLiteral, Sendable {
    /// The name.
    public let name: String

    /// Makes the name of a parameter.
    public init(stringLiteral value: String) {
        name = value
    }
}
