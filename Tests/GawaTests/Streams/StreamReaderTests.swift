import TestProcess
import Testing

@testable import Gawa

@Suite struct StreamReaderTests {
    private static func reader(items: Int, bytes: Int = .max) -> StreamReader<Int> {
        var reader = StreamReader<Int>()
        reader.begin(itemLimit: items, byteLimit: bytes)
        return reader
    }

    @Test func `items come in order, then the end, and after it nothing`() {
        var reader = Self.reader(items: 8)
        for item in 1...3 { #expect(reader.receive(item, byteCount: 1) == .taken) }
        #expect(reader.end(.finished) == .taken)
        #expect(reader.end(.failed(.cancelled)) == .ignored)
        #expect(reader.receive(4, byteCount: 1) == .ignored)
        #expect((1...6).map { _ in reader.take().words } == ["1", "2", "3", "end", "end", "end"])
    }

    @Test func `an error is told after the items that came before it, once`() {
        var reader = Self.reader(items: 8)
        _ = reader.receive(1, byteCount: 1)
        #expect(reader.end(.failed(.pageGone(.navigated))) == .taken)
        #expect((1...3).map { _ in reader.take().words } == ["1", "The document went before it answered", "end"])
    }

    @Test func `who sends is told when half a window was taken, and when nothing is left`() {
        var reader = Self.reader(items: 8)
        for item in 0..<8 { #expect(reader.receive(item, byteCount: 1) == .taken) }
        for item in 0..<8 {
            _ = reader.take()
            #expect(reader.takeCredit(isEmpty: false) == (item % 4 == 3 ? 4 : nil), "\(item)")
        }
        _ = reader.receive(9, byteCount: 1)
        _ = reader.take()
        #expect(reader.takeCredit(isEmpty: false) == nil)
        #expect(reader.take() == nil)
        #expect(reader.takeCredit(isEmpty: true) == 1)
        #expect(reader.takeCredit(isEmpty: true) == nil)
        _ = reader.receive(9, byteCount: 1)
        _ = reader.end(.finished)
        _ = reader.take()
        // Nobody sends on after the end.
        #expect(reader.takeCredit(isEmpty: true) == nil)
    }

    @Test func `a window of one is told after each item`() {
        for limit in [1, 0, -5, .min] {
            var reader = Self.reader(items: limit, bytes: limit)
            for item in 0..<3 {
                #expect(reader.receive(item, byteCount: 100) == .taken)
                #expect(reader.take().words == "\(item)")
                #expect(reader.takeCredit(isEmpty: false) == 1)
            }
        }
    }

    @Test func `an item beyond the window ends the stream with an error, after those within`() {
        var reader = Self.reader(items: 2)
        _ = reader.receive(1, byteCount: 1)
        _ = reader.receive(2, byteCount: 1)
        #expect(reader.receive(3, byteCount: 1) == .breach)
        #expect(reader.receive(4, byteCount: 1) == .ignored)
        #expect(reader.count == 2)
        #expect(
            (1...4).map { _ in reader.take().words }
                == ["1", "2", "item should be within what was asked for, and is more", "end"])
    }

    @Test func `items that were taken and not told of count, as they do for who sends`() {
        var reader = Self.reader(items: 4)
        for item in 0..<4 { _ = reader.receive(item, byteCount: 1) }
        _ = reader.take()
        #expect(reader.takeCredit(isEmpty: false) == nil)
        #expect(reader.receive(4, byteCount: 1) == .breach)
    }

    @Test func `items that are too long together are a breach, and a single one is none`() {
        var reader = Self.reader(items: 8, bytes: 10)
        #expect(reader.receive(1, byteCount: 1000) == .taken)
        #expect(reader.receive(2, byteCount: 1) == .breach)
        reader = Self.reader(items: 8, bytes: 10)
        #expect(reader.receive(1, byteCount: 4) == .taken)
        #expect(reader.receive(2, byteCount: 6) == .taken)
        #expect(reader.take().words == "1")
        #expect(reader.receive(3, byteCount: 4) == .taken)
        #expect(reader.receive(4, byteCount: 1) == .breach)
    }

    @Test func `what waits is let go of when the reader is cancelled`() {
        var reader = Self.reader(items: 8)
        _ = reader.receive(1, byteCount: 1)
        #expect(
            (reader.cancel() as StreamReader<Int>.Output?).words == "The task that waited for the page was cancelled")
        #expect(reader.count == 0)
        #expect(reader.receive(2, byteCount: 1) == .ignored)
        #expect(reader.take().words == "end")
        #expect(reader.takeCredit(isEmpty: true) == nil)
    }

    @Test func `with any schedule a producer and a reader keep the bounds, the order, and get on to the end`() {
        for _ in 0..<(FullTests.areOn ? 4000 : 200) {
            let seed = UInt64.random(in: 0 ..< .max)
            var generator = SeededGenerator(seed: seed)
            var channel = StreamChannel(&generator)
            while channel.step(&generator) {}
            #expect(channel.failure == nil, "seed \(seed)")
            #expect(channel.received == Array(0..<channel.itemCount), "seed \(seed)")
            #expect(channel.hasEnded, "seed \(seed)")
        }
    }
}

extension Optional where Wrapped == StreamReader<Int>.Output {
    /// An output in words.
    fileprivate var words: String {
        switch self {
        case nil: "nothing"
        case .item(let item): "\(item)"
        case .end(.finished): "end"
        case .end(.failed(let error)): "\(error)"
        }
    }
}
