/// The lanes that are open to the handlers of one controller.
struct LaneList {
    private struct Entry {
        let key: HandlerKey
        let view: ObjectIdentifier
        weak var lane: Lane?
    }

    private var entries: [Entry] = []

    mutating func append(_ lane: Lane, to key: HandlerKey, of view: EngineView) {
        entries.append(Entry(key: key, view: ObjectIdentifier(view), lane: lane))
    }

    /// How many lanes of one view have descriptors.
    mutating func count(of view: EngineView) -> Int {
        entries.removeAll { $0.lane?.isReleased ?? true }
        return entries.count { $0.view == ObjectIdentifier(view) }
    }

    /// Closes the lanes of one view.
    mutating func close(of view: EngineView) {
        for entry in entries where entry.view == ObjectIdentifier(view) { entry.lane?.close() }
        entries.removeAll { $0.view == ObjectIdentifier(view) }
    }

    /// Closes the lanes to some handlers.
    mutating func close(where isClosed: (HandlerKey) -> Bool) {
        for entry in entries where isClosed(entry.key) { entry.lane?.close() }
        entries.removeAll { isClosed($0.key) }
    }
}
