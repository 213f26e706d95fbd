import GawaTestSupport
import Testing

@testable import Gawa

extension DeathScenario {
    private static let html = """
        <script>
        globalThis.never = signal => new Promise(() => {});
        globalThis.nest = depth => settling.nest(depth);
        </script>
        """

    /// Kills the process again and again while dozens of calls wait in both directions.
    static func storm(deaths: Int) async throws {
        let scenario = try await DeathScenario(html: html)
        for death in 1...deaths {
            weak let document = try await scenario.die(death)
            #expect(try await isReleased { document }, "death \(death)")
            #expect(scenario.page.bridge.documents.all.isEmpty, "death \(death)")
            // A process must not be killed while it starts: the load comes to its end first.
            try await scenario.page.page.load(scenario.page.server.url("/\(death)"))
        }
        try await scenario.expectWorking()
        #expect(scenario.page.diagnostics.isEmpty)
    }

    /// One death under load; returns the document that it ended.
    private func die(_ death: Int) async throws -> BridgedDocument? {
        let document = try await page.document()
        let functions = page.functions
        let waiting = (1...30).map { _ in
            Task { await Ending.of { () throws(BridgeError) in try await functions.call("never") } }
        }
        // These may end with values before the death.
        let overlapping = (1...30).map { number in
            Task {
                await Ending.of { () throws(BridgeError) in
                    _ = try await functions.call("nest", number, returning: Int.self)
                }
            }
        }
        try await page.run(
            """
            for (let index = 0; index < 30; index++) {
                settling.hang("storm");
                settling.ask("never");
            }
            (async () => { for (;;) await Promise.all(Array.from({ length: 30 }, (_, index) => settling.later(index, 1))); })();
            """)
        try await service.wait(for: "the calls") {
            $0.started.count { $0 == "storm" } == 30 * death && $0.started.count { $0 == "ask" } == 30 * death
        }
        try kill()
        for call in waiting { #expect(await call.value == .gone(.processTerminated), "death \(death)") }
        for call in overlapping {
            let ending = await call.value
            // A function whose own call into the page ended by the death throws into a page that is no more.
            #expect(ending == .value || ending == .gone(.processTerminated), "death \(death)")
        }
        try await waitForDeath(death)
        try await service.wait(for: "the ends", timeout: .seconds(1)) { $0.runningCount == 0 }
        #expect(service.cancelled.count { $0 == "storm" } == 30 * death)
        #expect(service.asked.count == 30 * death)
        #expect(service.asked.allSatisfy { $0 == .cancelled || $0 == .gone(.processTerminated) })
        #expect(document.isSettled && document.isGone && document.openReplyCount == 0)
        return document
    }
}
