/// How much of one stream is on its way: the items that were sent and that its reader has not taken yet.
///
/// Two bounds hold back who produces, one of items and one of bytes. A single item may be as long as it likes.
struct StreamCredit: Sendable {
    private let itemLimit: Int
    private let byteLimit: Int
    private var lengths = Queue<Int>()
    /// The bytes of the items that are on their way.
    private(set) var byteCount = 0

    init(itemLimit: Int, byteLimit: Int) {
        self.itemLimit = max(itemLimit, 1)
        self.byteLimit = max(byteLimit, 0)
    }

    /// The items that are on their way.
    var itemCount: Int { lengths.count }

    /// Whether one more item may be sent, if it is short enough.
    var hasRoom: Bool { itemCount == 0 || (itemCount < itemLimit && byteCount < byteLimit) }

    /// Whether an item of this length may be sent.
    func hasRoom(for length: Int) -> Bool {
        itemCount == 0 || (itemCount < itemLimit && length <= byteLimit - byteCount)
    }

    mutating func send(_ length: Int) {
        lengths.append(length)
        byteCount += length
    }

    /// Forgets the oldest items, which the reader has taken.
    ///
    /// - Returns: False if it cannot have taken so many: then it has taken all that there are.
    mutating func take(_ count: Int) -> Bool {
        guard count > 0 else { return false }
        let isPossible = count <= itemCount
        for _ in 0..<min(count, itemCount) { byteCount -= lengths.popFirst() ?? 0 }
        return isPossible
    }
}
