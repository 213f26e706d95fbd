import Foundation
import GawaTestSupport
import TestProcess
import Testing

@testable import Gawa

/// The page's process is killed while streams are open, in a process of their own.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct StreamDeathTests {
    @Test func `BR-033: open streams end within a second when the page's process is killed, and the next page works`()
        async
    {
        await #expect(processExitsWith: .success) { try await Self.scenario() }
    }

    @MainActor
    private static func scenario() async throws {
        let service = TapService()
        let page = try await BridgedTestPage(
            service,
            html: """
                <script>
                globalThis.never = async function* () { yield 1; await new Promise(() => {}); };
                tap.addEventListener('changed', () => {});
                </script>
                """)
        try await page.run("for (const tag of ['a', 'b']) tap.hang(tag).next().catch(() => {})")
        try await service.wait(for: "the streams") { $0.isRunning.count == 2 }
        #expect(try await isReleased { service.source.listenerCount == 1 ? nil : service })
        let stream = StreamIteration(page.functions.stream("never", of: Int.self))
        #expect(try await stream.next() == 1)
        let waiting = Task { try await stream.next() }
        let events = page.functions.events("tap.picked", of: Int.self)
        await Task.yield()
        let processes = WebProcesses.running()
        try #require(!processes.isEmpty)
        let start = ContinuousClock.now
        WebProcesses.kill(processes)
        let error = await #expect(throws: BridgeError.self) { try await waiting.value }
        guard case .pageGone(.processTerminated) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try await service.wait(for: "the ends", timeout: .seconds(1)) { service in
            service.notes.count { $0.hasPrefix("end ") } == 2
        }
        #expect(try await isReleased { service.source.listenerCount == 0 ? nil : service })
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(try await stream.next() == nil)
        try await page.page.navigation.wait(for: "the news") { $0.contains { $0.name == "processTerminated" } }
        try await page.page.load(page.server.url("/next"))
        #expect(try await isReleased { service.source.listenerCount == 1 ? nil : service })
        #expect(
            try await page.outcome("for await (const item of tap.count(3)) if (item === 2) return item") == "value 2")
        try await page.run("tap.dispatchEvent(new CustomEvent('picked', { detail: 5 }))")
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next(isolation: #isolation) == 5)
        #expect(page.page.navigation.events.count { $0.name == "processTerminated" } == 1)
    }
}
