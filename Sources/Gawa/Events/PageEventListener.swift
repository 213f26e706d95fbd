/// One who hears an event of a page, and has the newest of them read as a type.
@MainActor
final class PageEventListener<Value: Decodable & Sendable>: PageEventListening {
    nonisolated let mailbox: Mailbox<EventBuffer<Value>>
    private let name: String
    private let diagnose: @MainActor (BridgeDiagnostic) -> Void

    init(name: String, bufferSize: Int, diagnose: @escaping @MainActor (BridgeDiagnostic) -> Void) {
        self.name = name
        self.diagnose = diagnose
        mailbox = Mailbox(EventBuffer(limit: bufferSize))
    }

    func receive(_ detail: WireNode?) {
        // Read now: a detail that waits would keep the whole message that it came in.
        let value: Value
        do {
            value = try WireDecoder.decode(Value.self, from: detail, path: "detail")
        } catch {
            return diagnose(.eventUnreadable(event: name, error: BridgeDiagnostic.shown(error.description)))
        }
        if let count = mailbox.update({ $0.receive(value) }) { diagnose(.eventsDropped(event: name, count: count)) }
    }

    func end() {
        mailbox.update { $0.end() }
    }
}
