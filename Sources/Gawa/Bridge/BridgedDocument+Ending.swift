/// The end of a document's streams.
extension BridgedDocument {
    /// Tells the page that all its streams and the app's have ended, where it is still there to be told.
    func sendStreamEnds(_ error: ErrorPayload) {
        for id in streams.table.ids { send(error: error, for: id) }
        for id in streams.inboxes.keys.sorted() { abort(stream: id) }
    }

    /// Ends all streams, either way, and what the page has passed.
    func endStreams(_ event: StreamTable.Event, _ reason: BridgeError.PageGone) {
        link.cut(reason)
        handle(stream: event)
        let inboxes = streams.inboxes
        streams.inboxes = [:]
        for (_, entry) in inboxes.sorted(by: { $0.key < $1.key }) { entry.inbox.end(.pageGone(reason)) }
        streams.listeners.end()
    }
}
