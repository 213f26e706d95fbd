/// What one function takes and gives.
public struct FunctionSchema: Sendable, Equatable, Codable {
    /// Its name on the page.
    public var name: String
    /// Its parameters, in order.
    public var parameters: [ParameterSchema]
    /// The form of its result; ``TypeSchema/void`` for none.
    public var result: TypeSchema
    /// Whether the page gets no answer, and so no promise.
    public var isOneWay: Bool
    /// What people should know of it; can have several lines.
    public var documentation: String

    /// Makes the schema of a function.
    public init(
        name: String, parameters: [ParameterSchema] = [], result: TypeSchema = .void, isOneWay: Bool = false,
        documentation: String = ""
    ) {
        self.name = name
        self.parameters = parameters
        self.result = result
        self.isOneWay = isOneWay
        self.documentation = documentation
    }

    var canonicalText: String {
        let types = parameters.map(\.type.canonicalText).joined(separator: ",")
        return "\(TypeScriptText.quoted(name))(\(types))\(isOneWay ? "" : result.canonicalText)"
    }

    func warnings(at place: String) -> [String] {
        parameters.flatMap { $0.type.reasons.map { reason in (place, reason) } }.map { "\($0.0): \($0.1)" }
            + (isOneWay ? [] : result.reasons).map { "\(place): \($0)" }
    }
}

extension TypeSchema {
    /// Why parts of this value are unknown.
    var reasons: [String] {
        var reasons: [String] = []
        visit { part in
            if case .unknown(let reason) = part, !reasons.contains(reason) { reasons.append(reason) }
        }
        return reasons
    }
}
