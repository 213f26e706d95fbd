/// What a full socket has not taken yet, in order.
struct LaneQueue {
    struct Entry {
        let kind: Lane.Kind
        let text: [UInt8]
        let attachments: [Data]

        var byteCount: Int { Lane.byteCount(text.count, attachments) }
    }

    /// The bytes of all entries together, each with some for its own keeping.
    private(set) var byteCount = 0

    // Those before `start` are taken out.
    private var entries: [Entry?] = []
    private var start = 0

    var first: Entry? { start < entries.count ? entries[start] : nil }
    var isEmpty: Bool { start == entries.count }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        byteCount += entry.byteCount
    }

    mutating func removeFirst() {
        guard let entry = first else { return }
        byteCount -= entry.byteCount
        entries[start] = nil
        start += 1
        if start == entries.count || start > 1024 && start > entries.count / 2 {
            entries.removeFirst(start)
            start = 0
        }
    }

    mutating func removeAll() {
        self = LaneQueue()
    }
}
