/// A stand-in for the app in a page's own tests: the texts of `native.mock.js` and `native.mock.d.ts`.
///
/// A test imports `native.mock.js` before the page's code, which makes the namespaces of the bridge, and says with
/// `mockNative({ calendars: { isFollowing: async (id) => id === "42" } })` what the functions answer. The answer of a
/// stream is an array, or a function that returns one or a generator; events are told with
/// `mock.emit("calendars", "changed", detail)`. Values are copied and errors, aborts and time-outs arrive as the bridge
/// would have it. A function without an answer is unknown.
public struct TypeScriptMock: Sendable {
    /// The text of `native.mock.js`, an ES module.
    public let text: String
    /// The text of `native.mock.d.ts`.
    public let declarations: String

    /// Writes the mock of a bridge.
    public init(_ schema: BridgeSchema) {
        let functions = schema.services.flatMap(\.functions)
        let kinds = Set(functions.map(\.kind))
        let takesPageReferences = functions.contains(where: \.takesPageReferences)
        text = """
            \(TypeScriptDeclarations.header)

            // Each namespace with its members: name, number of parameters, kind, and true where arguments may be functions
            // or streams.
            const namespaces = [
            \(schema.services.map(Self.row).joined())];

            \(Self.runtime(kinds, takesPageReferences: takesPageReferences))
            """
        declarations = Self.declarations(
            schema.services, TypeScriptNames(schema), kinds, takesPageReferences: takesPageReferences)
    }

    private static func row(_ service: ServiceSchema) -> String {
        var seen: Set<String> = []
        let members = service.functions.filter {
            ($0.kind.isEvent || !ServiceSchema.reservedFunctionNames.contains($0.name)) && seen.insert($0.name).inserted
        }.map(\.used).map {
            let parts =
                [TypeScriptText.quoted($0.name), "\($0.parameters.count)", "\"\($0.kind.rawValue)\""]
                + ($0.takesPageReferences ? ["true"] : [])
            return "    [\(parts.joined(separator: ", "))],\n"
        }.joined()
        return "  [\(TypeScriptText.quoted(service.name)), [\n\(members)  ]],\n"
    }
}
