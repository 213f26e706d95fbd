/// The CustomEvents that a page dispatches to one of the bridge's objects, as ``BridgePage/events(_:of:bufferSize:)`` hears
/// them.
///
/// It hears from the moment when it was made until it is let go, and keeps the newest events that nobody has taken yet. Of
/// several tasks that iterate, each event reaches one.
public struct PageEvents<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Value

    /// Gives the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let listener: PageEventListener<Value>

        /// Waits for the next event; nil at the end.
        public mutating func next() async -> Value? {
            await listener.next()
        }

        /// Waits for the next event without leaving the caller's actor.
        @available(macOS 15, iOS 18, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            await listener.next()
        }
    }

    let listener: PageEventListener<Value>

    /// Goes on where the sequence is.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(listener: listener)
    }
}

extension PageEventListener {
    fileprivate nonisolated(nonsending) func next() async -> Value? {
        switch await mailbox.next() {
        case .value(let value): value
        case .end: nil
        }
    }
}
