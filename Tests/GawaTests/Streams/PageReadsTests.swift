import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import Testing

@testable import Gawa

/// Pages that read streams of the app.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
struct PageReadsTests {
    private let service = TapService()

    private func page(_ change: (inout BridgeLimits) -> Void = { _ in }) async throws -> BridgedTestPage {
        var limits = BridgeLimits()
        change(&limits)
        return try await BridgedTestPage(service, limits: limits)
    }

    private func expectSettled(_ page: BridgedTestPage) async throws {
        #expect(try await isReleased { page.bridge.documents.all.allSatisfy(\.streams.isSettled) ? nil : page.bridge })
    }

    @Test func `a loop gets all items in order, and several loops at once each their own`() async throws {
        let page = try await page()
        let result = try await page.outcome(
            """
            const read = async (tag, count) => {
                const items = [];
                for await (const item of tap.tagged(tag, count)) items.push(item);
                return items.length + ' ' + items.every((item, index) => item === index);
            };
            return (await Promise.all([read('a', 0), read('b', 1), read('c', 64), read('d', 65), read('e', 1000)])).join();
            """)
        #expect(result == "value 0 true,1 true,64 true,65 true,1000 true")
        try await expectSettled(page)
        #expect(service.notes.count { $0.hasPrefix("end ") } == 5)
        #expect(page.diagnostics == [])
    }

