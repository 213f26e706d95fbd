/// A declared function bound to its service.
struct BoundFunction: Sendable {
    typealias Body = nonisolated(nonsending) @Sendable (Caller, WireNode) async throws -> EncodedResult

    let name: String
    let parameterCount: Int
    let isOneWay: Bool
    let options: FunctionOptions
    let body: Body

    init<Service: BridgeService>(_ function: BridgeFunction<Service>, service: Service) {
        name = function.name
        parameterCount = function.parameterCount
        isOneWay = function.isOneWay
        options = function.options
        let body = function.body
        self.body = { caller, arguments in try await body(service, caller, arguments) }
    }
}

/// What a function returned, as text of the protocol.
struct EncodedResult: Sendable {
    /// nil is `undefined`.
    var value: WireWriter?
}
