/// What one service offers.
public struct ServiceSchema: Sendable, Equatable, Codable {
    /// The name of the object on the page.
    public var name: String
    /// What people should know of it; can have several lines.
    public var documentation: String
    /// Its functions and events, in the order of their declaration.
    public var functions: [FunctionSchema]

    /// Makes the schema of a service.
    public init(name: String, documentation: String = "", functions: [FunctionSchema]) {
        self.name = name
        self.documentation = documentation
        self.functions = functions
    }

    /// Names that functions of a service cannot have, because each namespace has such members of its own.
    ///
    /// An event can have any name that no function of the service has, for it is no member.
    public static let reservedFunctionNames: Set<String> = [
        "GawaError", "addEventListener", "call", "dispatchEvent", "expose", "has", "removeEventListener",
        "schemaHash",
    ]

    var canonicalText: String {
        TypeScriptText.quoted(name) + "\n"
            + functions.sorted { $0.name < $1.name }.map(\.canonicalText).joined(separator: "\n")
    }

    var warnings: [String] {
        let taken =
            WindowNames.all.contains(name)
            ? ["\(name): the window of each page has a property of this name, and TypeScript will refuse another"] : []
        return taken + functionWarnings
    }

    private var functionWarnings: [String] {
        functions.map(\.name).repeated.map { "\(name).\($0): there are two functions or events of this name" }
            + functions.flatMap { function in
                let place = "\(name).\(function.name)"
                return nameWarnings(function, at: place) + function.warnings(at: place)
            }
    }

    private func nameWarnings(_ function: FunctionSchema, at place: String) -> [String] {
        if function.kind.isEvent { return [] }
        if Self.reservedFunctionNames.contains(function.name) {
            return ["\(place): each namespace has a member of this name, so a function cannot have it"]
        }
        return function.name == "then" ? ["\(place): pages can reach it through call(\"then\", …) only"] : []
    }
}
