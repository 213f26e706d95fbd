/// The members of an object in a text.
struct WireMembers: Sequence, IteratorProtocol, Sendable {
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

    mutating func next() -> (key: String, node: WireNode)? {
        guard remaining > 0 else { return nil }
        remaining -= 1
        let key = tape.liveKey(from: index)
        index = tape.index(after: key + 1)
        return (tape.string(at: key), WireNode(tape: tape, index: key + 1))
    }
}
