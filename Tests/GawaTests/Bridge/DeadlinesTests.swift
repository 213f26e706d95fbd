import Testing

@testable import Gawa

@Suite struct DeadlinesTests {
    private let start = ContinuousClock.now

    @Test func theSoonestComesFirstWhateverTheOrder() {
        var deadlines = Deadlines()
        for seconds in [3, 1, 2, 2, 5] { deadlines.add(.fromPage(seconds), at: start + .seconds(seconds)) }
        #expect(deadlines.soonest == start + .seconds(1))
        #expect(deadlines.takeDue(now: start + .seconds(2)) == [.fromPage(1), .fromPage(2), .fromPage(2)])
        #expect(deadlines.takeDue(now: start + .seconds(2)) == [])
        #expect(deadlines.count == 2)
    }

    @Test func callsThatEndedAreForgotten() {
        var deadlines = Deadlines()
        for id in 1...10 { deadlines.add(.toPage(id), at: start) }
        deadlines.keep { $0 == .toPage(7) }
        #expect(deadlines.takeDue(now: start) == [.toPage(7)])
    }

    @Test func aRateFillsWithTimeUpToItsBurst() {
        var rate = CallRate(perSecond: 10, now: start)
        #expect((1...10).allSatisfy { _ in rate.take(now: start) })
        #expect(!rate.take(now: start))
        #expect(rate.take(now: start + .milliseconds(100)))
        #expect(!rate.take(now: start + .milliseconds(100)))
        #expect((1...10).allSatisfy { _ in rate.take(now: start + .seconds(60)) })
        #expect(!rate.take(now: start + .seconds(60)))
    }
}
