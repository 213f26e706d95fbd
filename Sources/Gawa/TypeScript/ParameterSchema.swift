/// What one parameter takes.
public struct ParameterSchema: Sendable, Equatable, Codable {
    /// Its name, which only people read: a page passes arguments by their order.
    public var name: String
    /// The form of its values.
    public var type: TypeSchema

    /// Makes the schema of a parameter.
    public init(name: String, type: TypeSchema) {
        self.name = name
        self.type = type
    }
}
