import Foundation
import Gawa
import GawaTestSupport
import Testing

/// What a page may ask of a bridge is bounded, each bound has an error of its own, and the next call works.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct LimitTests {
    private func page(_ change: (inout BridgeLimits) -> Void) async throws -> (BridgedTestPage, Notes) {
        var limits = BridgeLimits()
        change(&limits)
        let notes = Notes()
        return (try await BridgedTestPage(EchoService(), NotingService(notes: notes), limits: limits), notes)
    }

    @Test func `a call that is too long is refused in the page, and one at the limit is not`() async throws {
        let (page, _) = try await page { $0.messageByteCount = 10_000 }
        let error = "true QuotaExceededError quotaExceeded longer than 10000"
        #expect(try await page.outcome("return (await echo.text('x'.repeat(9900))).length") == "value 9900")
        #expect(try await page.outcome("return await echo.text('x'.repeat(10000))") == error)
        #expect(try await page.outcome("return await echo.list(Array.from({ length: 6000 }, () => 1))") == error)
        // Parts that are shared are written each time: a billion elements, were there no limit.
        #expect(
            try await page.outcome(
                "let shared = [1]; for (const _ of 'x'.repeat(30)) shared = [shared, shared]; return await echo.list(shared)"
            )
                == error)
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
    }

    @Test func `a message whose bytes are too many is dropped, its calls fail, and the next one works`() async throws {
        // Units are counted in the page, bytes in the app.
        let (page, _) = try await page { $0.messageByteCount = 10_000 }
        let outcome = try await page.outcome("return await echo.text('é'.repeat(6000))")
        #expect(outcome.hasPrefix("true "), "\(outcome)")
        #expect(!outcome.contains("value"), "\(outcome)")
        try await page.wait(for: "the dropped message") {
            if case .malformedMessage(_, "it is longer than 10000 bytes") = $0 { true } else { false }
        }
        // Many calls of one turn are one message.
        let many = try await page.outcome(
            """
            const calls = Array.from({ length: 20 }, (_, index) => echo.text(String(index).repeat(900)));
            const results = await Promise.allSettled(calls);
            return results.every(result => result.status === 'fulfilled' || result.reason.code);
            """)
        #expect(many == "value true")
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
    }

    @Test func `a value that is too deep is refused in the page`() async throws {
        let (page, _) = try await page { $0.depth = 5 }
        #expect(
            try await page.outcome("return await echo.call('list', [[[[[[[1]]]]]]])")
                == "true DataCloneError dataClone arguments[0][0][0][0][0][0] cannot be sent: too deep")
        let atLimit = try await page.outcome("return await echo.call('list', [[[[[[1]]]]]])")
        #expect(atLimit.hasPrefix("true TypeError badArgument arguments[0][0]"), "\(atLimit)")
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
    }

    @Test func `calls beyond the number that may wait are refused, and room is made by those that end`() async throws {
        let (page, notes) = try await page { $0.pendingCallCount = 5 }
        let outcome = try await page.outcome(
            """
            globalThis.controller = new AbortController();
            globalThis.calls = Array.from({ length: 8 }, () => noting.wait({ signal: controller.signal }).catch(error => error));
            const refused = await Promise.all(calls.slice(5));
            return refused.map(error => [error.name, error.code, error.message].join('|')).join();
            """)
        let refusal = "QuotaExceededError|quotaExceeded|More calls wait than the bridge allows: 5"
        #expect(outcome == "value \(refusal),\(refusal),\(refusal)")
        #expect(
            try await page.outcome("return await echo.int(1)")
                == "true QuotaExceededError quotaExceeded More calls wait than the bridge allows: 5")
        #expect(
            try await page.outcome(
                "controller.abort(); return (await Promise.all(calls.slice(0, 5))).map(error => error.name).join()")
                == "value AbortError,AbortError,AbortError,AbortError,AbortError")
        try await notes.waiter.wait(for: "five cancellations") { notes.lines.count { $0 == "cancelled" } == 5 }
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
    }

    @Test func `calls beyond those of a second are refused, and a later one is not`() async throws {
        let (page, notes) = try await page { $0.callsPerSecond = 20 }
        let outcome = try await page.outcome(
            """
            const results = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => echo.int(index)));
            const refused = results.filter(result => result.status === 'rejected').map(result => result.reason);
            return [refused.length >= 30, results[0].value, refused[0].name, refused[0].code, refused[0].message].join('|');
            """)
        #expect(
            outcome
                == "value true|0|QuotaExceededError|quotaExceeded|More calls in a second than the bridge allows: 20")
        try await page.run("for (let count = 0; count < 100; count++) noting.say('spam')")
        try await page.wait(for: "a refused one-way call") {
            if case .oneWayFailed("noting.say", "More calls in a second than the bridge allows: 20") = $0 {
                true
            } else {
                false
            }
        }
        #expect(notes.lines.count < 60)
        try await page.run(
            """
            const end = performance.now() + 10000;
            while (performance.now() < end) {
                try { return await echo.int(1) } catch { await new Promise(resolve => setTimeout(resolve, 20)) }
            }
            throw new Error('still refused');
            """)
    }

    @Test func `a function that takes too long ends its call with a time-out, and its task is cancelled`() async throws
    {
        let (page, notes) = try await page { $0.callDuration = .milliseconds(50) }
        let outcome = try await page.outcome("return await noting.wait()")
        #expect(outcome == "true TimeoutError timeout The function did not return within 0.05 seconds")
        try await notes.wait(for: "cancelled")
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
    }
}
