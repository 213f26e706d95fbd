/// Reads the items of a stream of the page as a type, when they come.
///
/// Not when they are taken: an item that waits as it came would keep the whole message that it came in.
@MainActor
final class PageStreamInbox<Element: Decodable & Sendable>: StreamInbox {
    nonisolated let mailbox: Mailbox<StreamReader<Element>>

    nonisolated init(_ mailbox: Mailbox<StreamReader<Element>>) {
        self.mailbox = mailbox
    }

    func begin(_ limits: BridgeLimits) {
        // The page counts units of UTF-16, of which each may take three bytes.
        let byteLimit = limits.streamByteCount.multipliedReportingOverflow(by: 3)
        mailbox.update {
            $0.begin(itemLimit: limits.streamItemCount, byteLimit: byteLimit.overflow ? .max : byteLimit.partialValue)
        }
    }

    func receive(_ value: WireNode?) -> StreamReception {
        let item: Element
        do {
            item = try WireDecoder.decode(Element.self, from: value, path: "item")
        } catch {
            return mailbox.update { $0.end(.failed(BridgeError(error))) } == .ignored ? .ignored : .unreadable
        }
        return mailbox.update { $0.receive(item, byteCount: value?.leastByteCount ?? 0) }
    }

    func end(_ error: BridgeError?) {
        _ = mailbox.update { $0.end(error.map { .failed($0) } ?? .finished) }
    }
}
