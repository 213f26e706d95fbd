internal import CLane
import Synchronization

extension Lane {
    /// Enough for a parser of text and an app's synchronous functions.
    private static let stackByteCount = 1 << 20

    /// How long to wait at most before the system is asked again for what it did not have, in milliseconds.
    private static let maximumPatience: Int32 = 50

    /// Starts the lane's thread, which hands over what the page sends.
    ///
    /// - Parameters:
    ///   - maximumByteCount: How long a text may be, and all attachments of one message together. More is a breach.
    ///   - receive: Gets each message on the lane's thread, in order.
    ///   - ended: Gets the reason once, last, on the lane's thread.
    package func start(
        maximumByteCount: Int, receive: @escaping @Sendable (Message) -> Void,
        ended: @escaping @Sendable (LaneEnd) -> Void
    ) {
        let hasStarted = state.withLock { state in
            defer { state.hasStarted = true }
            return state.hasStarted
        }
        precondition(!hasStarted, "A lane is started once")
        let isRunning = LaneThread.start(stackByteCount: Self.stackByteCount) {
            let end = self.run(maximumByteCount: maximumByteCount, receive)
            self.release()
            ended(end)
        }
        guard !isRunning else { return }
        release()
        Task.detached { ended(.breach("the system has no thread left")) }
    }

    // MARK: The thread

    private func run(maximumByteCount: Int, _ receive: (Message) -> Void) -> LaneEnd {
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Int(GAWA_LANE_MAXIMUM_DATAGRAM), alignment: 8)
        defer { buffer.deallocate() }
        var patience: Int32 = 1
        while true {
            if let end = state.withLock({ $0.end }) { return end }
            let writing = writeQueue()
            let isExhausted = writing == GAWA_LANE_EXHAUSTED
            let found = gawa_lane_wait(socket, wake, writing == GAWA_LANE_FULL ? 1 : 0, isExhausted ? patience : -1)
            patience = isExhausted ? min(2 * patience, Self.maximumPatience) : 1
            guard found & 1 != 0 else { continue }
            read(into: buffer, maximumByteCount: maximumByteCount, receive)
        }
    }

    /// Writes what waits, until something hinders it.
    private func writeQueue() -> GawaLaneWriting {
        while state.withLock({ !$0.queue.isEmpty }) {
            let result = writeFirst()
            guard result == GAWA_LANE_WRITTEN else { return result }
        }
        return GAWA_LANE_WRITTEN
    }

    /// Reads some datagrams: what waits to be written has its turn as well.
    private func read(into buffer: UnsafeMutableRawPointer, maximumByteCount: Int, _ receive: (Message) -> Void) {
        for _ in 0..<64 {
            var datagram = GawaLaneDatagram()
            switch gawa_lane_read(socket, buffer, maximumByteCount, maximumByteCount, &datagram) {
            case GAWA_LANE_READ:
                defer { if datagram.descriptor >= 0 { gawa_lane_close(datagram.descriptor) } }
                guard let message = accept(datagram) else { return }
                receive(message)
            case GAWA_LANE_NOTHING: return
            case GAWA_LANE_ENDED: return end(.closedByPage)
            default: return end(.breach(datagram.breach.map { String(cString: $0) } ?? "no datagram"))
            }
            if isClosed { return }
        }
    }

    private func accept(_ datagram: GawaLaneDatagram) -> Message? {
        guard let kind = Kind(datagram.kind), kind != .answer else {
            end(.breach("an answer, though nothing was asked"))
            return nil
        }
        if kind == .question {
            let wasOpen = state.withLock { state in
                defer { state.hasOpenQuestion = true }
                return state.hasOpenQuestion
            }
            guard !wasOpen else {
                end(.breach("a question while one is open"))
                return nil
            }
        }
        guard let message = Message(kind: kind, datagram) else {
            end(.breach("a descriptor that is no memory of the length that it says"))
            return nil
        }
        return message
    }

    private func release() {
        state.withLock { state in
            state.isReleased = true
            // No thread was left for it.
            if state.end == nil { state.end = .closed }
        }
        gawa_lane_close(socket)
        gawa_lane_close(wake)
    }
}

extension Lane.Message {
    /// Copies a datagram's body; nil when its file was cut short.
    fileprivate init?(kind: Lane.Kind, _ datagram: GawaLaneDatagram) {
        var isWhole = true
        var offset = 0
        func take(_ count: Int, to destination: UnsafeMutableRawPointer) {
            if let body = datagram.body {
                destination.copyMemory(from: body + offset, byteCount: count)
            } else if gawa_lane_copy(datagram.descriptor, destination, count, offset) == 0 {
                isWhole = false
            }
            offset += count
        }
        let textLength = datagram.textLength
        let text = [UInt8](unsafeUninitializedCapacity: textLength + 1) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            take(textLength, to: start)
            buffer[textLength] = 0
            count = textLength + 1
        }
        var attachments: [Data] = []
        for index in 0..<Int(datagram.attachmentCount) where isWhole {
            let length = Int(datagram.lengths[index])
            guard length > 0, let memory = malloc(length) else {
                attachments.append(Data())
                isWhole = isWhole && length == 0
                continue
            }
            take(length, to: memory)
            attachments.append(Data(bytesNoCopy: memory, count: length, deallocator: .free))
        }
        guard isWhole else { return nil }
        self.init(kind: kind, text: text, attachments: attachments)
    }
}
