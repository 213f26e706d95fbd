/// Stands around the functions of a bridge: sees, times, alters or refuses what pages call.
///
/// ```swift
/// struct Refusing: BridgeMiddleware {
///     func handle(_ call: BridgeCall, next: Next) async throws -> BridgeResult {
///         guard call.function != "delete" || isUnlocked else { throw CallRefused("The app is locked") }
///         return try await next(call)
///     }
/// }
/// let bridge = Bridge(Calendars(store: store), allowing: policy, middleware: [Refusing(), Logging()])
/// ```
///
/// The first of several is the outermost. It is asked for each call that the policy and the limits allow and whose function
/// there is: functions with an answer, one-way functions, and the opening of streams and events, of which it sees no items.
/// What it throws is what the page gets, as of a function. Functions without middleware cost nothing more; with one, those
/// that never wait get a task like others.
public protocol BridgeMiddleware: Sendable {
    /// Goes on with a call: to the next middleware, and from the last to the function.
    typealias Next = @MainActor @Sendable (BridgeCall) async throws -> BridgeResult

    /// Goes on with a synchronous call.
    typealias SynchronousNext = (BridgeCall) throws -> BridgeResult

    /// Runs a call of a function of the main actor. By default it goes on.
    ///
    /// Its task is cancelled when the page gives up the call, the time is over, or the document goes.
    ///
    /// - Parameters:
    ///   - call: Who calls what, with the arguments, which can be replaced.
    ///   - next: Goes on; calling it twice runs the function twice, which a stream does not allow.
    /// - Returns: The result for the page: that of `next`, or another.
    @MainActor
    func handle(_ call: BridgeCall, next: @escaping Next) async throws -> BridgeResult

    /// Runs a call of a function of the kind ``MemberKind/synchronous``, which may be on a thread beside the main actor's. By
    /// default it goes on.
    func handleSynchronously(_ call: BridgeCall, next: SynchronousNext) throws -> BridgeResult

    /// Is told that a function has ended, with all middleware around it, or that a stream or event has been opened, and once
    /// more that it has ended. On the thread that the function was on. By default it does nothing.
    func trace(_ trace: BridgeTrace)
}

extension BridgeMiddleware {
    /// Goes on.
    @MainActor
    public func handle(_ call: BridgeCall, next: @escaping Next) async throws -> BridgeResult {
        try await next(call)
    }

    /// Goes on.
    public func handleSynchronously(_ call: BridgeCall, next: SynchronousNext) throws -> BridgeResult {
        try next(call)
    }

    /// Does nothing.
    public func trace(_ trace: BridgeTrace) {}
}
