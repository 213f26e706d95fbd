extension TypeSchema {
    /// This value with each direct part replaced.
    func mapParts(_ transform: (TypeSchema) -> TypeSchema) -> TypeSchema {
        func mapped(_ members: [Member]) -> [Member] {
            members.map { Member($0.name, transform($0.schema), isOptional: $0.isOptional) }
        }
        switch self {
        case .optional(let wrapped): return .optional(transform(wrapped))
        case .array(let element): return .array(transform(element))
        case .dictionary(let value): return .dictionary(transform(value))
        case .tuple(let elements): return .tuple(elements.map(transform))
        case .object(let name, let members): return .object(name, mapped(members))
        case .union(let name, let cases): return .union(name, cases.map { Case($0.name, mapped($0.members)) })
        case .anyOf(let name, let forms): return .anyOf(name, forms.map(transform))
        case .function(let arguments, let result):
            return .function(arguments: arguments.map(transform), result: transform(result))
        case .stream(let item): return .stream(of: transform(item))
        case .void, .null, .boolean, .number, .bigint, .string, .bytes, .date, .url, .decimal, .enumeration,
            .reference, .unknown:
            return self
        }
    }

    /// Calls a closure with this value, then with all that it consists of, in order.
    func visit(_ body: (TypeSchema) -> Void) {
        body(self)
        _ = mapParts { part in
            part.visit(body)
            return part
        }
    }

    /// How a value is written where the types that it defines are defined already.
    var use: TypeSchema {
        if let definedName { return .reference(definedName) }
        return mapParts(\.use)
    }

    /// The definition of a named type, with references to all other named types.
    var flatDefinition: TypeSchema { mapParts(\.use) }

    /// This value with one definition for each name, at its first use.
    ///
    /// - Parameter known: Definitions for references that have none in this value.
    func normalized(_ known: [TypeName: TypeSchema]) -> TypeSchema {
        var defined: Set<TypeName> = []
        func reduce(_ schema: TypeSchema) -> TypeSchema {
            if let name = schema.definedName, !defined.insert(name).inserted { return .reference(name) }
            if case .reference(let name) = schema, !defined.contains(name), let definition = known[name] {
                return reduce(definition)
            }
            return schema.mapParts(reduce)
        }
        return reduce(self)
    }
}
