/// What one member of a service takes and gives: a function of some kind, or an event.
public struct FunctionSchema: Sendable, Equatable, Codable {
    /// Its name on the page.
    public var name: String
    /// What it is to the page.
    public var kind: MemberKind
    /// Its parameters, in order. An event has none.
    public var parameters: [ParameterSchema]
    /// The form of its result, or of each item of a stream, or of an event's detail; ``TypeSchema/void`` for none.
    public var result: TypeSchema
    /// What people should know of it; can have several lines.
    public var documentation: String

    /// Makes the schema of a function or an event.
    public init(
        name: String, kind: MemberKind = .function, parameters: [ParameterSchema] = [], result: TypeSchema = .void,
        documentation: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.parameters = parameters
        self.result = result
        self.documentation = documentation
    }

    /// Whether the page gets no answer, and so no promise.
    public var isOneWay: Bool { kind == .message }

    /// Whether the page may pass functions or streams of its own.
    var takesPageReferences: Bool { parameters.contains { $0.type.isPageReference } }

    var canonicalText: String {
        let used = used
        let types = used.parameters.map(\.type.canonicalText).joined(separator: ",")
        let prefix = kind == .function || isOneWay ? "" : "\(kind.rawValue) "
        return "\(prefix)\(TypeScriptText.quoted(name))(\(types))\(isOneWay ? "" : used.result.canonicalText)"
    }

    func warnings(at place: String) -> [String] {
        let used = self.used
        // Each parameter by itself: two may be of the same unknown type.
        return (used.parameters.flatMap(\.type.reasons) + used.result.reasons).map { "\(place): \($0)" }
    }

    /// This schema without what its kind has no use for, and with functions and streams of the page only where they
    /// can be.
    var used: FunctionSchema {
        FunctionSchema(
            name: name, kind: kind,
            parameters: kind.isEvent ? [] : parameters.map { ParameterSchema(name: $0.name, type: $0.type.asArgument) },
            result: isOneWay ? .void : result.asValue, documentation: documentation)
    }
}

extension TypeSchema {
    /// Why parts of this value are unknown.
    fileprivate var reasons: [String] {
        var reasons: [String] = []
        visit { part in
            if case .unknown(let reason) = part, !reasons.contains(reason) { reasons.append(reason) }
        }
        return reasons
    }
}
