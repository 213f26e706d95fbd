import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// Functions that real pages pass.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct PassedFunctionTests {
    private let service = TapService()

    /// Makes so much garbage that the engine collects, until a condition of the page holds.
    private static let collect = """
        globalThis.collected = async isMet => {
            const end = performance.now() + 20000;
            while (!isMet()) {
                if (performance.now() > end) throw new Error('not collected');
                for (let n = 0; n < 200; n++) globalThis.garbage = new Array(20000).fill(n);
                await tap.text('a turn');
            }
        };
        """

    private func page() async throws -> BridgedTestPage {
        let page = try await BridgedTestPage(service)
        try await page.run(Self.collect)
        return page
    }

    @Test func `Swift calls what the page passed, and gets its result or what it throws`() async throws {
        let page = try await page()
        #expect(try await page.outcome("return await tap.apply(number => number * 2, 21)") == "value 42")
        #expect(try await page.outcome("return await tap.apply(async number => number + 1, 1)") == "value 2")
        #expect(try await page.outcome("return await tap.applyIfAny()") == "value none")
        #expect(try await page.outcome("return await tap.applyIfAny((text, number) => text + number)") == "value a1")
        let thrown = try await page.outcome("return await tap.apply(() => { throw new RangeError('far') }, 1)")
        #expect(thrown.contains("RangeError: far"), "\(thrown)")
        let wrong = try await page.outcome("return await tap.apply(() => 'text', 1)")
        #expect(wrong.contains("result should be an integer"), "\(wrong)")
        #expect(
            try await page.outcome("return await tap.apply(5, 1)")
                == "true TypeError badArgument arguments[0] should be a function, and is a number (5)")
        #expect(
            try await page.outcome("return await tap.text(() => {})")
                == "true DataCloneError dataClone arguments[0] cannot be sent: function")
        #expect(page.diagnostics == [])
    }

    @Test func `a function that is kept can be called from any task, until its page goes`() async throws {
        let page = try await page()
        try await page.run("await tap.keep(number => { globalThis.last = number; return -number; })")
        let callback = try #require(service.kept.first)
        service.letGo()
        #expect(try await callback(5) == -5)
        #expect(try await Task.detached { try await callback(6) }.value == -6)
        #expect(try await page.run("return last") as? Int == 6)
        let values = try await withThrowingTaskGroup { group in
            for number in 0..<100 { group.addTask { try await callback(number) } }
            var values: Set<Int> = []
            while let value = try await group.next() { values.insert(value) }
            return values
        }
        #expect(values == Set((0..<100).map { -$0 }))
        try await page.page.load(page.server.url("/other"))
        #expect(await Ending.of { () throws(BridgeError) in _ = try await callback(7) } == .gone(.navigated))
        callback.release()
        #expect(try await page.outcome("return await tap.text('there')") == "value there")
    }

    @Test func `cancelling a call aborts the signal that the function gets after its arguments`() async throws {
        let page = try await page()
        try await page.run(
            """
            await tap.keep((number, signal) => new Promise(resolve => {
                tap.dispatchEvent(new CustomEvent('begun'));
                signal.addEventListener('abort', () => tap.dispatchEvent(new CustomEvent('aborted')));
            }));
            """)
        let callback = try #require(service.kept.first)
        var begun = page.functions.events("tap.begun", of: Int?.self).makeAsyncIterator()
        var aborted = page.functions.events("tap.aborted", of: Int?.self).makeAsyncIterator()
        let task = Task { try await callback(1) }
        _ = await begun.next(isolation: #isolation)
        task.cancel()
        #expect(await aborted.next(isolation: #isolation) == .some(nil))
        let timeout = await Ending.of { () throws(BridgeError) in _ = try await callback(1, timeout: .milliseconds(20))
        }
        #expect(timeout == .timedOut(.milliseconds(20)))
        #expect(await aborted.next(isolation: #isolation) == .some(nil))
    }

    @Test func `the page lets go of a function when Swift does, and not before`() async throws {
        let page = try await page()
        try await page.run(
            """
            globalThis.refs = [];
            for (let n = 0; n < 3; n++) {
                const passed = number => number + n;
                refs.push(new WeakRef(passed));
                await tap[['keep', 'keep', 'ignore'][n]](passed);
            }
            """)
        try await page.run("await collected(() => !refs[2].deref())")
        #expect(try await page.run("return refs.map(ref => !!ref.deref()).join()") as? String == "true,true,false")
        #expect(try await service.kept[1](1) == 2)
        service.kept[0].release()
        try await page.run("await collected(() => !refs[0].deref())")
        #expect(try await service.kept[1](1) == 2)
        service.letGo()
        try await page.run("await collected(() => !refs[1].deref())")
    }
}
