/// The items of a sequence, encoded one by one as they are asked for.
@MainActor
final class ItemSource {
    private let takeNext: @MainActor () async throws -> EncodedResult?

    /// Told once how the stream ended, and after how many items: a middleware listens here.
    var onEnd: ((StreamEnd, _ itemCount: Int) -> Void)?

    private var itemCount = 0
    private var isTaken = false

    init<Items: AsyncSequence & SendableMetatype>(_ items: Items) where Items.Element: Encodable & SendableMetatype {
        // Sound: one task iterates, one item after the other, whatever thread the sequence makes it on.
        nonisolated(unsafe) var iterator = items.makeAsyncIterator()
        takeNext = {
            let item: Items.Element?
            // Stays on the main actor, where the system's sequences can.
            if #available(macOS 15, iOS 18, *) {
                item = try await iterator.next(isolation: MainActor.shared)
            } else {
                item = try await iterator.next()
            }
            return try item.map { try EncodedResult(encodingItem: $0) }
        }
    }

    /// Whether nobody has taken it before: one stream is read by one page, once.
    func take() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    /// The next item; nil at the end.
    func next() async throws -> EncodedResult? {
        let item = try await takeNext()
        if item != nil { itemCount += 1 }
        return item
    }

    func end(_ end: StreamEnd) {
        onEnd?(end, itemCount)
        onEnd = nil
    }
}

/// How a stream that a page has opened ends.
enum StreamEnd: Sendable {
    case finished
    case failed(ErrorPayload)
    /// The page left it, or has gone, or the time was over.
    case left
}

extension EncodedResult {
    /// An item of a stream.
    ///
    /// - Throws: ``UnreadableResult``.
    init<Value: Encodable>(encodingItem value: Value) throws {
        var writer = WireWriter(reserving: 64)
        do {
            let isThere = try WireEncoder.encode(value, into: &writer, maximumDepth: BridgeLimits.greatestDepth)
            self.value = isThere ? writer : nil
        } catch {
            throw UnreadableResult(sentence: "An item cannot be sent: \(error)")
        }
    }

    /// What counts of its length towards what may be on its way.
    var byteCount: Int { value?.byteCount ?? 0 }
}
