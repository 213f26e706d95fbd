import MainLoop
import MainLoopHostSupport
import XCTest

/// What a test of XCTest sees, which runs Foundation's loop itself.
final class XCTestHostTests: XCTestCase {
    /// BR-129, BR-128.
    func testAllWorkArrivesOnTheMainThread() async {
        await MainLoop.start()
        for origin in Origin.allCases {
            for probe in Probe.all {
                let result = await probe.run(from: origin)
                XCTAssert(result.isOnMainThread, result.name)
                XCTAssertLessThan(result.delay, .milliseconds(100), result.name)
            }
        }
    }

    /// BR-128.
    @MainActor func testMainActorIsTheMainThread() async {
        XCTAssert(MainLoop.isMainThread)
        await Task.detached { XCTAssertFalse(MainLoop.isMainThread) }.value
        XCTAssert(MainLoop.isMainThread)
    }

    /// BR-129: with no `await` in sight, only an expectation.
    @MainActor func testGLibIsServedWhileATestWaits() {
        MainLoop.start()
        for probe in Probe.all where probe.name.hasPrefix("GLib") {
            let arrival = expectation(description: probe.name)
            probe.schedule { arrival.fulfill() }
            wait(for: [arrival], timeout: 3)
        }
    }
}
