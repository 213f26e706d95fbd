import Foundation

/// One walk over a type and all that it consists of.
///
/// It is used by the one thread that it is made on, while that thread is in ``TypeSchema/of(_:)``.
final class ProbeSession {
    /// What a session shares with those that it starts.
    private final class Budget {
        /// More types than this one schema does not have: a generic type can name new ones without end.
        var remainingTypes = 500
        /// How many types, each a part of the one before, are being looked at.
        var depth = 0
        /// Two types of one full name exist: private ones of two files, or local ones of two functions.
        var typesByName: [String: [ObjectIdentifier]] = [:]
    }

    private static let maximumDepth = 32
    private static let threadKey = "gawa.ProbeSession"

    private let budget: Budget
    private var known: [ObjectIdentifier: TypeSchema] = [:]
    private var values: [ObjectIdentifier: Any] = [:]
    private var isOpen: [ObjectIdentifier: TypeSchema.TypeName]
    /// Types that were met inside their own definition.
    private var isReferenced: Set<ObjectIdentifier> = []

    private init(inside outer: ProbeSession?) {
        budget = outer?.budget ?? Budget()
        isOpen = outer?.isOpen ?? [:]
    }

    /// Runs a closure with a session that knows which types the thread is in the middle of.
    ///
    /// Each call has its own knowledge of finished types: what a type says of itself may be kept by it, and must be
    /// whole by itself.
    static func joined(_ body: (ProbeSession) -> TypeSchema) -> TypeSchema {
        let thread = Thread.current.threadDictionary
        let outer = thread[threadKey] as? ProbeSession
        let session = ProbeSession(inside: outer)
        thread[threadKey] = session
        defer { thread[threadKey] = outer }
        let schema = body(session)
        // The attempt that showed a definition first may be one that failed, so not all stand where they are used.
        var definitions: [TypeSchema.TypeName: TypeSchema] = [:]
        for known in session.known.values {
            known.visit { part in
                if let name = part.definedName, definitions[name] == nil { definitions[name] = part }
            }
        }
        return schema.normalized(definitions)
    }

    /// Finds the schema of a type; a type that this session has defined already is a reference.
    func schema(of type: Any.Type) -> TypeSchema {
        if let primitive = TypeSchema.primitive(type) { return primitive }
        if let reference = type as? any PageReferenceDescribing.Type { return within { reference.schema } }
        if let container = type as? any ProbedContainer.Type { return within { container.probedSchema(schema) } }
        let key = ObjectIdentifier(type)
        if let known = known[key] { return known.use }
        if let name = isOpen[key] {
            isReferenced.insert(key)
            return .reference(name)
        }
        return within { defining(type) { define(type, $0) } }
    }

    /// Makes the definition of a type, in which the type itself is a reference.
    func defining(_ type: Any.Type, _ body: (TypeSchema.TypeName) -> TypeSchema) -> TypeSchema {
        let key = ObjectIdentifier(type)
        let name = name(of: type)
        // A type that describes itself is open already when it is a part of another.
        let isOuter = isOpen.updateValue(name, forKey: key) == nil
        var schema = body(name)
        if isOuter { isOpen[key] = nil }
        if isReferenced.remove(key) != nil || schema == .reference(name), schema.definedName != name {
            schema = .unknown(reason: "\(name.swiftName) is made of itself and has no form of its own")
        }
        known[key] = schema
        return schema
    }

    /// A made-up value of a type whose schema is known.
    func value<T>(of type: T.Type, _ profile: ProbeProfile) throws -> T {
        guard let value = value(of: type as Any.Type, profile) as? T else {
            if type is any PageReferenceDescribing.Type { throw ProbeError.pageReference }
            throw ProbeError.noValue(of: TypeSchema.TypeName(type).swiftName)
        }
        return value
    }

    // MARK: Parts

    private func value(of type: Any.Type, _ profile: ProbeProfile) -> Any? {
        if let container = type as? any ProbedContainer.Type {
            return container.probedValue { profile.isFull ? self.value(of: $0, profile) : nil }
        }
        return profile.primitive(type) ?? values[ObjectIdentifier(type)]
    }

    private func within(_ body: () -> TypeSchema) -> TypeSchema {
        guard budget.depth < Self.maximumDepth, budget.remainingTypes > 0 else {
            return .unknown(reason: "the types nest too deep or are too many")
        }
        budget.depth += 1
        budget.remainingTypes -= 1
        defer { budget.depth -= 1 }
        return body()
    }

    private func name(of type: Any.Type) -> TypeSchema.TypeName {
        var name = TypeSchema.TypeName(type)
        let key = ObjectIdentifier(type)
        let index = budget.typesByName[name.swiftName]?.firstIndex(of: key)
        if index == nil { budget.typesByName[name.swiftName, default: []].append(key) }
        let number = index ?? (budget.typesByName[name.swiftName]?.count ?? 1) - 1
        if number > 0 { name.swiftName += "#\(number + 1)" }
        return name
    }

    private func define(_ type: Any.Type, _ name: TypeSchema.TypeName) -> TypeSchema {
        let probe = Probe(session: self, name: name)
        let result: Probe.Result
        if let describable = type as? any BridgeDescribable.Type {
            result = probe.describe(describable)
        } else if let enumeration = type as? any (CaseIterable & RawRepresentable & Decodable).Type,
            let listed = probe.list(enumeration)
        {
            result = listed
        } else if let decodable = type as? any Decodable.Type {
            result = probe.decode(decodable)
        } else {
            let kind = type is any Encodable.Type ? "Encodable alone" : "not Codable"
            result = Probe.Result(
                schema: .unknown(reason: "\(name.swiftName) is \(kind): make it Decodable too or BridgeDescribable"))
        }
        if let value = result.value { values[ObjectIdentifier(type)] = value }
        return result.schema
    }
}

extension TypeSchema {
    /// Finds the form that values of a type have on the page.
    ///
    /// A type that is `Decodable` is decoded from made-up values, which shows its keys and their types; a type that is
    /// ``BridgeDescribable`` is asked. What can be neither is ``unknown(reason:)``, with a sentence that names the type.
    /// The call always ends, also for recursive types; it runs the initializers of the types on this thread.
    ///
    /// A function or a stream of the page is one only as a whole argument. As a part of another type it is unknown.
    public static func of<T>(_ type: T.Type) -> TypeSchema {
        ProbeSession.joined { $0.schema(of: type) }.asArgument
    }
}
