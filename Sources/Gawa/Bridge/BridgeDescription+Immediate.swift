/// Functions that never wait: the same declarations, for a body without `await`. They need no task, so that a call is
/// cheaper.
extension BridgeDescription {
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
        body: @escaping @MainActor @Sendable (Service, repeat each Argument) throws -> Result
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .of(Result.self) },
            body: .immediate { service, _, reader in
                try EncodedResult(
                    encoding: body(service, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares a function whose result the page's promise gets, and that is told who called.
    public mutating func function<each Argument: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, Caller, repeat each Argument) throws -> Result
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .of(Result.self) },
            body: .immediate { service, caller, reader in
                try EncodedResult(
                    encoding: body(service, caller, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares a function without a result: the page's promise gets `undefined` when it has returned.
    public mutating func function<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, repeat each Argument) throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .void },
            body: .immediate { service, _, reader in
                try body(service, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    /// Declares a function without a result that is told who called.
    public mutating func function<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, Caller, repeat each Argument) throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .function, options, result: { .void },
            body: .immediate { service, caller, reader in
                try body(service, caller, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    // MARK: One-way functions

    /// Declares a one-way function: the page gets no promise, and no word of what came of it.
    ///
    /// What the body throws is told to the bridge's ``Bridge/onDiagnostic``.
    public mutating func message<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, repeat each Argument) throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .message, options, result: { .void },
            body: .immediate { service, _, reader in
                try body(service, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    /// Declares a one-way function that is told who called.
    public mutating func message<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, Caller, repeat each Argument) throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .message, options, result: { .void },
            body: .immediate { service, caller, reader in
                try body(service, caller, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }
}
