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
        var taken: [Int] = []
        for moment in [0, 0, 100, 60_000] {
            var count = 0
            while count < 100, rate.take(now: start + .milliseconds(moment)) { count += 1 }
            taken.append(count)
        }
        #expect(taken == [10, 0, 1, 10])
    }
}
