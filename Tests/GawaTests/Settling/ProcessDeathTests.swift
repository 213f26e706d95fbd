import TestProcess
import Testing

/// The page's process is killed while calls wait.
///
/// Each test runs in a process of its own, so that all web processes of that process are the test's.
@Suite(.serialized)
struct ProcessDeathTests {
    @Test
    func `BR-033: calls that wait when the page's process is killed end within a second, and the next page works`()
        async
    {
        await #expect(processExitsWith: .success) { try await DeathScenario.pendingCalls() }
    }

    @Test func `BR-033: calls of frames end when the process is killed`() async {
        await #expect(processExitsWith: .success) { try await DeathScenario.frames() }
    }

    @Test func `functions that ignore their cancellation answer nobody after the death`() async {
        await #expect(processExitsWith: .success) { try await DeathScenario.stubbornFunctions() }
    }

    @Test func `calls begun after the death end, and a time limit that passes after it ends nothing twice`() async {
        await #expect(processExitsWith: .success) { try await DeathScenario.callsAfterwards() }
    }

    @Test func `the death of a page in the back-forward cache or behind a closed bridge harms nobody`() async {
        await #expect(processExitsWith: .success) { try await DeathScenario.closedBridge() }
    }

    @Test func `ten deaths under load leave no call, no function and no document`() async {
        await #expect(processExitsWith: .success) { try await DeathScenario.storm(deaths: 10) }
    }

    @Test(.enabled(if: FullTests.areOn))
    func `two hundred deaths under load leave no call, no function and no document`() async {
        await #expect(processExitsWith: .success) { try await DeathScenario.storm(deaths: 200) }
    }
}
