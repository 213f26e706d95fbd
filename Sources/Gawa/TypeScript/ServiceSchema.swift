/// What one service offers.
public struct ServiceSchema: Sendable, Equatable, Codable {
    /// The name of the object on the page.
    public var name: String
    /// What people should know of it; can have several lines.
    public var documentation: String
    /// Its functions, in the order of their declaration.
    public var functions: [FunctionSchema]

    /// Makes the schema of a service.
    public init(name: String, documentation: String = "", functions: [FunctionSchema]) {
        self.name = name
        self.documentation = documentation
        self.functions = functions
    }

    /// Names that functions of a service cannot have, because each namespace has such members of its own.
    public static let reservedFunctionNames: Set<String> = [
        "GawaError", "addEventListener", "call", "dispatchEvent", "expose", "has", "removeEventListener",
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
        functions.map(\.name).repeated.map { "\(name).\($0): there are two functions of this name" }
            + functions.flatMap { function in
                let place = "\(name).\(function.name)"
                let misnamed =
                    Self.reservedFunctionNames.contains(function.name)
                    ? ["\(place): each namespace has a member of this name, so a function cannot have it"]
                    : function.name == "then" ? ["\(place): pages can reach it through call(\"then\", …) only"] : []
                return misnamed + function.warnings(at: place)
            }
    }
}
