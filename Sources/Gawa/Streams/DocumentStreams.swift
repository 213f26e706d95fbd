/// What a document keeps for its streams, both ways, and its events; extensions of the document use it.
@MainActor
final class DocumentStreams {
    // MARK: What the page has opened

    var table: StreamTable
    var open: [Int: OpenStream] = [:]
    /// The tasks of streams that have not returned, whether anyone reads or not.
    let running = RunningWork()

    // MARK: What the app has opened in the page

    /// Where items come in, and the name of the function that gives them, if it has one.
    var inboxes: [Int: (inbox: any StreamInbox, name: String?)] = [:]

    // MARK: Events of the page

    /// Who hears the events of this document.
    let listeners = PageEventList()
    /// Tells those who hear the events of whatever the view shows.
    var tellView: ((PageEventList.Event, WireNode?) -> Void)?

    init(_ limits: BridgeLimits) {
        table = StreamTable(
            limit: limits.streamCount, itemLimit: limits.streamItemCount, byteLimit: limits.streamByteCount)
    }

    /// Whether nothing is open, either way, and no task runs.
    var isSettled: Bool { table.count == 0 && open.isEmpty && inboxes.isEmpty && running.count == 0 }
}
