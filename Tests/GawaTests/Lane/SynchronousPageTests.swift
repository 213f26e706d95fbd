import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Functions that a page calls synchronously, or that run beside the main thread when it calls them otherwise.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct SynchronousPageTests {
    private let service = SynchronousService()

    private func page(
        carrier: BridgeCarrier = .automatic, frames: BridgePolicy.Frames = .main,
        _ change: (inout BridgeLimits) -> Void = { _ in }
    ) async throws -> BridgedTestPage {
        var limits = BridgeLimits()
        change(&limits)
        return try await BridgedTestPage(
            service, EchoService(), frames: frames, limits: limits, carrier: carrier, before: PageTools.add)
    }

    @Test func `a synchronous call returns what its function returns, from a thread that is not the main one`()
        async throws
    {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                return show([own.text.sync('é😀\\0'), own.isMain.sync(), own.nothing.sync(), own.origin.sync(),
                    await own.text('p'), await own.isMain(), await own.nothing(), await own.origin()])
                """)
                == #"value ["\u00e9\ud83d\ude00\u0000",false,undefined,"\#(page.server.origin()) true","#
                + #""p",false,undefined,"\#(page.server.origin()) true"]"#)
        #expect(
            try await page.outcome(
                """
                const sample = await echo.makeSample();
                return [show(own.sample.sync(sample)) === show(sample), show(await own.sample(sample)) === show(sample)].join()
                """) == "value true,true")
    }

    @Test(arguments: ["await own.NAME(ARGUMENT)", "own.NAME.sync(ARGUMENT)"])
    func `what a function throws is thrown, and what cannot be sent or read is refused`(call: String) async throws {
        let page = try await page()
        for (name, argument, expected) in [
            ("fail", "'x'", "GawaError Error refused 7"), ("fail", "", "GawaError AbortError aborted "),
            ("text", "5", "GawaError TypeError badArgument "),
            ("text", "'a', 1, 2", "GawaError TypeError badArgument "),
            ("text", "() => 1", "GawaError DataCloneError dataClone "),
            ("forbidden", "", "GawaError NotAllowedError notAllowed "),
        ] {
            let body = call.replacing("NAME", with: name).replacing("ARGUMENT", with: argument)
            let outcome = try await page.run(
                """
                try { return 'value ' + \(body) } catch (error) {
                    return [error instanceof own.GawaError ? 'GawaError' : '', error.name, error.code, error.data?.why].join(' ');
                }
                """)
            #expect(outcome as? String == expected, "\(body)")
        }
        #expect(service.notes.all.isEmpty)
        #expect(try await page.outcome("return own.text.sync('on')") == "value on")
    }

    @Test func `over messages a synchronous call is not supported, and the function runs on the main thread`()
        async throws
    {
        let page = try await page(carrier: .messages)
        let outcome = try await page.outcome("return own.text.sync('x')")
        #expect(outcome.hasPrefix("true NotSupportedError notSupported"), "\(outcome)")
        #expect(try await page.outcome("return own.isMain()") == "value true")
        #expect(try await page.outcome("return own.text('p')") == "value p")
        #expect(service.notes.all == ["p"])
    }

    @Test func `calls of one kind keep their order, whatever is called between them`() async throws {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const calls = [];
                for (let index = 0; index < 500; index++) {
                    own.say('m' + index);
                    calls.push(own.main('m' + index), own.text('s' + index));
                    if (index % 50 === 0) own.text.sync('s');
                    if (index % 70 === 0) await own.main('m');
                }
                return (await Promise.all(calls)).length;
                """) == "value 1000")
        func expected(_ letter: String, _ each: (Int) -> [String]) -> [String] { (0..<500).flatMap(each) }
        let main = (0..<500).flatMap { ["m\($0)", "m\($0)"] + ($0.isMultiple(of: 70) ? ["m"] : []) }
        let own = (0..<500).flatMap { ["s\($0)"] + ($0.isMultiple(of: 50) ? ["s"] : []) }
        #expect(service.notes.all.filter { $0.hasPrefix("m") } == main)
        // What waits to be sent when the page asks goes before.
        #expect(service.notes.all.filter { $0.hasPrefix("s") } == own)
    }

    // MARK: Time

    @Test func `a page waits for a function no longer than it likes, and hears nothing of it later`() async throws {
        let page = try await page()
        let first = try await page.outcome("return own.block.sync('a', { timeout: 50 })")
        #expect(first.hasPrefix("true TimeoutError timeout"), "\(first)")
        service.gate.open()
        #expect(
            try await page.outcome("return [own.text.sync('b'), own.text.sync('c'), await own.text('d')].join()")
                == "value b,c,d")
        #expect(service.notes.all == ["a", "a done", "b", "c", "d"])
    }

    @Test(arguments: ["own.brief('a')", "own.brief.sync('a')"])
    func `a function that takes too long ends its call with a time-out, and its late result is dropped`(call: String)
        async throws
    {
        let page = try await page()
        let outcome = try await page.outcome("return await \(call)")
        #expect(outcome == "true TimeoutError timeout The function did not return within 0.1 seconds")
        let late = Task { try await page.outcome("return [await own.text('b'), await own.main('c')].join()") }
        #expect(await service.gate.waitForThreads())
        service.gate.open()
        #expect(try await late.value == "value b,c")
        #expect(try await page.outcome("return own.brief.sync('d')") == "value d")
        #expect(page.diagnostics.isEmpty)
    }

    @Test func `a function that blocks delays neither other documents nor the main actor`() async throws {
        let page = try await page(frames: .all)
        let other = try await BridgedTestPage(service, carrier: .automatic)
        try await page.run(
            """
            globalThis.blocked = own.block('a');
            const frame = document.createElement('iframe');
            frame.src = '/frame';
            await new Promise(resolve => { frame.onload = resolve; document.body.append(frame) });
            """)
        #expect(await service.gate.waitForThreads())
        #expect(try await other.outcome("return [own.text.sync('b'), await own.main('c')].join()") == "value b,c")
        try await other.run("globalThis.twice = number => 2 * number")
        #expect(try await other.functions.call("twice", 4, returning: Int.self) == 8)
        // A frame of the same page, in the same process, has a lane of its own.
        #expect(
            try await page.outcome(
                "const { own } = frames[0]; return [own.text.sync('d'), await own.main('e')].join()") == "value d,e")
        #expect(!service.notes.all.contains("a done"))
        service.gate.open()
        #expect(try await page.outcome("return [await blocked, await own.main('f')].join()") == "value a,f")
    }

    // MARK: Limits

    @Test func `the limits of calls that wait and of calls in a second hold for synchronous ones too`() async throws {
        let waiting = try await page { $0.pendingCallCount = 2 }
        let refusal = "true QuotaExceededError quotaExceeded More calls wait than the bridge allows: 2"
        #expect(
            try await waiting.outcome(
                """
                globalThis.controller = new AbortController();
                globalThis.calls = [1, 2].map(() => own.wait({ signal: controller.signal }).catch(error => error.name));
                return await own.main('a');
                """) == refusal)
        #expect(try await waiting.outcome("return own.text.sync('b')") == refusal)
        #expect(try await waiting.outcome("return await own.text('c')") == refusal)
        #expect(
            try await waiting.outcome(
                "controller.abort(); await Promise.all(calls); await own.main('d'); return own.text.sync('e')")
                == "value e")
        #expect(service.notes.all == ["d", "e"])

        let fast = try await page { $0.callsPerSecond = 20 }
        #expect(
            try await fast.outcome(
                """
                let refused = 0;
                for (let index = 0; index < 30; index++) try { own.text.sync('f') } catch (error) {
                    refused += error.message === 'More calls in a second than the bridge allows: 20';
                }
                const results = await Promise.allSettled(Array.from({ length: 30 }, () => [own.main('f'), own.text('f')]).flat());
                return [refused >= 5, results.filter(result => result.status === 'rejected').length >= 40].join();
                """) == "value true,true")
    }

    // MARK: The end of the bridge

    @Test(arguments: [false, true])
    func `after the bridge is closed or removed no function runs any more, and the page's calls end`(isClosed: Bool)
        async throws
    {
        let page = try await page()
        try await page.run(
            """
            globalThis.endings = [];
            for (const name of ['a', 'b', 'c']) {
                own.block(name).then(value => endings.push(value), error => endings.push(error.name + ' ' + error.code));
            }
            """)
        #expect(await service.gate.waitForThreads())
        if isClosed { page.bridge.close() } else { page.bridge.remove(from: page.page.controller) }
        try await page.run(
            "while (endings.length < 3) await new Promise(resolve => setTimeout(resolve, 1)); return endings.join()")
        #expect(
            try await page.run("return endings.join()") as? String
                == "AbortError pageGone,AbortError pageGone,AbortError pageGone")
        for call in ["own.text.sync('late')", "await own.text('late')", "await own.main('late')"] {
            let outcome = try await page.outcome("return \(call)")
            #expect(outcome.hasPrefix("true "), "\(outcome)")
        }
        service.gate.open()
        guard !isClosed else { return }
        page.bridge.install(in: page.page.controller)
        #expect(try await page.outcome("return await own.main('again')") == "value again")
        #expect(try await page.outcome("return own.text.sync('again')") == "value again")
        #expect(service.notes.all.filter { $0 != "a done" } == ["a", "again", "again"])
    }
}
