/// What has come of one stream of the page, and was not taken yet.
///
/// It keeps the page to the window that it was granted: one that sends more, or longer items, has broken the rule.
struct StreamReader<Item: Sendable>: Sendable {
    /// How a stream ends.
    enum Ending: Sendable {
        case finished
        case failed(BridgeError)
    }

    private var itemLimit = 1
    private var byteLimit = 0
    private var items = Queue<(item: Item, byteCount: Int)>()
    private var byteCount = 0
    /// The items that were taken and that the page was not told of.
    private var untoldCount = 0
    private var isAsked = false
    private var ending: Ending?

    /// The items that wait.
    var count: Int { items.count }

    var hasEnded: Bool { ending != nil }

    /// Whether this is the first time that an item is asked for, which opens the stream.
    mutating func mustOpen() -> Bool {
        defer { isAsked = true }
        return !isAsked
    }

    /// Sets the bounds, of which the page was told the same.
    mutating func begin(itemLimit: Int, byteLimit: Int) {
        self.itemLimit = max(itemLimit, 1)
        self.byteLimit = max(byteLimit, 0)
    }

    /// - Parameter byteCount: What counts of the item's length; not more than its text has bytes.
    mutating func receive(_ item: Item, byteCount: Int) -> StreamReception {
        guard ending == nil else { return .ignored }
        guard count < itemLimit - untoldCount, count == 0 || byteCount <= byteLimit - self.byteCount else {
            ending = .failed(.badResult(path: "item", expected: "within what was asked for", found: "more"))
            return .breach
        }
        items.append((item, byteCount))
        self.byteCount += byteCount
        return .taken
    }

    /// Ends the stream after what waits.
    mutating func end(_ ending: Ending) -> StreamReception {
        guard self.ending == nil else { return .ignored }
        self.ending = ending
        return .taken
    }
}

extension StreamReader: MailboxState {
    enum Output: Sendable {
        case item(Item)
        case end(Ending)
    }

    mutating func take() -> Output? {
        guard let (item, byteCount) = items.popFirst() else {
            guard let ending else { return nil }
            // An error is told once, as all sequences do.
            self.ending = .finished
            return .end(ending)
        }
        self.byteCount -= byteCount
        untoldCount += 1
        return .item(item)
    }

    mutating func cancel() -> Output {
        items.removeAll()
        byteCount = 0
        ending = .finished
        return .end(.failed(.cancelled))
    }

    mutating func takeCredit(isEmpty: Bool) -> Int? {
        guard ending == nil, untoldCount > 0, isEmpty || untoldCount >= itemLimit - itemLimit / 2 else { return nil }
        defer { untoldCount = 0 }
        return untoldCount
    }
}
