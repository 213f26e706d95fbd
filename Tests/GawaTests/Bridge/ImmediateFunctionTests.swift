import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Functions whose bodies do not wait.
@MainActor @Suite(.serialized)
struct ImmediateFunctionTests {
    @Test func `a body without await may ask who called`() async throws {
        let page = try await BridgedTestPage(StepService(log: StepLog()))
        let outcome = try await page.outcome("return await steps.origin()")
        #expect(outcome == "value \(page.server.origin().description)")
    }

    @Test func `bodies without await run in the order of the calls, and what they throw is told`() async throws {
        let log = StepLog()
        let page = try await BridgedTestPage(StepService(log: log))
        let outcome = try await page.outcome(
            """
            const ends = await Promise.allSettled([steps.add(1), steps.add(-2), steps.addToWait(3), steps.add(4)]);
            return ends.map(end => end.value ?? end.reason.code).join();
            """)
        #expect(outcome == "value 1,StepError.negative,3,4")
        #expect(log.steps == [1, -2, 3, 4])
    }

    @Test func `a function is found by its service and its name, whichever was called before`() async throws {
        let page = try await BridgedTestPage(StepService(log: StepLog()), LongStepService())
        let outcome = try await page.outcome(
            """
            const ends = await Promise.all([steps.add(1), longSteps.add(1), longSteps.sub(1), steps.add(2),
                longSteps.add(2)]);
            return ends.join();
            """)
        #expect(outcome == "value 1,101,-99,2,102")
    }

    @Test func `a one-way body without await that throws is told to the app`() async throws {
        let log = StepLog()
        let page = try await BridgedTestPage(StepService(log: log))
        try await page.run("steps.note(7); steps.note(-8)")
        try await page.wait(for: "the failure") { diagnostic in
            if case .oneWayFailed("steps.note", _) = diagnostic { true } else { false }
        }
        #expect(log.steps == [7, -8])
    }

    @Test func `a body that closes the bridge still answers its own call`() async throws {
        let log = StepLog()
        let page = try await BridgedTestPage(StepService(log: log))
        log.onStep = { [weak page] in page?.bridge.close() }
        let outcome = try await page.outcome("return await steps.add(1)")
        #expect(outcome == "value 1")
        #expect(log.steps == [1])
    }
}

private enum StepError: Error { case negative }

/// What the functions were called with, in order.
@MainActor
private final class StepLog {
    private(set) var steps: [Int] = []
    var onStep: (() -> Void)?

    func add(_ step: Int) throws -> Int {
        steps.append(step)
        onStep?()
        guard step >= 0 else { throw StepError.negative }
        return step
    }
}

private struct StepService: BridgeService {
    static let name = "steps"

    let log: StepLog

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("origin") { (_: Self, caller: Caller) in caller.origin.description }
        bridge.function("add", "step") { (service: Self, step: Int) in try service.log.add(step) }
        bridge.function("addToWait", "step") { (service: Self, step: Int) in try await service.log.add(step) }
        bridge.message("note", "step") { (service: Self, step: Int) in _ = try service.log.add(step) }
    }
}

private struct LongStepService: BridgeService {
    static let name = "longSteps"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("add", "step") { (_: Self, step: Int) in step + 100 }
        bridge.function("sub", "step") { (_: Self, step: Int) in step - 100 }
    }
}
