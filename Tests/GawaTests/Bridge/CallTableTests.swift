import TestProcess
import Testing

@testable import Gawa

@Suite struct CallTableTests {
    @Test func aCallFromThePageEndsOnce() {
        var table = CallTable(pendingLimit: 10)
        #expect(table.handle(.called(1)) == [.start(1)])
        #expect(table.isWaiting(.fromPage(1)))
        #expect(table.handle(.returned(1)) == [.answer(1)])
        #expect(table.handle(.returned(1)) == [])
        #expect(table.handle(.expired(.fromPage(1))) == [])
        #expect(table.handle(.aborted(1)) == [])
        #expect(table.count == 0)
    }

    @Test func aRepeatedNumberIsNoCall() {
        var table = CallTable(pendingLimit: 10)
        _ = table.handle(.called(5))
        #expect(table.handle(.called(5)) == [])
        _ = table.handle(.returned(5))
        #expect(table.handle(.called(5)) == [])
        #expect(table.handle(.called(4)) == [])
        #expect(table.handle(.called(6)) == [.start(6)])
    }

    @Test func aCallAboveTheLimitIsRefused() {
        var table = CallTable(pendingLimit: 2)
        _ = table.handle(.called(1))
        _ = table.handle(.called(2))
        #expect(table.handle(.called(3)) == [.refuse(3)])
        #expect(table.handle(.returned(3)) == [])
        _ = table.handle(.returned(1))
        #expect(table.handle(.called(4)) == [.start(4)])
    }

    @Test func timeEndsACallAndCancelsItsWork() {
        var table = CallTable(pendingLimit: 2)
        _ = table.handle(.called(1))
        #expect(table.handle(.expired(.fromPage(1))) == [.answerTimeOut(1), .cancel(1)])
        #expect(table.handle(.returned(1)) == [])
    }

    @Test func aCallToThePageEndsOnce() {
        var table = CallTable(pendingLimit: 2)
        #expect(table.handle(.asked) == [.ask(1)])
        #expect(table.handle(.asked) == [.ask(2)])
        #expect(table.handle(.asked) == [.ask(3)])
        #expect(table.handle(.answered(1)) == [.resume(1, .answer)])
        #expect(table.handle(.answered(1)) == [])
        #expect(table.handle(.cancelled(2)) == [.abort(2), .resume(2, .cancellation)])
        #expect(table.handle(.expired(.toPage(3))) == [.abort(3), .resume(3, .timeOut)])
        #expect(table.handle(.answered(9)) == [])
    }

    @Test func theEndOfADocumentEndsAll() {
        var table = CallTable(pendingLimit: 9)
        _ = table.handle(.called(1))
        _ = table.handle(.called(2))
        _ = table.handle(.asked)
        #expect(table.handle(.closed) == [.cancel(1), .cancel(2), .resume(1, .gone)])
        #expect(table.handle(.closed) == [])
        #expect(table.handle(.called(3)) == [])
        #expect(table.handle(.asked) == [.resume(2, .gone)])
    }

    @Test func aHiddenDocumentMayStillCall() {
        var table = CallTable(pendingLimit: 9)
        _ = table.handle(.called(1))
        #expect(table.handle(.hidden) == [.cancel(1)])
        #expect(table.handle(.called(2)) == [.start(2)])
    }

    @Test func `streams take numbers of the same series as calls`() {
        var table = CallTable(pendingLimit: 1)
        func takes(_ ids: Int...) -> [Bool] { ids.map { table.take($0) } }
        #expect(takes(3, 3, 2, 0, -1) == [true, false, false, false, false])
        #expect(table.handle(.called(3)) == [])
        #expect(table.handle(.called(4)) == [.start(4)])
        #expect(takes(4, 5) == [false, true])
        #expect(!table.hasNumbered(0) && !table.hasNumbered(1) && !table.hasNumbered(-1))
        #expect(table.number() == 1)
        #expect(table.handle(.asked) == [.ask(2)])
        #expect(table.number() == 3)
        #expect(table.hasNumbered(1) && table.hasNumbered(3) && !table.hasNumbered(4) && !table.hasNumbered(0))
        _ = table.handle(.closed)
        #expect(table.number() == nil)
        #expect(takes(6) == [false])
    }

    @Test func randomInterleavingsDoWhatTheModelSays() {
        for _ in 0..<(FullTests.areOn ? 2000 : 40) {
            let seed = UInt64.random(in: 0 ..< .max)
            var generator = SeededGenerator(seed: seed)
            var table = CallTable(pendingLimit: Int.random(in: 1...20, using: &generator))
            var model = CallTableModel(limit: table.pendingLimit)
            for step in 0..<5000 {
                let event = Self.event(&generator, closesAfter: step > 4500)
                let actions = table.handle(event)
                let expected = model.expect(event)
                guard actions == expected, table.waitingFromPage.count <= table.pendingLimit else {
                    Issue.record("seed \(seed), step \(step), \(event): \(actions), not \(expected)")
                    return
                }
            }
            #expect(table.waitingFromPage == model.waitingFromPage, "seed \(seed)")
            #expect(table.count == model.waitingFromPage.count + model.waitingToPage.count, "seed \(seed)")
        }
    }

    private static func event(_ generator: inout SeededGenerator, closesAfter: Bool) -> CallTable.Event {
        // Small numbers, so that events meet; calls mostly go on, and now and then leap ahead, back or below zero.
        let id = Int.random(in: -1...60, using: &generator)
        return switch Int.random(in: 0..<1000, using: &generator) {
        case 0..<350: .called(Int.random(in: 0..<10, using: &generator) == 0 ? id : nextID(&generator))
        case 350..<500: .returned(nextID(&generator))
        case 500..<600: .aborted(nextID(&generator))
        case 600..<750: .asked
        case 750..<850: .answered(id)
        case 850..<900: .cancelled(id)
        case 900..<950: .expired(.fromPage(nextID(&generator)))
        case 950..<995: .expired(.toPage(id))
        case 995..<999: .hidden
        default: closesAfter ? .closed : .hidden
        }
    }

    private static func nextID(_ generator: inout SeededGenerator) -> Int {
        Int.random(in: 1...2000, using: &generator)
    }
}
