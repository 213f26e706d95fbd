@testable import Gawa

/// A producer and a reader with what is between them, of which any side may be slow.
struct StreamChannel {
    let itemCount: Int
    private(set) var received: [Int] = []
    private(set) var hasEnded = false
    private(set) var failure: String?

    private let itemLimit: Int
    private let byteLimit: Int
    private let lengths: [Int]
    private var table: StreamTable
    private var reader = StreamReader<Int>()
    private var nextItem = 0
    private var producerWaits = false
    private var toReader: [(item: Int, isEnd: Bool)] = []
    private var toProducer: [Int] = []
    private var stepCount = 0

    init(_ generator: inout SeededGenerator) {
        itemCount = Int.random(in: 0...300, using: &generator)
        itemLimit = Int.random(in: 1...9, using: &generator)
        byteLimit = Int.random(in: 0...50, using: &generator)
        lengths = (0..<itemCount).map { _ in Int.random(in: 1...30, using: &generator) }
        table = StreamTable(limit: 1, itemLimit: itemLimit, byteLimit: byteLimit)
        reader.begin(itemLimit: itemLimit, byteLimit: byteLimit)
        _ = table.handle(.opened(1))
    }

    /// Lets one side do something.
    ///
    /// - Returns: Whether there may be more to do.
    mutating func step(_ generator: inout SeededGenerator) -> Bool {
        stepCount += 1
        guard stepCount < 100_000 else {
            failure = "stuck at item \(received.count) of \(itemCount)"
            return false
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: produce()
        case 1: deliver()
        case 2: grant()
        default: read()
        }
        return failure == nil && !hasEnded
    }

    private mutating func produce() {
        guard !producerWaits else { return }
        guard nextItem < itemCount else {
            if table.handle(.finished(1)) == [.sendEnd(1)] { toReader.append((0, true)) }
            return
        }
        switch table.mayAsk(1) {
        case .stop: failure = "stopped"
        case .wait: producerWaits = true
        case .go:
            switch table.send(1, byteCount: lengths[nextItem]) {
            case .stop: failure = "stopped"
            case .wait: producerWaits = true
            case .go:
                toReader.append((nextItem, false))
                nextItem += 1
            }
        }
    }

    private mutating func deliver() {
        guard !toReader.isEmpty else { return }
        let (item, isEnd) = toReader.removeFirst()
        let reception = isEnd ? reader.end(.finished) : reader.receive(item, byteCount: lengths[item])
        if reception != .taken { failure = "\(reception)" }
    }

    private mutating func grant() {
        guard !toProducer.isEmpty else { return }
        for action in table.handle(.granted(1, count: toProducer.removeFirst())) {
            if action == .wake(1) { producerWaits = false } else { failure = "\(action)" }
        }
    }

    private mutating func read() {
        let output = reader.take()
        switch output {
        case .item(let item): received.append(item)
        case .end(.finished): hasEnded = true
        case .end(.failed(let error)): failure = "\(error)"
        case nil: break
        }
        if let credit = reader.takeCredit(isEmpty: output == nil) { toProducer.append(credit) }
    }
}
