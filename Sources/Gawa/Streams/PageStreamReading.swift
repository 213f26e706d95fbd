/// One iteration of a stream of the page, as long as this is held.
final class PageStreamReading<Element: Decodable & Sendable>: Sendable {
    private let origin: PageStreamOrigin
    private let inbox: PageStreamInbox<Element>
    private let lease = StreamLease()

    init(_ origin: PageStreamOrigin) {
        self.origin = origin
        inbox = PageStreamInbox(
            Mailbox(StreamReader()) { [lease] count in
                Task { @MainActor in lease.grant(count) }
            })
    }

    deinit {
        Task { @MainActor [lease] in lease.leave() }
    }

    nonisolated(nonsending) func next() async throws(BridgeError) -> Element? {
        if inbox.mailbox.update({ $0.mustOpen() }) { await open() }
        switch await inbox.mailbox.next() {
        case .item(let item): return item
        case .end(.finished): return nil
        case .end(.failed(let error)):
            // The page does not know of an end that is the reader's own.
            await lease.leave()
            throw error
        }
    }

    @MainActor
    private func open() async {
        do throws(BridgeError) {
            let (link, id) = try await origin.open(inbox)
            lease.begin(link, id)
        } catch {
            inbox.end(error)
        }
    }
}
