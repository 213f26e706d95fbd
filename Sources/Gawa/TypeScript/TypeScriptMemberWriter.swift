/// Writes functions and events as members of interfaces, with their documentation.
struct TypeScriptMemberWriter {
    let types: TypeScriptTypeWriter

    /// A function of any kind.
    func function(_ function: FunctionSchema) -> String {
        let name = TypeScriptText.memberName(function.name)
        let result = types.result(function.result)
        let text =
            switch function.kind {
            case .message: call(name, function, nil, "void")
            case .stream: call(name, function, "StreamOptions", "GawaStream<\(result)>")
            case .function, .event, .latestEvent: call(name, function, "CallOptions", "Promise<\(result)>")
            case .synchronous:
                "  readonly \(name): {\n"
                    + call("", function, "CallOptions", "Promise<\(result)>", indent: "    ")
                    + "    /** The same, with its answer at once: the page stands still until then. */\n"
                    + call("sync", function, "SyncOptions", result, indent: "    ") + "  };\n"
            }
        return TypeScriptText.comment(function.documentation, indent: "  ") + text
    }

    /// An event, as a member whose type is that of its details.
    func event(_ event: FunctionSchema) -> String {
        let note = event.kind == .latestEvent ? "\nA new listener is told the latest." : ""
        return TypeScriptText.comment(event.documentation + note, indent: "  ")
            + "  \(TypeScriptText.memberName(event.name)): \(types.detail(event.result));\n"
    }

    private func call(
        _ name: String, _ function: FunctionSchema, _ options: String?, _ result: String, indent: String = "  "
    ) -> String {
        let parameters = parameters(function, options)
        let line = "\(indent)\(name)(\(parameters.joined(separator: ", "))): \(result);\n"
        guard line.count > 121 else { return line }
        return "\(indent)\(name)(\n\(parameters.map { "\(indent)  \($0),\n" }.joined())\(indent)): \(result);\n"
    }

    private func parameters(_ function: FunctionSchema, _ options: String?) -> [String] {
        var taken: Set<String> = []
        let required = (function.parameters.lastIndex { !$0.type.isOptional } ?? -1) + 1
        let parameters = function.parameters.enumerated().map { index, parameter in
            let name = TypeScriptNames.free(TypeScriptText.identifier(parameter.name), in: &taken)
            guard index >= required else { return "\(name): \(types.required(parameter.type))" }
            return "\(name)?: \(types.spelling(parameter.type, .toApp))"
        }
        return parameters + (options.map { ["\(TypeScriptNames.free("options", in: &taken))?: \($0)"] } ?? [])
    }
}

extension TypeSchema {
    fileprivate var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}
