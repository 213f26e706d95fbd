import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

/// What a view does when its web process dies.
///
/// Each test runs in a process of its own, so that all web processes of that process are the test's.
@Suite(.serialized)
struct ProcessLifecycleTests {
    @Test func `BR-033, BR-115: calls that are pending when the process dies end once, each with code 2`() async {
        await #expect(processExitsWith: .success) { try await Victim.pendingCallsEnd() }
    }

    @Test func `the delegate is told once that the process died, after the calls have ended`() async {
        await #expect(processExitsWith: .success) { try await Victim.delegateIsTold() }
    }

    @Test func `pl-url-in-callback: the callback still reads the address and title that were shown`() async {
        await #expect(processExitsWith: .success) { try await Victim.addressIsKept() }
    }

    @Test func `pl-reload-in-callback: a load in the callback works, and message handlers and scripts survive`() async {
        await #expect(processExitsWith: .success) { try await Victim.loadInCallback() }
    }

    @Test func `pl-reload-in-callback: reload in the callback brings the page back`() async {
        await #expect(processExitsWith: .success) { try await Victim.reloadInCallback() }
    }

    @Test func `a call that ends by the death may start the next load at once`() async {
        await #expect(processExitsWith: .success) { try await Victim.loadInCompletion() }
    }

    @Test func `a view that does not show and whose delegate does nothing stays, and its next load works`() async {
        await #expect(processExitsWith: .success) { try await Victim.nextLoadWorks() }
    }

    @Test func `pl-auto-reload-once: a view that shows is loaded again by itself, but not twice in a row`() async {
        await #expect(processExitsWith: .success) { try await Victim.reloadsOnce() }
    }

    @Test func `a load that was under way ends with an error or with the news of the death`() async {
        await #expect(processExitsWith: .success) { try await Victim.loadUnderWay() }
    }

    @Test func `replies to a page that has died are no harm`() async {
        await #expect(processExitsWith: .success) { try await Victim.lateReplies() }
    }

    @Test func `the death of one view's process is nothing to another view`() async {
        await #expect(processExitsWith: .success) { try await Victim.othersLive() }
    }

    @Test func `a view may go in the callback`() async {
        await #expect(processExitsWith: .success) { try await Victim.viewGoesInCallback() }
    }

    @Test(.enabled(if: FullTests.areOn))
    func `a hundred deaths in a row: calls end, the next load works, nothing is left`() async {
        await #expect(processExitsWith: .success) { try await Victim.deaths(100) }
    }

    @Test func `three deaths in a row: calls end, the next load works, nothing is left`() async {
        await #expect(processExitsWith: .success) { try await Victim.deaths(3) }
    }
}
