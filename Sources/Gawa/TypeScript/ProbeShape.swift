/// What one run of an `init(from:)` asked its decoder for.
final class ProbeShape {
    /// A value, or a container that the type nests in itself.
    enum Part {
        case schema(TypeSchema)
        case shape(ProbeShape)

        var schema: TypeSchema {
            switch self {
            case .schema(let schema): schema
            case .shape(let shape): shape.schema(nil)
            }
        }
    }

    /// How many of the next single values are refused.
    var remainingRefusals = 0
    /// How many single values were asked for.
    private(set) var attempts = 0
    private(set) var isSingleValue = false
    private(set) var asksForAllKeys = false
    /// Whether the type read its list until the end, rather than a number of elements.
    var asksForEnd = false
    /// The schemas of the single values.
    private(set) var forms: [TypeSchema] = []
    private var isKeyed = false
    private var isList = false
    private var keys: [String] = []
    private var members: [String: Part] = [:]
    private var optionalKeys: Set<String> = []
    private var madeUpKeys: Set<String> = []
    private var elements: [Part] = []

    var isObjectOrList: Bool { isKeyed || isList }
    var isOnePrimitive: Bool { !isObjectOrList && forms.count == 1 && attempts == 1 }
    var elementCount: Int { elements.count }

    // MARK: Recording

    func beginObject() { isKeyed = true }

    func beginList() { isList = true }

    func beginSingleValue() { isSingleValue = true }

    func addMember(_ key: String, _ part: Part, isOptional: Bool = false) {
        if members[key] == nil { keys.append(key) }
        // An object that is opened twice is one object.
        if case .shape = members[key], case .shape = part { return }
        members[key] = part
        if isOptional { optionalKeys.insert(key) }
    }

    /// The type wants to know whether there is a value: so there need not be one.
    func checkForValue(_ key: String) { optionalKeys.insert(key) }

    func nestedShape(_ key: String) -> ProbeShape {
        if case .shape(let shape) = members[key] { return shape }
        let shape = ProbeShape()
        addMember(key, .shape(shape))
        return shape
    }

    func askForAllKeys(_ key: String?) {
        asksForAllKeys = true
        if let key { madeUpKeys.insert(key) }
    }

    func addElement(_ part: Part) { elements.append(part) }

    func addForm(_ schema: TypeSchema) {
        attempts += 1
        include(schema)
    }

    func checkForNull() { include(.null) }

    func take(formsOf other: ProbeShape) {
        other.forms.forEach(include)
        if other.isObjectOrList { include(other.containerSchema(nil)) }
    }

    private func include(_ schema: TypeSchema) {
        if !forms.contains(schema), !forms.contains(schema.use) { forms.append(schema) }
    }

    // MARK: The outcome

    /// The schema of the type that asked.
    func schema(_ name: TypeSchema.TypeName?) -> TypeSchema {
        guard isSingleValue, !forms.isEmpty else { return containerSchema(name) }
        let values = forms.filter { $0 != .null }
        if isObjectOrList { return .anyOf(name, forms + [containerSchema(nil)]) }
        // A wrapper around one value is written as that value.
        if values.count == 1, let value = values.first { return forms.count == 1 ? value : .optional(value) }
        return .anyOf(name, values + (forms.contains(.null) ? [.null] : []))
    }

    private func containerSchema(_ name: TypeSchema.TypeName?) -> TypeSchema {
        if isList {
            let schemas = elements.map(\.schema)
            guard asksForEnd else { return .tuple(schemas) }
            if schemas.count == 1, let element = schemas.first { return .array(element) }
            return .array(
                schemas.isEmpty ? .unknown(reason: "an array whose elements are not read") : .anyOf(nil, schemas))
        }
        if !madeUpKeys.isEmpty, let value = dictionaryValue { return .dictionary(value) }
        return .object(
            name,
            keys.filter { !madeUpKeys.contains($0) }.compactMap { key in
                members[key].map {
                    TypeSchema.Member(key, $0.schema, isOptional: optionalKeys.contains(key))
                }
            })
    }

    /// What a type reads under a key that it was told of and does not know itself.
    private var dictionaryValue: TypeSchema? {
        guard keys.allSatisfy(madeUpKeys.contains), let key = keys.first else { return nil }
        return members[key]?.schema
    }
}
