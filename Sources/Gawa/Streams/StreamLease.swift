/// Where a stream of the page is open, to tell the page what its reader does.
@MainActor
final class StreamLease {
    private var place: (link: DocumentLink, id: Int)?

    nonisolated init() {}

    func begin(_ link: DocumentLink, _ id: Int) {
        place = (link, id)
    }

    /// Tells the page that items were taken.
    func grant(_ count: Int) {
        document?.grant(place?.id ?? 0, count)
    }

    /// Tells the page that nobody reads on, unless the stream has ended.
    func leave() {
        document?.leave(place?.id ?? 0)
        place = nil
    }

    // A document that has gone need not be told.
    private var document: BridgedDocument? { try? place?.link.document() }
}
