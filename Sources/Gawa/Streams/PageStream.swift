/// A stream of the page.
///
/// From ``BridgePage/stream(_:_:of:timeout:)``: each iteration calls the page's function anew, when its first item is asked
/// for. Or passed by the page, as an argument of a declared function: an async iterable, or a ReadableStream, that can be
/// iterated once.
///
/// ```swift
/// bridge.stream("chat", "messages") { (service: Self, messages: PageStream<String>) in service.answers(to: messages) }
/// ```
///
/// The page is held back: no more items are on their way than ``BridgeLimits/streamItemCount`` and
/// ``BridgeLimits/streamByteCount`` say. Leaving the loop, letting go of the iterator and cancelling the task return the
/// page's iterator. It throws ``BridgeError`` only: what the page's code threw, an item that is no `Element` (which ends the
/// stream), ``BridgeError/cancelled``, and ``BridgeError/pageGone(_:)``, after the items that had come before.
public struct PageStream<Element: Decodable & Sendable>: AsyncSequence, Sendable {
    /// Gives the items to one consumer.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let reading: PageStreamReading<Element>

        /// Waits for the next item; nil at the end.
        ///
        /// - Throws: ``BridgeError``.
        public mutating func next() async throws -> Element? {
            try await reading.next()
        }

        /// Waits for the next item without leaving the caller's actor.
        ///
        /// - Throws: ``BridgeError``.
        @available(macOS 15, iOS 18, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            try await reading.next()
        }
    }

    let origin: PageStreamOrigin

    init(_ origin: PageStreamOrigin) {
        self.origin = origin
    }

    /// Begins a new iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reading: PageStreamReading(origin))
    }

    /// Lets the page forget a stream that it passed and that was not iterated. Doing so again changes nothing.
    public func release() {
        if case .passed(let reference) = origin { reference.release() }
    }
}

extension PageStream: Decodable {
    /// Reads what a page passed; from other decoders than the bridge's it throws.
    public init(from decoder: any Decoder) throws {
        self.init(.passed(try PageReference.decode(.stream, as: Self.self, from: decoder)))
    }
}

extension PageStream: PageReferenceDescribing {
    static var schema: TypeSchema { .stream(of: .of(Element.self)) }
}
