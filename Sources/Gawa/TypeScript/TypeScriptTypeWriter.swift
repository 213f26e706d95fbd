/// Writes types as TypeScript.
struct TypeScriptTypeWriter {
    let types: TypeScriptTypes

    /// The declaration of a named type.
    func declaration(of definition: TypeSchema, _ direction: TypeScriptTypes.Direction) -> String {
        guard let type = definition.definedName, let name = types.name(of: type, direction) else { return "" }
        switch definition {
        case .object(_, let members):
            guard !members.isEmpty else { return "export interface \(name) {}\n" }
            let lines = members.map { "  \(member($0, direction));\n" }.joined()
            return "export interface \(name) {\n\(lines)}\n"
        case .union(_, let cases):
            return alternatives(
                name, cases.map { "{ \(TypeScriptText.memberName($0.name)): \(object($0.members, direction)) }" })
        case .enumeration(_, let values):
            let texts = values.map(TypeScriptText.literal)
            let line = "export type \(name) = \(texts.isEmpty ? "never" : texts.joined(separator: " | "));\n"
            return line.count <= 100 ? line : alternatives(name, texts)
        case .anyOf(_, let forms):
            return alternatives(name, forms.map { spelling($0, direction) })
        default:
            return "export type \(name) = \(spelling(definition, direction));\n"
        }
    }

    /// How a type is written where it is used.
    func spelling(_ schema: TypeSchema, _ direction: TypeScriptTypes.Direction) -> String {
        switch schema {
        case .void: "void"
        case .null: "null"
        case .boolean: "boolean"
        case .number: "number"
        case .bigint: "bigint"
        case .string: "string"
        case .date: "Date"
        case .bytes: direction == .fromApp ? "Uint8Array" : "ArrayBuffer | ArrayBufferView"
        case .url: direction == .fromApp ? "string" : "string | URL"
        case .decimal: direction == .fromApp ? "string" : "string | number | bigint"
        case .optional(let wrapped): "\(operand(wrapped.unwrapped, direction)) | null"
        case .array(let element):
            "\(element.isOneTerm(direction) ? spelling(element, direction) : "(\(spelling(element, direction)))")[]"
        case .tuple(let elements): "[\(elements.map { spelling($0, direction) }.joined(separator: ", "))]"
        case .dictionary(let value): "{ [key: string]: \(spelling(value, direction)) }"
        case .object(nil, let members): object(members, direction)
        case .anyOf(nil, let forms): unique(forms.map { spelling($0, direction) }).joined(separator: " | ")
        case .reference(let name), .object(let name?, _), .anyOf(let name?, _), .enumeration(let name, _),
            .union(let name, _):
            types.name(of: name, direction) ?? "unknown"
        case .function(let arguments, let result): function(arguments, result)
        case .stream(let item): "AsyncIterable<\(required(item))> | ReadableStream<\(required(item))>"
        case .unknown: "unknown"
        }
    }

    /// The type of what a function's promise gives, of an item of a stream, and of what the app passes to the page.
    func result(_ schema: TypeSchema) -> String {
        guard case .optional(let wrapped) = schema else { return spelling(schema, .fromApp) }
        return "\(spelling(wrapped, .fromApp)) | undefined"
    }

    /// The type of an event's `detail`: a `CustomEvent` has `null` where there is nothing.
    func detail(_ schema: TypeSchema) -> String {
        schema == .void ? "null" : spelling(schema, .fromApp)
    }

    /// The type of a parameter that has to be passed.
    func required(_ schema: TypeSchema) -> String {
        guard case .optional(let wrapped) = schema else { return spelling(schema, .toApp) }
        return "\(operand(wrapped.unwrapped, .toApp)) | null | undefined"
    }

    // MARK: Parts

    /// The type of a function of the page, which gets an AbortSignal after its arguments.
    private func function(_ arguments: [TypeSchema], _ result: TypeSchema) -> String {
        let values = arguments.enumerated().map { "arg\($0): \(self.result($1)), " }.joined()
        let answer = required(result)
        return "(\(values)signal: AbortSignal) => "
            + (answer == "unknown" ? answer : "\(answer) | PromiseLike<\(answer)>")
    }

    /// How a type is written beside `|`.
    private func operand(_ schema: TypeSchema, _ direction: TypeScriptTypes.Direction) -> String {
        if case .function = schema { "(\(spelling(schema, direction)))" } else { spelling(schema, direction) }
    }

    private func member(_ member: TypeSchema.Member, _ direction: TypeScriptTypes.Direction) -> String {
        let type = spelling(member.schema, direction)
        return "\(TypeScriptText.memberName(member.name))\(member.isOptional ? "?" : ""): \(type)"
    }

    private func object(_ members: [TypeSchema.Member], _ direction: TypeScriptTypes.Direction) -> String {
        members.isEmpty ? "{}" : "{ \(members.map { member($0, direction) }.joined(separator: "; ")) }"
    }

    private func alternatives(_ name: String, _ texts: [String]) -> String {
        guard !texts.isEmpty else { return "export type \(name) = never;\n" }
        return "export type \(name) =\n" + unique(texts).map { "  | \($0)" }.joined(separator: "\n") + ";\n"
    }

    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}

extension TypeSchema {
    /// The type inside optionals of optionals: the page writes both kinds of nothing alike in an element.
    fileprivate var unwrapped: TypeSchema {
        if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
    }

    /// Whether the spelling needs no parentheses before `[]`.
    fileprivate func isOneTerm(_ direction: TypeScriptTypes.Direction) -> Bool {
        switch self {
        case .optional, .anyOf(nil, _): false
        case .bytes, .url, .decimal: direction == .fromApp
        default: true
        }
    }
}
