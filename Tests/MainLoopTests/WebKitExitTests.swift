import Foundation
import TestProcess
import Testing

/// How a program with web views ends.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WebKitExitTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let hasDisplay = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    private static let runs = FullTests.areOn ? 50 : 5

    @Test(
        "BR-134: a program whose web views are at work exits cleanly from a thread of the concurrency runtime",
        .enabled(if: hasDisplay, "needs a display"), arguments: 0..<runs)
    func exitIsClean(run: Int) async throws {
        let process = try await HostProcess.run("WebKitExitHost")
        #expect(process.lines == ["exit on the main thread"])
        #expect(process.reason == .exit)
        #expect(process.status == 0)
        #expect(!process.errorText.contains("CRITICAL"))
    }
}
