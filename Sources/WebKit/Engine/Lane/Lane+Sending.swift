internal import CLane
import Synchronization

extension Lane {
    /// How many bytes may be in memory files that the page has not read yet; the socket does not count them.
    private static let maximumByteCountInFiles = 64 << 20

    /// What a message counts in the queue: its bytes, and what keeping them takes at least.
    static func byteCount(_ textCount: Int, _ attachments: [Data]) -> Int {
        attachments.reduce(textCount + 128) { $0 + $1.count + 64 }
    }

    /// Sends a message, on any thread, without ever waiting for the page.
    ///
    /// Messages arrive in the order of the calls. What the socket does not take waits in a queue.
    ///
    /// - Parameters:
    ///   - kind: ``Kind/message``, or ``Kind/answer`` while a question is open; the page is asked no questions.
    ///   - text: UTF-8 without NUL.
    ///   - attachments: At most ``maximumAttachmentCount``.
    /// - Returns: Whether the message was taken: the lane is open, and an answer has its question.
    @discardableResult
    package func send(_ kind: Kind, text: [UInt8], attachments: [Data] = []) -> Bool {
        text.withUnsafeBytes { send(kind, text: $0, attachments: attachments) }
    }

    /// Sends a message whose text is copied; see ``send(_:text:attachments:)``.
    @discardableResult
    package func send(_ kind: Kind, text: UnsafeRawBufferPointer, attachments: [Data] = []) -> Bool {
        guard kind != .question else { return false }
        guard attachments.count <= Self.maximumAttachmentCount else {
            end(.breach("the app sent too many attachments"))
            return false
        }
        return Self.withParts(text, attachments) { parts in
            let entry = { LaneQueue.Entry(kind: kind, text: Array(text), attachments: attachments) }
            if gawa_lane_is_inline(parts.baseAddress, parts.count) != 0 {
                return send(kind, parts, body: -1, count: 0, entry)
            }
            // Filled outside of the lock, unless it will not be written now anyway.
            let count = Self.byteCount(text.count, attachments)
            let isWaiting = state.withLock { !$0.queue.isEmpty || !mayWriteFile(of: count, &$0) }
            let body = isWaiting ? -1 : gawa_lane_body(parts.baseAddress, parts.count)
            defer { if body >= 0 { gawa_lane_close(body) } }
            return send(kind, parts, body: body, count: count, entry)
        }
    }

    /// Writes a message at once, or queues it.
    ///
    /// - Parameters:
    ///   - body: The memory file of a message that has one, or -1.
    ///   - count: How many bytes belong in a file, or 0.
    private func send(
        _ kind: Kind, _ parts: UnsafeBufferPointer<GawaLaneBytes>, body: Int32, count: Int,
        _ entry: () -> LaneQueue.Entry
    ) -> Bool {
        let taken = state.withLock { state -> Bool? in
            guard state.end == nil, !state.isPeerGone else { return false }
            if kind == .answer {
                guard state.hasOpenQuestion else { return false }
                // Before the answer is on its way: the page may ask the next at once.
                state.hasOpenQuestion = false
            }
            if state.queue.isEmpty && (count == 0 || body >= 0) {
                switch write(kind, parts, body: body, count: count, &state) {
                case GAWA_LANE_WRITTEN: return true
                case GAWA_LANE_GONE:
                    state.isPeerGone = true
                    return false
                default: break
                }
            }
            let entry = entry()
            guard state.queue.byteCount + entry.byteCount <= Self.maximumQueueByteCount else { return nil }
            let isFirst = state.queue.isEmpty
            state.queue.append(entry)
            if isFirst { gawa_lane_wake(wake) }
            return true
        }
        if taken == nil { end(.breach("the page reads nothing")) }
        return taken ?? false
    }

    // MARK: Writing

    private func write(
        _ kind: Kind, _ parts: UnsafeBufferPointer<GawaLaneBytes>, body: Int32, count: Int, _ state: inout State
    ) -> GawaLaneWriting {
        if count > 0 && !mayWriteFile(of: count, &state) { return GAWA_LANE_EXHAUSTED }
        let result = gawa_lane_write(socket, kind.number, parts.baseAddress, parts.count, body)
        if result == GAWA_LANE_WRITTEN { state.bytesInFiles += count }
        return result
    }

    private func mayWriteFile(of count: Int, _ state: inout State) -> Bool {
        guard !state.isReleased else { return false }
        if state.bytesInFiles > 0 && gawa_lane_is_drained(socket) != 0 { state.bytesInFiles = 0 }
        return state.bytesInFiles == 0 || state.bytesInFiles + count <= Self.maximumByteCountInFiles
    }

    /// Writes the queue's first message; on the lane's thread.
    func writeFirst() -> GawaLaneWriting {
        guard let entry = state.withLock({ $0.queue.first }) else { return GAWA_LANE_WRITTEN }
        return entry.text.withUnsafeBytes { text in
            Self.withParts(text, entry.attachments) { parts in
                var count = 0
                var body: Int32 = -1
                if gawa_lane_is_inline(parts.baseAddress, parts.count) == 0 {
                    count = entry.byteCount
                    guard state.withLock({ mayWriteFile(of: count, &$0) }) else { return GAWA_LANE_EXHAUSTED }
                    body = gawa_lane_body(parts.baseAddress, parts.count)
                    guard body >= 0 else { return GAWA_LANE_EXHAUSTED }
                }
                defer { if body >= 0 { gawa_lane_close(body) } }
                return state.withLock { state in
                    // Closed meanwhile: the queue is another.
                    guard state.end == nil else { return GAWA_LANE_GONE }
                    let result = write(entry.kind, parts, body: body, count: count, &state)
                    if result == GAWA_LANE_WRITTEN { state.queue.removeFirst() }
                    if result == GAWA_LANE_GONE { state.isPeerGone = true }
                    return result
                }
            }
        }
    }

    /// Lends the text and the attachments to a C call.
    private static func withParts<Result>(
        _ text: UnsafeRawBufferPointer, _ attachments: [Data],
        _ body: (UnsafeBufferPointer<GawaLaneBytes>) -> Result
    ) -> Result {
        let first = GawaLaneBytes(bytes: text.baseAddress, count: text.count)
        guard !attachments.isEmpty else {
            return withUnsafePointer(to: first) { body(UnsafeBufferPointer(start: $0, count: 1)) }
        }
        // A `Data` lends its bytes within a closure only, and closures for each would nest a thousand deep.
        let holders = attachments.map { $0 as NSData }
        return withExtendedLifetime(holders) {
            let parts = [first] + holders.map { GawaLaneBytes(bytes: $0.bytes, count: $0.length) }
            return parts.withUnsafeBufferPointer(body)
        }
    }
}
