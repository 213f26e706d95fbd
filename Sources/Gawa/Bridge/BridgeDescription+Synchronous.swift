/// Functions that the page can also call synchronously: `calendars.locale.sync()` returns the result itself.
///
/// They run away from the main actor, on a thread that belongs to the page's document, and the calls that the page makes of
/// them, synchronously or not, run one after the other. One that takes long delays that document and nothing else; after its
/// time limit its call ends with a time-out, and what it returns is dropped. A call of such a function can overtake calls of
/// others that were made before.
///
/// Over script messages (``BridgeCarrier/messages``, and on Apple's platforms) they run on the main actor, and
/// `sync` throws a `NotSupportedError` in the page.
extension BridgeDescription {
    /// Declares a function whose result the page's promise gets, and that can be called synchronously too.
    ///
    /// - Parameters:
    ///   - name: Its name in the page. One name is declared once; `call`, `has`, `expose` and the like are taken.
    ///   - parameters: The names of the parameters, one for each.
    ///   - options: Documentation, policy and time limit of this one function.
    ///   - body: Does the work, without waiting for the main actor. What it throws rejects the promise, or is thrown in the
    ///     page; see ``CodedError``.
    public mutating func synchronous<each Argument: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @Sendable (Service, repeat each Argument) throws -> Result
    ) {
        declare(
            name, repeat each parameters, kind: .synchronous, options, result: { .of(Result.self) },
            body: .synchronous { service, _, reader in
                try EncodedResult(
                    encoding: body(service, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares such a function that is told who called.
    public mutating func synchronous<each Argument: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @Sendable (Service, Caller, repeat each Argument) throws -> Result
    ) {
        declare(
            name, repeat each parameters, kind: .synchronous, options, result: { .of(Result.self) },
            body: .synchronous { service, caller, reader in
                try EncodedResult(
                    encoding: body(service, caller, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares such a function without a result: the page gets `undefined` when it has returned.
    public mutating func synchronous<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @Sendable (Service, repeat each Argument) throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .synchronous, options, result: { .void },
            body: .synchronous { service, _, reader in
                try body(service, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }

    /// Declares such a function without a result that is told who called.
    public mutating func synchronous<each Argument: Decodable & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @Sendable (Service, Caller, repeat each Argument) throws -> Void
    ) {
        declare(
            name, repeat each parameters, kind: .synchronous, options, result: { .void },
            body: .synchronous { service, caller, reader in
                try body(service, caller, repeat try reader.next((each Argument).self))
                return EncodedResult()
            })
    }
}
