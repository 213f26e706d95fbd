extension TypeSchema {
    /// A text that is the same for two values when a page cannot tell their types apart.
    ///
    /// The order of members and the names of types are left out: named types are counted in the order of their first
    /// use, and a further use is the number.
    var canonicalText: String {
        var writer = CanonicalWriter()
        visit { schema in
            if let name = schema.definedName { writer.definitions[name] = schema }
        }
        return writer.text(of: self)
    }
}

/// Writes the canonical text of one type.
private struct CanonicalWriter {
    var definitions: [TypeSchema.TypeName: TypeSchema] = [:]
    private var numbers: [TypeSchema.TypeName: Int] = [:]

    mutating func text(of schema: TypeSchema) -> String {
        if case .reference(let name) = schema {
            if let number = numbers[name] { return "^\(number)" }
            guard let definition = definitions[name] else { return "unknown" }
            return text(of: definition)
        }
        if let name = schema.definedName {
            if let number = numbers[name] { return "^\(number)" }
            numbers[name] = numbers.count
        }
        return form(of: schema)
    }

    private mutating func form(of schema: TypeSchema) -> String {
        switch schema {
        case .void, .reference: return "void"
        case .null: return "null"
        case .boolean: return "boolean"
        case .number: return "number"
        case .bigint: return "bigint"
        case .string: return "string"
        case .bytes: return "bytes"
        case .date: return "date"
        case .url: return "url"
        case .decimal: return "decimal"
        case .unknown: return "unknown"
        case .optional(let wrapped): return "optional(\(text(of: wrapped)))"
        case .array(let element): return "array(\(text(of: element)))"
        case .dictionary(let value): return "dictionary(\(text(of: value)))"
        case .tuple(let elements): return "tuple(\(list(elements)))"
        case .anyOf(_, let forms): return "any(\(list(forms)))"
        case .function(let arguments, let result): return "function(\(list(arguments)))\(text(of: result))"
        case .stream(let item): return "stream(\(text(of: item)))"
        case .object(_, let members): return "{\(list(members))}"
        case .enumeration(_, let values):
            return "enum(\(values.map(TypeScriptText.literal).sorted().joined(separator: ",")))"
        case .union(_, let cases):
            let texts = cases.sorted { $0.name < $1.name }.map {
                "\(TypeScriptText.quoted($0.name)):{\(list($0.members))}"
            }
            return "union(\(texts.joined(separator: ",")))"
        }
    }

    private mutating func list(_ schemas: [TypeSchema]) -> String {
        schemas.map { text(of: $0) }.joined(separator: ",")
    }

    private mutating func list(_ members: [TypeSchema.Member]) -> String {
        members.sorted { $0.name < $1.name }
            .map { "\(TypeScriptText.quoted($0.name))\($0.isOptional ? "?" : ""):\(text(of: $0.schema))" }
            .joined(separator: ",")
    }
}
