import Foundation
import Gawa
import GawaTestSupport
import GawaWebKit
import Testing

/// What a page chooses to say does not mislead the app's developer.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct PageWordsTests {
    @Test func `the names that a page chooses do not make a diagnostic long`() async throws {
        let page = try await BridgedTestPage(EchoService())
        try await page.run(
            "await webkit.messageHandlers['gawa.echo'].postMessage('[\"AAAAAAAAAAAAAAAAAAAAAA\",[\"h\",1],[\"m\",\"'"
                + " + 'x\\\\n'.repeat(100000) + '\",\"f\",[]]]').catch(() => {})")
        try await page.wait(for: "the diagnostic") { if case .oneWayFailed = $0 { true } else { false } }
        #expect(page.diagnostics.allSatisfy { $0.description.utf8.count < 1000 && !$0.description.contains("\n") })
    }

    @Test func `a function that the app does not have is not taken for one that the page does not have`() async throws {
        let page = try await BridgedTestPage(EchoService())
        try await page.run("globalThis.relay = () => echo.call('missing')")
        let relayed = await Ending.of { () throws(BridgeError) in try await page.functions.call("relay") }
        #expect(relayed == .thrown("NotFoundError: There is no function 'echo.missing'"))
        let missing = await Ending.of { () throws(BridgeError) in try await page.functions.call("missing") }
        #expect(missing == .other("The page has no function 'missing'"))
    }
}
