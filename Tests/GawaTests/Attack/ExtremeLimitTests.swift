import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// Time limits that no clock reaches, and limits that are as large as a number can be.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct ExtremeLimitTests {
    struct Patient: BridgeService {
        static let name = "patient"

        static func describe(_ bridge: inout BridgeDescription<Self>) {
            for (index, limit) in ExtremeLimitTests.long.enumerated() {
                bridge.function("wait\(index)", options: FunctionOptions(timeLimit: limit)) { (_: Self) async throws in
                    try await Task.sleep(for: .milliseconds(50))
                    return index
                }
            }
        }
    }

    nonisolated static let long: [Duration] = [
        .seconds(1e10), .seconds(1e18), .seconds(Int64.max), Duration(attoseconds: .max),
    ]
    nonisolated static let past: [Duration] = [
        .zero, .seconds(-1), .seconds(-1e18), .seconds(Int64.min), Duration(attoseconds: .min),
    ]

    @Test func `a time limit beyond all clocks is none`() async throws {
        let page = try await BridgedTestPage(Patient())
        try await page.run("globalThis.late = () => new Promise(resolve => setTimeout(() => resolve(7), 50))")
        for (index, limit) in Self.long.enumerated() {
            #expect(try await page.outcome("return await patient.wait\(index)()") == "value \(index)")
            #expect(try await page.functions.call("late", returning: Int.self, timeout: limit) == 7)
            #expect(
                try await page.functions.evaluate("return await late()", returning: Int.self, timeout: limit) == 7)
        }
    }

    @Test(arguments: past)
    func `a time limit that has passed ends a call at once`(limit: Duration) async throws {
        let page = try await BridgedTestPage(Patient())
        try await page.run("globalThis.never = () => new Promise(() => {})")
        let called = await Ending.of { () throws(BridgeError) in
            try await page.functions.call("never", timeout: limit)
        }
        #expect(called == .timedOut(limit))
        let evaluated = await Ending.of { () throws(BridgeError) in
            try await page.functions.evaluate("await never()", timeout: limit)
        }
        #expect(evaluated == .timedOut(limit))
    }

    @Test func `a wait for a document without a limit goes on until the document is there`() async throws {
        for limit in Self.long {
            let configuration = TestPage.configuration()
            let server = try await BridgedTestPage(Patient()).server
            let bridge = Bridge(Patient(), allowing: .origins([server.origin()]), carrier: TestCarrier.chosen)
            bridge.install(in: configuration)
            let page = TestPage(configuration: configuration)
            let call = Task {
                try await bridge.page(in: page.webView).call("Math.abs", -3, returning: Int.self, timeout: limit)
            }
            try await page.load(server.url())
            #expect(try await call.value == 3)
        }
    }

    @Test func `limits as large as a number can be let all through`() async throws {
        var limits = BridgeLimits()
        limits.depth = .max
        limits.messageByteCount = .max
        limits.pendingCallCount = .max
        limits.callsPerSecond = .max
        let page = try await BridgedTestPage(EchoService(), limits: limits)
        #expect(try await page.outcome("return await echo.int(1)") == "value 1")
    }
}
