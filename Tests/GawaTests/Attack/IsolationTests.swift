import Foundation
import Gawa
import GawaTestSupport
import GawaWebKit
import Testing

/// The public API as a task of no actor uses it.
struct IsolationTests {
    @Test func `a task of no actor may use pages, callers' facts, errors and policies`() async throws {
        let page = try await BridgedTestPage(EchoService())
        let functions = await page.functions
        let bridge = page.bridge
        let task = Task.detached {
            let policy = BridgePolicy.origins(["https://app.example.com"])
            let three = try await functions.call("Math.abs", -3, returning: Int.self)
            let four = try await functions.evaluate("return four", arguments: ["four": 4], returning: Int.self)
            try await functions.call("Math.abs", -3)
            try await functions.evaluate("return 1")
            let limits = await bridge.limits
            await MainActor.run { bridge.onDiagnostic = { _ in } }
            do throws(BridgeError) {
                try await functions.evaluate("throw new TypeError('t')")
            } catch {
                guard case .javaScript(let error) = error else { return "\(error)" }
                return "\(three) \(four) \(limits == BridgeLimits()) \(policy.frames) \(error.name)"
            }
            return ""
        }
        #expect(try await task.value == "3 4 true main TypeError")
        await bridge.close()
    }
}
