import GawaTestSupport
import TestProcess
import Testing

@testable import Gawa

/// Calls from Swift that are given up, and functions of the page that end in odd ways.
@MainActor @Suite(.serialized)
struct PageAnswerTests {
    private let service = SettlingService()

    private static let setUp = """
        globalThis.never = (tag, signal) => {
            signal.onabort = () => settling.note(tag + ' aborted');
            settling.note(tag);
            return new Promise(resolve => { globalThis.resolveLate = resolve; });
        };
        globalThis.nest = depth => settling.nest(depth);
        globalThis.fail = () => { throw Object.assign(new RangeError('too far'), { code: 'far' }); };
        globalThis.throwText = () => { throw 'text'; };
        globalThis.thenable = { get run() { return () => ({ then(resolve, reject) {
            resolve(1); resolve(2); reject(new Error('late')); throw new Error('later'); } }); } };
        """

    private func makePage() async throws -> BridgedTestPage {
        let page = try await BridgedTestPage(service)
        try await page.run(Self.setUp)
        return page
    }

    @Test func `cancelling the Swift task aborts the page's signal, and a late answer is dropped`() async throws {
        let page = try await makePage()
        let functions = page.functions
        let call = Task { await Ending.of { () throws(BridgeError) in try await functions.call("never", "a") } }
        try await service.wait(for: "the call") { $0.notes == ["a"] }
        call.cancel()
        #expect(await call.value == .cancelled)
        try await service.wait(for: "the abort", timeout: .seconds(1)) { $0.notes == ["a", "a aborted"] }
        try await page.run("resolveLate(1); await settling.same(1)")
        #expect(try await page.document().isSettled)
    }

    @Test func `a task that is cancelled before its call asks nothing of the page`() async throws {
        let page = try await makePage()
        let functions = page.functions
        let call = Task {
            await Ending.of { () throws(BridgeError) in try await functions.call("never", "a") }
        }
        call.cancel()
        #expect(await call.value == .cancelled)
        try await page.run("await settling.same(1)")
        #expect(service.notes.isEmpty)
        #expect(try await page.document().isSettled)
    }

    @Test func `a page's function that never ends is given up after the time that the caller named`() async throws {
        let page = try await makePage()
        let functions = page.functions
        let ending = await Ending.of { () throws(BridgeError) in
            try await functions.call("never", "a", timeout: .milliseconds(60))
        }
        #expect(ending == .timedOut(.milliseconds(60)))
        try await service.wait(for: "the abort", timeout: .seconds(1)) { $0.notes == ["a", "a aborted"] }
        #expect(try await page.document().isSettled)
        let evaluation = await Ending.of { () throws(BridgeError) in
            try await functions.evaluate("await (globalThis.kept = new Promise(() => {}))", timeout: .milliseconds(60))
        }
        #expect(evaluation == .timedOut(.milliseconds(60)))
    }

    @Test func `a function of the page ends once, however often it ends`() async throws {
        let page = try await makePage()
        #expect(try await page.functions.call("thenable.run", returning: Int.self) == 1)
        let functions = page.functions
        #expect(
            await Ending.of { () throws(BridgeError) in try await functions.call("fail") }
                == .thrown("RangeError: too far"))
        #expect(
            await Ending.of { () throws(BridgeError) in try await functions.call("throwText") }
                == .thrown("Error: text"))
        #expect(try await page.document().isSettled)
    }

    @Test func `calls nest through page and app, and an abort of the outermost reaches the innermost`() async throws {
        let page = try await makePage()
        #expect(try await page.functions.call("nest", 20, returning: Int.self) == 0)
        let outcome = try await page.outcome(
            """
            const controller = new AbortController();
            globalThis.inner = (signal) => {
                signal.onabort = () => settling.note('inner aborted');
                controller.abort();
                return new Promise(() => {});
            };
            return await settling.ask('inner', { signal: controller.signal });
            """)
        #expect(outcome.hasPrefix("true AbortError 20"), "\(outcome)")
        try await service.wait(for: "the inner abort", timeout: .seconds(1)) { $0.notes == ["inner aborted"] }
        #expect(service.asked == [.cancelled])
        #expect(try await page.document().isSettled)
    }

    @Test func `BR-128: calls from many tasks of other threads all end`() async throws {
        let page = try await makePage()
        let functions = page.functions
        try await page.run("globalThis.twice = number => 2 * number")
        let rounds = FullTests.areOn ? 1000 : 50
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    var sum = 0
                    for round in 0..<rounds / 16 {
                        sum += try await functions.call("twice", task * round, returning: Int.self)
                        sum += try await functions.evaluate("return number", arguments: ["number": task])
                    }
                    return sum
                }
            }
            var sum = 0
            for try await part in group { sum += part }
            return sum
        }
        let count = rounds / 16
        #expect(sum == 120 * (count * (count - 1) + count))
        #expect(try await page.document().isSettled)
    }
}
