import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// An answer of a page that the app does not take ends its call as well.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct AnswerLengthTests {
    @Test(arguments: ["'é'.repeat(6000)", "'€'.repeat(4900)"])
    func `an answer whose bytes are too many ends the call with an error`(result: String) async throws {
        var limits = BridgeLimits()
        limits.messageByteCount = 10_000
        let page = try await BridgedTestPage(EchoService(), limits: limits)
        try await page.run("globalThis.long = () => \(result); globalThis.fail = () => { throw \(result) }")
        for name in ["long", "fail"] {
            do throws(BridgeError) {
                try await page.functions.call(name, timeout: .seconds(2))
                Issue.record("It returned")
            } catch {
                if case .badResult("result", "of at most 10000 bytes", "longer") = error { continue }
                // What is thrown is written twice, which the page itself may find too long.
                if case .javaScript = error, name == "fail" { continue }
                Issue.record("\(name): \(error)")
            }
        }
        #expect(try await page.functions.call("Math.abs", -3, returning: Int.self) == 3)
    }
}
