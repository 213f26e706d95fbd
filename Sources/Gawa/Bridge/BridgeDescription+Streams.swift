/// Functions that give a stream: the page iterates them with `for await`.
///
/// The sequence is asked for its next item on the main actor, and only when the page has room for one: a page that reads
/// slowly holds back its own streams and nothing else. Its task is cancelled when the page leaves the loop or goes; time
/// ends a stream only where its options have a limit, which is that of the whole.
extension BridgeDescription {
    /// Declares a function of which the page gets the items of a sequence.
    ///
    /// - Parameters:
    ///   - name: Its name in the page, as for functions.
    ///   - parameters: The names of the parameters, one for each.
    ///   - options: Documentation, policy and time limit of this one function.
    ///   - body: Makes the sequence. What it or the sequence throws ends the page's loop with an error.
    public mutating func stream<each Argument: Decodable & SendableMetatype, Items: AsyncSequence & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, repeat each Argument) async throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, repeat each parameters, kind: .stream, options, result: { .of(Items.Element.self) },
            body: .streaming { service, _, reader in
                ItemSource(try await body(service, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares a function of which the page gets the items of a sequence, and that is told who called.
    public mutating func stream<each Argument: Decodable & SendableMetatype, Items: AsyncSequence & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, Caller, repeat each Argument) async throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, repeat each parameters, kind: .stream, options, result: { .of(Items.Element.self) },
            body: .streaming { service, caller, reader in
                ItemSource(try await body(service, caller, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares a function of which the page gets the items of a sequence, for a body without `await`.
    public mutating func stream<each Argument: Decodable & SendableMetatype, Items: AsyncSequence & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, repeat each Argument) throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, repeat each parameters, kind: .stream, options, result: { .of(Items.Element.self) },
            body: .streaming { service, _, reader in
                ItemSource(try body(service, repeat try reader.next((each Argument).self)))
            })
    }

    /// Declares a function of which the page gets the items of a sequence, for a body without `await` that is told who
    /// called.
    public mutating func stream<each Argument: Decodable & SendableMetatype, Items: AsyncSequence & SendableMetatype>(
        _ name: String, _ parameters: repeat Parameter<each Argument>, options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, Caller, repeat each Argument) throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, repeat each parameters, kind: .stream, options, result: { .of(Items.Element.self) },
            body: .streaming { service, caller, reader in
                ItemSource(try body(service, caller, repeat try reader.next((each Argument).self)))
            })
    }
}
