/// A declared function bound to its service.
final class BoundFunction: Sendable {
    typealias Immediate = @MainActor @Sendable (Caller, CallArguments) throws -> EncodedResult
    typealias Synchronous = @Sendable (Caller, CallArguments) throws -> EncodedResult
    typealias Suspending = nonisolated(nonsending) @Sendable (Caller, CallArguments) async throws -> EncodedResult
    typealias Streaming = @MainActor @Sendable (Caller, CallArguments) async throws -> ItemSource

    /// Runs the function: at once, at once on any thread, or in a task of its own if it may wait.
    enum Body: Sendable {
        case immediate(Immediate)
        case synchronous(Synchronous)
        case suspending(Suspending)
        /// Makes the items of a stream or an event.
        case streaming(Streaming)
    }

    let namespace: String
    let name: String
    let parameterCount: Int
    let kind: MemberKind
    /// Whether a parameter may be a function or a stream of the page.
    let takesReferences: Bool
    let options: FunctionOptions
    let body: Body

    init<Service: BridgeService>(
        _ function: BridgeFunction<Service>, service: Service, middleware: [any BridgeMiddleware] = []
    ) {
        namespace = Service.name
        name = function.name
        parameterCount = function.parameterCount
        kind = function.kind
        takesReferences = function.takesReferences
        options = function.options
        let count = function.parameterCount
        let own: Body =
            switch function.body {
            case .immediate(let body):
                .immediate { caller, arguments in
                    var reader = try ArgumentReader(arguments, parameterCount: count)
                    return try body(service, caller, &reader)
                }
            case .synchronous(let body):
                .synchronous { caller, arguments in
                    var reader = try ArgumentReader(arguments, parameterCount: count)
                    return try body(service, caller, &reader)
                }
            case .suspending(let body):
                .suspending { caller, arguments in
                    var reader = try ArgumentReader(arguments, parameterCount: count)
                    return try await body(service, caller, &reader)
                }
            case .streaming(let body):
                .streaming { caller, arguments in
                    var reader = try ArgumentReader(arguments, parameterCount: count)
                    return try await body(service, caller, &reader)
                }
            }
        body = middleware.isEmpty ? own : MiddlewareChain(middleware, around: function, of: service).wrap(own)
    }

    /// How the page and its developers know it.
    var path: String { "\(namespace).\(name)" }

    /// How long its calls may take.
    func limit(_ limits: BridgeLimits) -> Duration { (options.timeLimit ?? limits.callDuration).reachable }

    func checkPolicy(of origin: WebOrigin, isMainFrame: Bool) throws(ErrorPayload) {
        guard let refusal = options.policy?.refusal(of: origin, isMainFrame: isMainFrame) else { return }
        throw .notAllowed(refusal.sentence)
    }
}

/// What a function returned, as text of the protocol.
struct EncodedResult: Sendable {
    /// nil is `undefined`.
    var value: WireWriter?
}
