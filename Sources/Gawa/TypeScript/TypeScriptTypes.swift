/// The named types of a schema, each with a name of its own in TypeScript.
struct TypeScriptTypes {
    /// Which way values go: pages may send more forms than they get.
    enum Direction { case fromApp, toApp }

    /// The schema with references that are unambiguous in all of it.
    private(set) var services: [ServiceSchema]
    private var definitions: [TypeSchema.TypeName: TypeSchema] = [:]
    private var names: [TypeSchema.TypeName: String] = [:]
    private var inputNames: [TypeSchema.TypeName: String] = [:]
    private var used: [Direction: Set<TypeSchema.TypeName>] = [.fromApp: [], .toApp: []]

    /// - Parameter reserved: Names that the types must not have.
    init(_ schema: BridgeSchema, reserved: Set<String>) {
        services = schema.services
        mergeDefinitions()
        for function in services.flatMap(\.functions) {
            for parameter in function.parameters { useArgument(parameter.type) }
            use(function.result, .fromApp)
        }
        chooseNames(reserved.union(TypeScriptNames.takenByTypes))
    }

    /// The declarations of all named types, in the order of their names.
    var declarations: [String] {
        let writer = TypeScriptTypeWriter(types: self)
        var texts: [(name: String, text: String)] = []
        for (type, definition) in definitions {
            let isInput = used[.toApp, default: []].contains(type)
            if used[.fromApp, default: []].contains(type) || (isInput && inputNames[type] == nil) {
                texts.append((names[type, default: type.name], writer.declaration(of: definition, .fromApp)))
            }
            if isInput, let name = inputNames[type] {
                texts.append((name, writer.declaration(of: definition, .toApp)))
            }
        }
        return texts.sorted { $0.name < $1.name }.map(\.text)
    }

    /// The name of a type for values that go one way, or nothing for a reference without a definition.
    func name(of type: TypeSchema.TypeName, _ direction: Direction) -> String? {
        guard let name = names[type] else { return nil }
        return direction == .toApp ? inputNames[type] ?? name : name
    }

    // MARK: Definitions

    /// Collects the definitions and leaves only references in the functions.
    ///
    /// Two types can have one Swift name (local types of two functions) and differ; the later ones get a number.
    private mutating func mergeDefinitions() {
        var found: [TypeSchema.TypeName: [TypeSchema]] = [:]
        func merged(_ root: TypeSchema) -> TypeSchema {
            var renamed: [TypeSchema.TypeName: TypeSchema.TypeName] = [:]
            root.visit { part in
                guard let name = part.definedName else { return }
                let flat = part.flatDefinition
                let index = found[name, default: []].firstIndex(of: flat) ?? found[name, default: []].count
                if index == found[name, default: []].count { found[name, default: []].append(flat) }
                renamed[name] = Self.numbered(name, index)
            }
            root.visit { part in
                guard let name = part.definedName, let new = renamed[name] else { return }
                definitions[new] = part.flatDefinition.renaming(renamed)
            }
            return root.use.renaming(renamed)
        }
        services = services.map { service in
            var service = service
            service.functions = service.functions.map { function in
                var function = function.used
                function.parameters = function.parameters.map { ParameterSchema(name: $0.name, type: merged($0.type)) }
                function.result = merged(function.result)
                return function
            }
            return service
        }
    }

    private static func numbered(_ name: TypeSchema.TypeName, _ index: Int) -> TypeSchema.TypeName {
        index == 0 ? name : TypeSchema.TypeName(swiftName: "\(name.swiftName)#\(index + 1)", name: name.name)
    }

    private mutating func useArgument(_ schema: TypeSchema) {
        switch schema {
        case .optional(let wrapped): useArgument(wrapped)
        // The app calls a function of the page: what it passes goes the other way.
        case .function(let arguments, let result):
            for argument in arguments { use(argument, .fromApp) }
            use(result, .toApp)
        default: use(schema, .toApp)
        }
    }

    private mutating func use(_ schema: TypeSchema, _ direction: Direction) {
        var open = [schema]
        while let next = open.popLast() {
            next.visit { part in
                guard case .reference(let name) = part, let definition = definitions[name],
                    used[direction, default: []].insert(name).inserted
                else { return }
                open.append(definition)
            }
        }
    }

    // MARK: Names

    private mutating func chooseNames(_ reserved: Set<String>) {
        var taken = reserved
        // By the full name, so that a new function does not rename the types of others.
        let types = definitions.keys.sorted { ($0.swiftName, $0.name) < ($1.swiftName, $1.name) }
        for type in types { names[type] = TypeScriptNames.free(type.name, in: &taken) }
        for type in types where differs(type) && used[.toApp, default: []].contains(type) {
            inputNames[type] = TypeScriptNames.free("\(names[type, default: type.name])Input", in: &taken)
        }
    }

    /// Whether a page may send other forms of a type than it gets.
    private func differs(_ type: TypeSchema.TypeName) -> Bool {
        var seen: Set = [type]
        var open = [type]
        var differs = false
        while let next = open.popLast() {
            definitions[next]?.visit { part in
                switch part {
                case .bytes, .url, .decimal: differs = true
                case .reference(let name) where seen.insert(name).inserted: open.append(name)
                default: break
                }
            }
        }
        return differs
    }
}
