/// The elements of an array in a text.
struct WireElements: Sequence, IteratorProtocol, Sendable {
    private let tape: WireTape
    private var index: Int
    private var remaining: Int

    init(tape: WireTape, index: Int, count: Int) {
        self.tape = tape
        self.index = index
        remaining = count
    }

    /// How many are to come.
    var underestimatedCount: Int { remaining }

    mutating func next() -> WireNode? {
        guard remaining > 0 else { return nil }
        remaining -= 1
        defer { index = tape.index(after: index) }
        return WireNode(tape: tape, index: index)
    }
}
