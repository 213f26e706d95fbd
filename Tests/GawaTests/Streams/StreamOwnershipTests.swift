import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import Testing

@testable import Gawa

/// Nothing of a stream is left when it has ended.
@MainActor @Suite(.serialized, .timeLimit(.minutes(FullTests.areOn ? 10 : 2)))
struct StreamOwnershipTests {
    private let service = TapService()

    @Test func `an iteration of a page's stream is freed when its loop ends, is left, or was never begun`() async throws
    {
        let page = try await BridgedTestPage(service)
        try await page.run("globalThis.numbers = count => Array.from({ length: count }, (_, index) => index)")
        for limit in [Int.max, 3, 0] {
            weak var reading: PageStreamReading<Int>?
            do {
                var iterator = page.functions.stream("numbers", 100, of: Int.self).makeAsyncIterator()
                reading = iterator.reading
                var count = 0
                while count < limit, try await iterator.next(isolation: #isolation) != nil { count += 1 }
                #expect(count == min(limit, 100))
            }
            #expect(reading == nil)
            #expect(
                try await isReleased { page.bridge.documents.all.allSatisfy(\.streams.isSettled) ? nil : page.bridge })
        }
    }

    @Test func `a stream that waits keeps neither the page, nor its view, nor the bridge`() async throws {
        weak var bridge: Bridge?
        weak var view: WKWebView?
        weak var document: BridgedDocument?
        let reading: Task<String, Never>
        do {
            let page = try await BridgedTestPage(service)
            try await page.run(
                "globalThis.never = async function* () { await new Promise(() => {}); }; tap.hang('a').next()")
            try await service.wait(for: "the stream") { $0.isRunning == ["a"] }
            bridge = page.bridge
            view = page.page.webView
            document = page.bridge.documents.main(of: page.page.webView)
            let stream = page.functions.stream("never", of: Int.self)
            reading = Task {
                do {
                    for try await _ in stream {}
                    return "ended"
                } catch {
                    return "\(error)"
                }
            }
            try await page.run("await tap.text('')")
        }
        #expect(await reading.value == "The web view went before the page answered")
        #expect(try await isReleased { view })
        #expect(try await isReleased { document })
        #expect(try await isReleased { bridge })
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.notes == ["begin a", "end a"] }
    }

    @Test func `thousands of streams and events leave nothing`() async throws {
        let page = try await BridgedTestPage(service)
        let count = FullTests.areOn ? 100_000 : 2000
        let result = try await page.outcome(
            """
            for (let n = 0; n < count; n++) {
                for await (const item of tap.count(3)) if (item === n % 4) break;
                tap.addEventListener('changed', () => {}, { once: true });
            }
            return await tap.emit(1);
            """, ["count": count])
        #expect(result == "value 1")
        let service = service
        #expect(try await isReleased { service.source.listenerCount == 0 ? nil : service })
        #expect(try await isReleased { page.bridge.documents.all.allSatisfy(\.streams.isSettled) ? nil : page.bridge })
        #expect(service.notes.count { $0 == "end count" } == count)
        #expect(page.bridge.documents.all.first?.table.count == 0)
    }
}
