import TestProcess
import Testing

@testable import Gawa

@Suite struct StreamTableTests {
    @Test func `a stream that the page opened ends once, by whatever comes first`() {
        let ends: [(StreamTable.Event, [StreamTable.Action])] = [
            (.finished(1), [.sendEnd(1)]), (.failed(1), [.sendError(1)]), (.left(1), [.cancel(1)]),
            (.expired(1), [.sendTimeOut(1), .cancel(1)]), (.hidden, [.cancel(1)]), (.closed, [.cancel(1)]),
        ]
        for (first, actions) in ends {
            var table = StreamTable(limit: 5, itemLimit: 2, byteLimit: 10)
            #expect(table.handle(.opened(1)) == [.start(1)])
            #expect(table.handle(first) == actions)
            for (second, _) in ends { #expect(table.handle(second) == [], "\(first), then \(second)") }
            #expect(table.mayAsk(1) == .stop)
            #expect(table.send(1, byteCount: 1) == .stop)
            #expect(table.handle(.granted(1, count: 1)) == [])
            #expect(table.count == 0)
        }
    }

    @Test func `a producer waits for either bound, and is woken once when it has room`() {
        var table = StreamTable(limit: 5, itemLimit: 3, byteLimit: 10)
        _ = table.handle(.opened(1))
        #expect(table.mayAsk(1) == .go)
        #expect(table.send(1, byteCount: 8) == .go)
        #expect(table.mayAsk(1) == .go)
        #expect(table.send(1, byteCount: 3) == .wait)
        #expect(table.handle(.granted(1, count: 1)) == [.wake(1)])
        #expect(table.handle(.granted(1, count: 1)) == [.report(1)])
        #expect(table.send(1, byteCount: 3) == .go)
        #expect(table.send(1, byteCount: 3) == .go)
        #expect(table.send(1, byteCount: 3) == .go)
        #expect(table.mayAsk(1) == .wait)
        #expect(table.handle(.granted(1, count: 2)) == [.wake(1)])
        // One that is longer than all is sent when it is alone.
        #expect(table.send(1, byteCount: 11) == .wait)
        #expect(table.handle(.granted(1, count: 1)) == [.wake(1)])
        #expect(table.send(1, byteCount: 11) == .go)
        #expect(table.mayAsk(1) == .wait)
        #expect(table.handle(.left(1)) == [.cancel(1)])
    }

    @Test func `a grant of what was not sent is told, and gives no more room than there is`() {
        for count in [0, -1, .min, .max, 4] {
            var table = StreamTable(limit: 5, itemLimit: 3, byteLimit: 100)
            _ = table.handle(.opened(1))
            for _ in 0..<3 { #expect(table.send(1, byteCount: 1) == .go) }
            #expect(table.handle(.granted(1, count: count)) == [.report(1)], "\(count)")
            let room = count > 0 ? 3 : 0
            for _ in 0..<room { #expect(table.send(1, byteCount: 1) == .go) }
            #expect(table.send(1, byteCount: 1) == .wait)
            #expect(table.handle(.granted(9, count: count)) == [])
        }
    }

    @Test func `a stream above the limit is refused, and there is room again when one has ended`() {
        var table = StreamTable(limit: 2, itemLimit: 1, byteLimit: 1)
        _ = table.handle(.opened(1))
        _ = table.handle(.opened(2))
        #expect(table.handle(.opened(3)) == [.refuse(3)])
        #expect(table.handle(.finished(3)) == [])
        _ = table.handle(.left(1))
        #expect(table.handle(.opened(4)) == [.start(4)])
        #expect(table.ids == [2, 4])
    }

    @Test func `a hidden document may open streams, and one that has gone may not`() {
        var table = StreamTable(limit: 2, itemLimit: 1, byteLimit: 1)
        _ = table.handle(.opened(1))
        #expect(table.handle(.hidden) == [.cancel(1)])
        #expect(table.handle(.opened(2)) == [.start(2)])
        #expect(table.handle(.closed) == [.cancel(2)])
        #expect(table.handle(.opened(3)) == [])
    }

    @Test func `bounds of any number let one item through, and none overflows`() {
        for (items, bytes) in [(0, 0), (.min, .min), (-1, -1), (1, 0), (0, .max)] {
            var table = StreamTable(limit: 1, itemLimit: items, byteLimit: bytes)
            _ = table.handle(.opened(1))
            #expect(table.send(1, byteCount: 1000) == .go)
            #expect(table.send(1, byteCount: 1000) == .wait)
            #expect(table.handle(.granted(1, count: 1)) == [.wake(1)])
        }
        var table = StreamTable(limit: .max, itemLimit: .max, byteLimit: .max)
        _ = table.handle(.opened(1))
        for _ in 0..<1000 { #expect(table.send(1, byteCount: 1 << 40) == .go) }
        #expect(table.mayAsk(1) == .go)
    }

    @Test func `random schedules do what the model says: the bounds hold, and every stream ends once`() {
        for _ in 0..<(FullTests.areOn ? 2000 : 40) {
            let seed = UInt64.random(in: 0 ..< .max)
            var generator = SeededGenerator(seed: seed)
            let limit = Int.random(in: 1...6, using: &generator)
            let itemLimit = Int.random(in: 1...8, using: &generator)
            let byteLimit = Int.random(in: 0...60, using: &generator)
            var table = StreamTable(limit: limit, itemLimit: itemLimit, byteLimit: byteLimit)
            var model = StreamTableModel(limit: limit, itemLimit: itemLimit, byteLimit: byteLimit)
            for step in 0..<3000 {
                let id = Int.random(in: 1...12, using: &generator)
                let length = Int.random(in: 1...25, using: &generator)
                let isSame: Bool
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<3: isSame = table.send(id, byteCount: length) == model.expectSending(id, length)
                case 3: isSame = table.mayAsk(id) == model.expectAsking(id)
                default:
                    let event = Self.event(id, closes: step > 2900, &generator)
                    isSame = table.handle(event) == model.expect(event)
                }
                let underWay = model.underWay(id)
                guard isSame, table.ids == model.openIDs, underWay.count <= itemLimit,
                    underWay.count <= 1 || underWay.reduce(0, +) <= byteLimit
                else {
                    Issue.record("seed \(seed), step \(step)")
                    return
                }
            }
            _ = table.handle(.closed)
            _ = model.expect(.closed)
            #expect(table.count == 0)
        }
    }

    private static func event(
        _ id: Int, closes: Bool, _ generator: inout SeededGenerator
    ) -> StreamTable.Event {
        switch Int.random(in: 0..<(closes ? 22 : 21), using: &generator) {
        case 0..<5: .opened(id)
        case 5..<15: .granted(id, count: Int.random(in: -1...9, using: &generator))
        case 15: .left(id)
        case 16: .finished(id)
        case 17: .failed(id)
        case 18: .expired(id)
        case 19..<21: Int.random(in: 0..<20, using: &generator) == 0 ? .hidden : .granted(id, count: 1)
        default: .closed
        }
    }
}
