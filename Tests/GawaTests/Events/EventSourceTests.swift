import Foundation
import Gawa
import TestProcess
import Testing

@Suite(.timeLimit(.minutes(2))) struct EventSourceTests {
    /// Takes values until there is none for now or the end.
    private static func drain<Value>(_ iterator: inout EventSource<Value>.AsyncIterator, _ count: Int) async -> [Value]
    {
        var values: [Value] = []
        while values.count < count, let value = await iterator.next() { values.append(value) }
        return values
    }

    @Test func `every listener gets every value in order, from when it listens`() async {
        let source = EventSource<Int>()
        #expect(source.emit(0) == 0)
        var first = source.makeAsyncIterator()
        #expect(source.emit(1) == 1)
        var second = source.makeAsyncIterator()
        #expect(source.emit(2) == 2)
        #expect(source.listenerCount == 2)
        source.finish()
        #expect(await Self.drain(&first, 9) == [1, 2])
        #expect(await Self.drain(&second, 9) == [2])
        #expect(source.emit(3) == 0)
        var third = source.makeAsyncIterator()
        #expect(await third.next() == nil)
    }

    @Test func `a listener goes with its iterator, with its task, and at its end`() async throws {
        let source = EventSource<Int>()
        do {
            let iterator = source.makeAsyncIterator()
            #expect(source.listenerCount == 1)
            _ = iterator
        }
        #expect(source.listenerCount == 0)
        let task = Task { for await _ in source {} }
        while source.listenerCount == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(source.listenerCount == 0)
        let cancelled = Task {
            var iterator = source.makeAsyncIterator()
            withUnsafeCurrentTask { $0?.cancel() }
            let value = await iterator.next()
            // The iterator is held still, and nobody listens.
            return (value, source.listenerCount, source.emit(1), await iterator.next())
        }
        #expect(await cancelled.value == (nil, 0, 0, nil))
    }

    @Test func `sequences end when the source is let go, after what was not taken`() async {
        weak var gone: EventSource<Int>?
        var iterator: EventSource<Int>.AsyncIterator
        do {
            let source = EventSource<Int>()
            gone = source
            iterator = source.makeAsyncIterator()
            source.emit(1)
        }
        #expect(gone == nil)
        #expect(await Self.drain(&iterator, 9) == [1])
        let (told, listener) = Self.listenToASourceThatGoes()
        for await _ in told {}
        #expect(await listener.value == 1)
    }

    /// Makes a source that goes when a task waits for its second value.
    private static func listenToASourceThatGoes() -> (told: AsyncStream<Void>, listener: Task<Int, Never>) {
        let source = EventSource<Int>()
        let (told, continuation) = AsyncStream<Void>.makeStream()
        let listener = Task { [weak source] in
            guard var iterator = source?.makeAsyncIterator() else { return -1 }
            source?.emit(1)
            var count = 0
            while await iterator.next() != nil {
                count += 1
                continuation.finish()
            }
            return count
        }
        Task {
            for await _ in told {}
            _ = source
        }
        return (told, listener)
    }

    @Test func `a slow listener keeps the newest, and what it misses is counted`() async {
        let source = EventSource<Int>(bufferSize: 3)
        var slow = source.makeAsyncIterator()
        var fast = source.makeAsyncIterator()
        for value in 1...10 {
            source.emit(value)
            #expect(await fast.next() == value)
        }
        #expect(source.droppedCount == 7)
        #expect(await Self.drain(&slow, 3) == [8, 9, 10])
        source.emit(11)
        #expect(await slow.next() == 11)
        #expect(source.droppedCount == 7)
    }

    @Test func `a source that keeps the latest begins with it`() async {
        let source = EventSource<Int>(keeping: .latest)
        var early = source.makeAsyncIterator()
        source.emit(1)
        source.emit(2)
        var late = source.makeAsyncIterator()
        source.emit(3)
        #expect(await Self.drain(&early, 3) == [1, 2, 3])
        #expect(await Self.drain(&late, 2) == [2, 3])
        source.finish()
        var last = source.makeAsyncIterator()
        #expect(await Self.drain(&last, 9) == [3])
    }

    @Test
    func `BR-023: values from before the first listener are delivered once, in order, and emit says that none hears`()
        async
    {
        let source = EventSource<Int>(keeping: .untilFirstListener(5), bufferSize: 2)
        for value in 1...7 { #expect(source.emit(value) == 0) }
        #expect(source.droppedCount == 2)
        var first = source.makeAsyncIterator()
        var second = source.makeAsyncIterator()
        #expect(await Self.drain(&first, 5) == [3, 4, 5, 6, 7])
        #expect(source.emit(8) == 2)
        #expect(await first.next() == 8)
        #expect(await second.next() == 8)
        // There was a first listener: nothing is kept any more.
        let others = EventSource<Int>()
        (first, second) = (others.makeAsyncIterator(), others.makeAsyncIterator())
        #expect(source.emit(9) == 0)
        var third = source.makeAsyncIterator()
        source.finish()
        #expect(await third.next() == nil)
    }

    @Test func `emitting and listening from many threads loses and reorders nothing`() async {
        let source = EventSource<(Int, Int)>(bufferSize: .max)
        let (emitters, count) = (4, FullTests.areOn ? 50_000 : 5_000)
        let tasks = (0..<4).map { _ in
            Task.detached {
                var iterator = source.makeAsyncIterator()
                var all: [[Int]] = Array(repeating: [], count: emitters)
                var order: [Int] = []
                while let (emitter, value) = await iterator.next() {
                    all[emitter].append(value)
                    order.append(emitter)
                }
                return (all, order)
            }
        }
        while source.listenerCount < tasks.count { await Task.yield() }
        await withTaskGroup { group in
            for emitter in 0..<emitters {
                group.addTask { for value in 0..<count { source.emit((emitter, value)) } }
            }
        }
        source.finish()
        var orders: Set<[Int]> = []
        for task in tasks {
            let (all, order) = await task.value
            #expect(all == Array(repeating: Array(0..<count), count: emitters))
            orders.insert(order)
        }
        #expect(orders.count == 1)
        #expect(source.droppedCount == 0)
    }

    @Test func `values that nobody holds any more are let go of`() async {
        final class Held: Sendable {}
        let source = EventSource<Held>(bufferSize: 2)
        var iterator = source.makeAsyncIterator()
        weak var first: Held?
        weak var second: Held?
        do {
            let (one, two) = (Held(), Held())
            (first, second) = (one, two)
            source.emit(one)
            source.emit(two)
            source.emit(Held())
        }
        #expect(first == nil)
        #expect(second != nil)
        _ = await iterator.next()
        #expect(second == nil)
    }
}
