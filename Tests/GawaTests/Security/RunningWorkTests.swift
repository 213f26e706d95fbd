import Gawa
import Testing

/// Functions that a page has given up, and that go on all the same, are bounded too.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct RunningWorkTests {
    @Test func `functions that ignore their cancellation leave no room for more than the limit`() async throws {
        var limits = BridgeLimits()
        limits.pendingCallCount = 3
        let gate = Gate()
        let page = try await BridgedTestPage(StubbornService(gate: gate), limits: limits)
        let given = try await page.outcome(
            """
            const ends = [];
            for (let index = 0; index < 5; index++) {
                const controller = new AbortController();
                const call = stubborn.hold({ signal: controller.signal });
                await new Promise(resolve => setTimeout(resolve, 20));
                controller.abort();
                ends.push(await call.catch(error => error.code ?? error.name));
            }
            return ends.join();
            """)
        // A DOMException's code is a number: that of AbortError.
        #expect(given == "value 20,20,20,quotaExceeded,quotaExceeded")
        #expect(gate.count == 3)
        try await page.run("stubborn.say()")
        try await page.wait(for: "the one-way call's refusal") { diagnostic in
            if case .oneWayFailed("stubborn.say", _) = diagnostic { true } else { false }
        }
        gate.open()
        // The functions go on in turns of their own, which may come after the next message.
        let outcome = try await page.outcome(
            """
            for (;;) {
                try { return await stubborn.hold() } catch (error) { if (error.code !== 'quotaExceeded') throw error }
                await new Promise(resolve => setTimeout(resolve, 1));
            }
            """)
        #expect(outcome == "value 4")
    }
}

/// Where functions wait, whatever becomes of their tasks.
@MainActor
private final class Gate {
    private(set) var count = 0
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async -> Int {
        count += 1
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        return count
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

private struct StubbornService: BridgeService {
    let gate: Gate
    static let name = "stubborn"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("hold") { (service: Self) in await service.gate.pass() }
        bridge.message("say") { (service: Self) in _ = await service.gate.pass() }
    }
}
