import GawaTestSupport
import TestProcess
import Testing

@testable import Gawa

/// Many calls at once, and many after one another.
@MainActor @Suite(.serialized)
struct OverlapTests {
    private let service = SettlingService()

    @Test func `BR-039: a thousand overlapping calls with random delays end each with its own value`() async throws {
        let page = try await BridgedTestPage(service)
        #expect(
            try await page.outcome(
                "return (await Promise.all([settling.same(1), settling.later(2, 1), settling.same(3)])).join()")
                == "value 1,2,3")
        let right = try await page.run(
            """
            const calls = Array.from({ length: 1000 }, (_, index) => settling.later(index, Math.random() * 20));
            const values = await Promise.all(calls);
            return values.filter((value, index) => value === index).length;
            """)
        #expect(right as? Int == 1000)
        #expect(service.started.count == 1001 && Set(service.started).count == 1000)
        #expect(service.runningCount == 0)
        #expect(try await page.document().isSettled)
    }

    @Test func `calls in both directions at once end each with its own value`() async throws {
        let page = try await BridgedTestPage(service)
        try await page.run("globalThis.twice = number => settling.later(number, Math.random() * 5).then(n => 2 * n)")
        let functions = page.functions
        let sum = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask { try await functions.call("twice", number, returning: Int.self) == 2 * number }
            }
            var sum = 0
            for try await isRight in group where isRight { sum += 1 }
            return sum
        }
        #expect(sum == 300)
        #expect(try await page.document().isSettled)
    }

    @Test func `calls beyond the limit are refused, and those within it go on`() async throws {
        var limits = BridgeLimits()
        limits.pendingCallCount = 10
        let page = try await BridgedTestPage(service, limits: limits)
        let outcomes = try await page.run(
            """
            const calls = Array.from({ length: 25 }, (_, index) => settling.later(index, 20));
            const ends = await Promise.allSettled(calls);
            return ends.map(end => end.reason?.code ?? end.value).join();
            """)
        let expected = (0..<25).map { $0 < 10 ? "\($0)" : "quotaExceeded" }.joined(separator: ",")
        #expect(outcomes as? String == expected)
        #expect(try await page.outcome("return await settling.same(1)") == "value 1")
    }

    @Test func `thousands of calls leave the tables as they were`() async throws {
        let page = try await BridgedTestPage(service)
        try await page.run("globalThis.same = number => number")
        let document = try await page.document()
        let rounds = FullTests.areOn ? 100 : 5
        for round in 0..<rounds {
            let right = try await page.run(
                """
                let right = 0;
                for (let turn = 0; turn < 9; turn++) {
                    const calls = Array.from({ length: 100 }, (_, index) => settling.same(index));
                    for (const [index, value] of (await Promise.all(calls)).entries()) right += index === value;
                }
                return right;
                """)
            #expect(right as? Int == 900)
            for number in 0..<100 {
                let value = try await page.functions.call("same", number, returning: Int.self)
                #expect(value == number)
            }
            #expect(document.isSettled, "after round \(round)")
            #expect(document.openReplyCount <= 8)
            #expect(document.clock.count <= 256)
        }
        try await page.expectOneDocument()
    }
}
