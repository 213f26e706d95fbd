import Foundation
import TestProcess
import Testing

@testable import Gawa

@Suite(.timeLimit(.minutes(2))) struct MailboxTests {
    private typealias Box = Mailbox<EventBuffer<Int>>

    @Test func `who waits gets what comes, each value one, in order`() async {
        let box = Box(EventBuffer(limit: 100))
        let tasks = (0..<3).map { _ in
            Task.detached {
                var values: [Int] = []
                while case .value(let value) = await box.next() { values.append(value) }
                return values
            }
        }
        for value in 0..<1000 {
            box.update { _ = $0.receive(value) }
            if value % 50 == 0 { await Task.yield() }
            while box.update({ $0.count }) > 90 { await Task.yield() }
        }
        box.update { $0.end() }
        var all: [Int] = []
        for task in tasks {
            let values = await task.value
            #expect(values == values.sorted())
            all += values
        }
        #expect(all.sorted() == Array(0..<1000))
    }

    @Test func `a cancelled task ends, whenever the cancellation comes`() async {
        for round in 0..<(FullTests.areOn ? 20_000 : 1000) {
            let box = Box(EventBuffer(limit: 4))
            let task = Task.detached { await box.next() }
            for _ in 0..<(round % 5) { await Task.yield() }
            let other = Task.detached { box.update { _ = $0.receive(1) } }
            task.cancel()
            // With a value or the end, but always.
            _ = await task.value
            await other.value
        }
    }

    @Test func `who waits meets the end that another brings who was cancelled before`() async {
        let box = Box(EventBuffer(limit: 4))
        let waiting = Task.detached { await box.next() }
        let late = Task.detached {
            // Until the other waits.
            while !box.hasWaiting { await Task.yield() }
            withUnsafeCurrentTask { $0?.cancel() }
            return await box.next()
        }
        for task in [late, waiting] {
            if case .value = await task.value { Issue.record("a value came from nowhere") }
        }
    }

    @Test func `credit is told within the call that takes, and once`() async {
        let told = Told()
        var reader = StreamReader<Int>()
        reader.begin(itemLimit: 4, byteLimit: .max)
        let box = Mailbox(reader) { told.add($0) }
        let task = Task.detached {
            var count = 0
            while case .item = await box.next() { count += 1 }
            return count
        }
        var sent = 0
        var granted = 4
        while sent < 1000 {
            while sent < granted {
                #expect(box.update { $0.receive(sent, byteCount: 1) } == .taken)
                sent += 1
            }
            await Task.yield()
            granted = 4 + told.sum
        }
        _ = box.update { $0.end(.finished) }
        #expect(await task.value == sent)
        #expect(told.sum <= sent)
    }
}

/// A sum that any thread may add to.
private final class Told: @unchecked Sendable {
    // Sound: it is read and written under the lock.
    private let lock = NSLock()
    private var count = 0

    var sum: Int { lock.withLock { count } }

    func add(_ number: Int) {
        lock.withLock { count += number }
    }
}