    @Test func `leaving the loop cancels the task in Swift`() async throws {
        let page = try await page()
        let result = try await page.outcome(
            "for await (const item of tap.tagged('a', 1000000)) if (item === 100) return item;")
        #expect(result == "value 100")
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.notes == ["begin a", "end a"] }
        // The window, and what was taken.
        #expect(service.asked["a"] ?? 0 <= 101 + 64)
        try await expectSettled(page)
        // An abort does so too, with the reason of the signal.
        let aborted = try await page.outcome(
            """
            const controller = new AbortController();
            setTimeout(() => controller.abort(new RangeError('enough')), 20);
            for await (const item of tap.hang('b', { signal: controller.signal })) {}
            """)
        #expect(aborted == "true RangeError  enough")
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.notes.contains("end b") }
        try await expectSettled(page)
    }

    @Test func `errors end the loop, with what the page gets of a function's error`() async throws {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const items = [];
                try { for await (const item of tap.failAfter(3)) items.push(item); }
                catch (error) { return items.join() + ' ' + error.code + ' ' + error.message + ' ' + (error instanceof tap.GawaError); }
                """) == "value 0,1,2 tap.failed It failed true")
        #expect(
            try await page.outcome("for await (const item of tap.refuse()) {}") == "true Error tap.failed It failed")
        let unsendable = try await page.outcome("for await (const item of tap.unsendable(1)) {}")
        #expect(unsendable.hasPrefix("true OperationError unreadable An item cannot be sent"), "\(unsendable)")
        #expect(
            try await page.outcome("for await (const item of tap.guarded()) {}")
                == "true NotAllowedError notAllowed The bridge's policy does not allow this origin")
        let bad = try await page.outcome("for await (const item of tap.count('x')) {}")
        #expect(bad.hasPrefix("true TypeError badArgument arguments[0] should be an integer"), "\(bad)")
        try await expectSettled(page)
    }

    @Test func `a page that reads slowly holds the sequence back, and others go on`() async throws {
        let page = try await page()
        let result = try await page.outcome(
            """
            globalThis.slow = tap.tagged('slow', 1000000);
            await slow.next();
            let count = 0;
            for await (const item of tap.tagged('fast', 10000)) count++;
            return count;
            """)
        #expect(result == "value 10000")
        #expect(service.asked["slow"] == 64)
        #expect(try await page.outcome("for (let n = 0; n < 100; n++) await slow.next(); return 0") == "value 0")
        #expect(service.asked["slow"] ?? 0 <= 101 + 64)
        #expect(try await page.outcome("await slow.return(); return (await slow.next()).done") == "value true")
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.notes.contains("end slow") }
        // By their length, too.
        let long = try await page.outcome(
            """
            globalThis.long = tap.sized(Array(100).fill(300000));
            await long.next();
            return await tap.text('there');
            """)
        #expect(long == "value there")
        // Three are on their way; a fourth is held.
        try await service.wait(for: "the fourth") { $0.asked["sized"] == 4 }
        #expect(try await page.outcome("return await tap.text('still')") == "value still")
        #expect(service.asked["sized"] == 4)
    }

    @Test func `a stream is a ReadableStream too`() async throws {
        let page = try await page()
        let result = try await page.outcome(
            """
            const reader = tap.count(5).readable.getReader();
            const items = [];
            for (let result; !(result = await reader.read()).done; ) items.push(result.value);
            const cut = tap.tagged('cut', 1000).readable.getReader();
            items.push((await cut.read()).value);
            await cut.cancel();
            return items.join();
            """)
        #expect(result == "value 0,1,2,3,4,0")
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.notes.contains("end cut") }
        try await expectSettled(page)
    }

    @Test func `values of all kinds cross, and what is nil is undefined`() async throws {
        let page = try await page()
        let result = try await page.outcome(
            """
            const items = [];
            for await (const item of tap.optionals()) items.push(typeof item + ' ' + item);
            for await (const item of tap.items(3)) items.push(JSON.stringify(item));
            return items.join('|');
            """)
        #expect(
            result
                == #"value bigint 0|undefined undefined|bigint 2|{"number":0,"text":""}|{"number":1,"text":"y"}|{"number":2,"text":"yy"}"#
        )
    }

    @Test func `BR-091: chunks that come one by one are read one by one, the first at once`() async throws {
        let source = Chunks()
        let page = try await BridgedTestPage(source)
        let start = ContinuousClock.now
        let result = try await page.outcome(
            """
            const arrivals = [];
            const start = performance.now();
            for await (const chunk of chunks.all(20)) {
                if (arrivals.length !== chunk) throw new Error('out of order');
                arrivals.push(performance.now() - start);
            }
            // Each read was apart from the one before.
            const apart = arrivals.filter((time, index) => index === 0 || time - arrivals[index - 1] > 20).length;
            return [arrivals.length, arrivals[0] < 300, apart >= 15].join();
            """)
        #expect(result == "value 20,true,true")
        #expect(ContinuousClock.now - start > .seconds(1))
    }

    @Test func `many items of mixed sizes come in order`() async throws {
        let page = try await page()
        let count = FullTests.areOn ? 1_000_000 : 100_000
        let result = try await page.outcome(
            """
            let next = 0;
            for await (const { number, text } of tap.items(count)) {
                if (number !== next || text.length !== number % 97) throw new Error('at ' + next + ': ' + number);
                next++;
            }
            return next;
            """, ["count": count])
        #expect(result == "value \(count)")
        try await expectSettled(page)
        #expect(page.diagnostics == [])
    }

    @Test func `a stream that nobody holds any more is left`() async throws {
        let page = try await page()
        try await page.run(
            "globalThis.forgotten = tap.tagged('forgotten', 1000); await forgotten.next(); delete globalThis.forgotten;"
        )
        #expect(service.notes == ["begin forgotten"])
        // The engine collects when it likes, but with this much to collect it does.
        try await page.run(
            """
            const end = performance.now() + 20000;
            while (performance.now() < end) {
                for (let n = 0; n < 200; n++) globalThis.garbage = new Array(20000).fill(n);
                await new Promise(resolve => setTimeout(resolve, 10));
                if (await tap.notes() > 1) break;
            }
            """)
        try await service.wait(for: "the end") { $0.notes.contains("end forgotten") }
    }
}

/// Chunks with a pause between them, as those of a model that thinks.
private struct Chunks: BridgeService {
    static let name = "chunks"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.stream("all", "count") { (_: Self, count: Int) in
            AsyncStream<Int> { continuation in
                let task = Task {
                    for number in 0..<count {
                        continuation.yield(number)
                        guard (try? await Task.sleep(for: .milliseconds(60))) != nil else { break }
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }
}
