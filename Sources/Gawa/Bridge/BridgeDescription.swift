/// The functions of a service, as it declares them.
///
/// A function's body runs on the main actor until it awaits something that is elsewhere: keep long work in an actor or
/// a `@concurrent` function. Its task is cancelled when the page aborts the call, its time is over, or the document goes.
public struct BridgeDescription<Service: BridgeService> {
    private(set) var functions: [BridgeFunction<Service>] = []

    init() {}

    // MARK: Functions that answer

    /// Declares a function whose result the page's promise gets.
    ///
    /// - Parameters:
    ///   - name: Its name in the page. One name is declared once; `call`, `has`, `expose` and the like are taken.
    ///   - parameters: The names of the parameters, one for each.
    ///   - options: Documentation, policy and time limit of this one function.
    ///   - body: Does the work. What it throws rejects the promise; see ``CodedError``.
    public mutating func function<each Argument: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, repeat each Argument) async throws -> Result
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .of(Result.self) },
            body: .suspending { service, _, reader in
                try EncodedResult(
                    encoding: await body(service, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares a function whose result the page's promise gets, and that is told who called.
    public mutating func function<each Argument: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, Caller, repeat each Argument) async throws -> Result
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .of(Result.self) },
            body: .suspending { service, caller, reader in
                try EncodedResult(
                    encoding: await body(service, caller, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares a function without a result: the page's promise gets `undefined` when it has returned.
    public mutating func function<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, repeat each Argument) async throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .void },
            body: .suspending { service, _, reader in
                try await body(service, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    /// Declares a function without a result that is told who called.
    public mutating func function<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, Caller, repeat each Argument) async throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .void },
            body: .suspending { service, caller, reader in
                try await body(service, caller, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    // MARK: One-way functions

    /// Declares a one-way function: the page gets no promise, and no word of what came of it.
    ///
    /// What the body throws is told to the bridge's ``Bridge/onDiagnostic``.
    public mutating func message<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, repeat each Argument) async throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .message, options, result: { .void },
            body: .suspending { service, _, reader in
                try await body(service, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    /// Declares a one-way function that is told who called.
    public mutating func message<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, Caller, repeat each Argument) async throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .message, options, result: { .void },
            body: .suspending { service, caller, reader in
                try await body(service, caller, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    // MARK: Making a declaration

    mutating func declare<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, kind: MemberKind, _ options: FunctionOptions,
        result: @escaping @Sendable () -> TypeSchema, body: BridgeFunction<Service>.Body
    ) {
        ReservedNames.check(name, kind, of: Service.name)
        precondition(
            !functions.contains { $0.name == name },
            "'\(Service.name).\(name)' is declared twice: choose another name for one of them")
        var names: [String] = []
        for parameter in repeat each parameters { names.append(parameter.name) }
        for (index, parameter) in names.enumerated() {
            precondition(
                !names[..<index].contains(parameter),
                "'\(Service.name).\(name)' has two parameters named '\(parameter)'")
        }
        var takesReferences = false
        for type in repeat (each Argument).self {
            takesReferences = takesReferences || type is any PageReferenceDescribing.Type
        }
        precondition(
            !takesReferences || kind != .synchronous,
            "'\(Service.name).\(name)' is synchronous: the page waits, and cannot serve its functions and streams")
        functions.append(
            BridgeFunction(
                name: name, parameterCount: names.count, kind: kind, takesReferences: takesReferences, options: options,
                makeSchema: { [names] in
                    var types: [TypeSchema] = []
                    for type in repeat (each Argument).self { types.append(.of(type)) }
                    return FunctionSchema(
                        name: name, kind: kind,
                        parameters: zip(names, types).map { ParameterSchema(name: $0, type: $1) },
                        result: result(), documentation: options.documentation)
                },
                body: body))
    }
}
