/// A declared function, with the types of its values erased.
struct BridgeFunction<Service: BridgeService>: Sendable {
    typealias Immediate = @MainActor @Sendable (Service, Caller, inout ArgumentReader) throws -> EncodedResult
    typealias Synchronous = @Sendable (Service, Caller, inout ArgumentReader) throws -> EncodedResult
    typealias Suspending =
        nonisolated(nonsending) @Sendable (Service, Caller, inout ArgumentReader) async throws -> EncodedResult

    typealias Streaming = @MainActor @Sendable (Service, Caller, inout ArgumentReader) async throws -> ItemSource

    /// As in ``BoundFunction``.
    enum Body: Sendable {
        case immediate(Immediate)
        case synchronous(Synchronous)
        case suspending(Suspending)
        case streaming(Streaming)
    }

    let name: String
    let parameterCount: Int
    let kind: MemberKind
    let takesReferences: Bool
    let options: FunctionOptions
    /// Finds out the types, which runs initialisers of the app: made only where a schema is asked for.
    let makeSchema: @Sendable () -> FunctionSchema
    let body: Body
}
