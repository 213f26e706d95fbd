/// How a call went.
public struct BridgeTrace: Sendable {
    /// How it ended.
    public enum Outcome: Sendable, Hashable {
        /// The function has returned; a stream has no more items.
        case returned
        /// A stream or an event has been opened.
        case opened
        /// The function, its arguments, or a stream's sequence failed, with what the page is told.
        case failed(name: String, code: String, message: String)
        /// It was cancelled: the page gave it up or has gone, or its time was over.
        case cancelled
    }

    /// The name of the service.
    public let service: String

    /// The name of the function or event.
    public let function: String

    /// What the page called.
    public let kind: MemberKind

    /// Who called. It holds the document, so do not keep it for long.
    public let caller: Caller

    /// How it ended.
    public let outcome: Outcome

    /// How long it took, from its call on.
    public let duration: Duration

    /// The items that were sent; nil for all but the end of a stream or an event.
    public let itemCount: Int?
}

extension BridgeTrace.Outcome {
    init(_ payload: ErrorPayload) {
        self = .failed(name: payload.name, code: payload.code, message: payload.message)
    }
}
