import GawaTestSupport
import Testing

@testable import Gawa

/// Time limits of either side, and aborts by the page.
@MainActor @Suite(.serialized)
struct TimeLimitTests {
    private let service = SettlingService()

    private func expectSettled(_ page: BridgedTestPage, cancelled: [String]) async throws {
        try await service.wait(for: "the cancellations", timeout: .seconds(1)) { $0.cancelled == cancelled }
        let document = try await page.document()
        #expect(document.isSettled)
        #expect(try await page.outcome("return await settling.same(9)") == "value 9")
    }

    @Test func `a function that does not return in time is cancelled, and its call is a time-out`() async throws {
        let page = try await BridgedTestPage(service)
        #expect(
            try await page.outcome("return await settling.limited('a')")
                == "true TimeoutError timeout The function did not return within 0.05 seconds")
        try await expectSettled(page, cancelled: ["a"])
    }

    @Test func `the bridge's limit holds for functions without one`() async throws {
        var limits = BridgeLimits()
        limits.callDuration = .milliseconds(40)
        let page = try await BridgedTestPage(service, limits: limits)
        let outcome = try await page.outcome("return await settling.hang('a')")
        #expect(outcome.hasPrefix("true TimeoutError timeout "))
        try await expectSettled(page, cancelled: ["a"])
    }

    @Test func `the page's own time-out ends the call there and cancels the function`() async throws {
        let page = try await BridgedTestPage(service)
        let outcome = try await page.outcome("return await settling.hang('a', { timeout: 30 })")
        #expect(outcome.hasPrefix("true TimeoutError timeout"))
        try await expectSettled(page, cancelled: ["a"])
        #expect(try await page.outcome("return await settling.later(1, 1, { timeout: 10000 })") == "value 1")
    }

    @Test func `a function that ignores its cancellation cannot answer any more`() async throws {
        let page = try await BridgedTestPage(service)
        let outcome = try await page.outcome("return await settling.stubborn('a', { timeout: 30 })")
        #expect(outcome.hasPrefix("true TimeoutError timeout"))
        let document = try await page.document()
        try await page.run("await settling.same(0)")
        #expect(document.isSettled && service.runningCount == 1)
        service.release()
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.runningCount == 0 }
        try await expectSettled(page, cancelled: ["a"])
    }

    @Test func `an AbortSignal ends its call with its reason, and cancels the function`() async throws {
        let page = try await BridgedTestPage(service)
        #expect(
            try await page.outcome(
                """
                const controller = new AbortController();
                const call = settling.hang('a', { signal: controller.signal });
                await settling.same(0);
                controller.abort(new Error('enough'));
                return await call;
                """) == "true Error  enough")
        try await expectSettled(page, cancelled: ["a"])
    }

    @Test func `a signal that has aborted calls nothing, and one that aborts in the same turn ends the call`()
        async throws
    {
        let page = try await BridgedTestPage(service)
        #expect(
            try await page.outcome("return await settling.hang('a', { signal: AbortSignal.abort(new Error('no')) })")
                == "true Error  no")
        #expect(service.started.isEmpty)
        let outcome = try await page.outcome(
            """
            const controller = new AbortController();
            const call = settling.hang('a', { signal: controller.signal });
            controller.abort();
            return await call;
            """)
        #expect(outcome.hasPrefix("true AbortError 20"), "\(outcome)")
        try await expectSettled(page, cancelled: ["a"])
    }

    @Test func `an abort after the answer changes nothing`() async throws {
        let page = try await BridgedTestPage(service)
        #expect(
            try await page.outcome(
                """
                const controller = new AbortController();
                const value = await settling.later(5, 1, { signal: controller.signal });
                controller.abort();
                return value + await settling.same(1);
                """) == "value 6")
        try await expectSettled(page, cancelled: [])
    }

    @Test func `a hundred calls that answer as they are aborted end once each, one way or the other`() async throws {
        let page = try await BridgedTestPage(service)
        let counts = try await page.run(
            """
            let ends = 0;
            await Promise.all(Array.from({ length: 100 }, async (_, index) => {
                const controller = new AbortController();
                setTimeout(() => controller.abort(), 5);
                const call = settling.later(index, 4 + index % 3, { signal: controller.signal });
                try { if (await call === index) ends++; } catch (error) { if (error.name === 'AbortError') ends++; }
            }));
            return ends;
            """)
        #expect(counts as? Int == 100)
        try await service.wait(for: "the ends", timeout: .seconds(1)) { $0.runningCount == 0 }
        #expect(try await page.document().isSettled)
    }

    @Test func `an error that a function throws before it waits is the call's error`() async throws {
        let page = try await BridgedTestPage(service)
        #expect(try await page.outcome("return await settling.fail()") == "true Error failed It failed")
        try await expectSettled(page, cancelled: [])
    }
}
