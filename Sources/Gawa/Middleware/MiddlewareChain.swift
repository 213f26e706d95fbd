/// The middleware around one function.
struct MiddlewareChain: Sendable {
    private let list: [any BridgeMiddleware]
    private let service: String
    private let function: String
    private let kind: MemberKind

    init<Service: BridgeService>(
        _ list: [any BridgeMiddleware], around function: BridgeFunction<Service>, of service: Service
    ) {
        self.list = list
        self.service = Service.name
        self.function = function.name
        kind = function.kind
    }

    /// Puts the middleware around the body of the function.
    func wrap(_ body: BoundFunction.Body) -> BoundFunction.Body {
        switch body {
        case .immediate(let body):
            .suspending { caller, arguments in
                try await run(caller, arguments) { BridgeResult(try body($0.caller, $0.arguments)) }.encoded
            }
        case .synchronous(let body):
            .synchronous { caller, arguments in
                try runSynchronously(caller, arguments) { BridgeResult(try body($0.caller, $0.arguments)) }.encoded
            }
        case .suspending(let body):
            .suspending { caller, arguments in
                try await run(caller, arguments) { BridgeResult(try await body($0.caller, $0.arguments)) }.encoded
            }
        case .streaming(let body):
            .streaming { caller, arguments in
                let result = try await run(caller, arguments) { BridgeResult(try await body($0.caller, $0.arguments)) }
                guard let items = result.items else {
                    throw UnreadableResult(sentence: "A middleware gave another result than the stream")
                }
                return items
            }
        }
    }

    // MARK: On the main actor

    @MainActor
    private func run(
        _ caller: Caller, _ arguments: CallArguments, _ body: @escaping BridgeMiddleware.Next
    ) async throws -> BridgeResult {
        let call = call(caller, arguments)
        let start = ContinuousClock.now
        do {
            let result = try await go(from: 0, call, body)
            if let items = result.items {
                guard items.take() else {
                    throw UnreadableResult(sentence: "A middleware gave a stream that it had given before")
                }
                trace(caller, .opened, start)
                items.onEnd = { end, count in trace(caller, Self.outcome(of: end), start, itemCount: count) }
            } else {
                trace(caller, Task.isCancelled ? .cancelled : .returned, start)
            }
            return result
        } catch {
            trace(caller, Task.isCancelled ? .cancelled : .init(ErrorPayload(error)), start)
            throw error
        }
    }

    @MainActor
    private func go(
        from index: Int, _ call: BridgeCall, _ body: @escaping BridgeMiddleware.Next
    ) async throws -> BridgeResult {
        guard index < list.count else { return try await body(call) }
        return try await list[index].handle(call) { try await go(from: index + 1, $0, body) }
    }

    // MARK: On any thread

    /// Runs a synchronous function with the middleware around it.
    func runSynchronously(
        _ caller: Caller, _ arguments: CallArguments, _ body: BridgeMiddleware.SynchronousNext
    ) throws -> BridgeResult {
        let call = call(caller, arguments)
        let start = ContinuousClock.now
        do {
            let result = try go(from: 0, call, body)
            trace(caller, .returned, start)
            return result
        } catch {
            trace(caller, .init(ErrorPayload(error)), start)
            throw error
        }
    }

    private func go(
        from index: Int, _ call: BridgeCall, _ body: BridgeMiddleware.SynchronousNext
    ) throws -> BridgeResult {
        guard index < list.count else { return try body(call) }
        return try withoutActuallyEscaping(body) { body in
            try list[index].handleSynchronously(call) { try go(from: index + 1, $0, body) }
        }
    }

    // MARK: Tracing

    private func call(_ caller: Caller, _ arguments: CallArguments) -> BridgeCall {
        BridgeCall(service: service, function: function, kind: kind, caller: caller, arguments: arguments)
    }

    private func trace(
        _ caller: Caller, _ outcome: BridgeTrace.Outcome, _ start: ContinuousClock.Instant, itemCount: Int? = nil
    ) {
        let trace = BridgeTrace(
            service: service, function: function, kind: kind, caller: caller, outcome: outcome,
            duration: ContinuousClock.now - start, itemCount: itemCount)
        for middleware in list { middleware.trace(trace) }
    }

    private static func outcome(of end: StreamEnd) -> BridgeTrace.Outcome {
        switch end {
        case .finished: .returned
        case .failed(let payload): .init(payload)
        case .left: .cancelled
        }
    }
}
