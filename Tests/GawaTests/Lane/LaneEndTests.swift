import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import TestServer
import Testing

@testable import Gawa

/// The ends of lanes: every call ends, nothing is left, and the next document has a lane again.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct LaneEndTests {
    private let service = SynchronousService()

    private func makePage(html: String = "<p>", frames: BridgePolicy.Frames = .main) async throws -> BridgedTestPage {
        try await BridgedTestPage(service, html: html, frames: frames, carrier: .automatic)
    }

    private func expectLane(_ page: BridgedTestPage) async throws {
        #expect(try await page.outcome("return [own.text.sync('a'), await own.main('b')].join()") == "value a,b")
    }

    // MARK: The next page

    @Test func `what a page says last comes before the next one's first words, even behind a function that runs`()
        async throws
    {
        let page = try await makePage(
            html: """
                <script>
                addEventListener('pagehide', () => own.say('bye ' + location.search));
                own.say('hello ' + location.search);
                </script>
                """)
        page.bridge.leavingPatience = .seconds(60)
        try await page.run("own.block('a').catch(() => {}); return 0")
        #expect(await service.gate.waitForThreads())
        try await page.page.load(page.server.url("/?next"))
        #expect(service.notes.all == ["hello ", "a"])
        service.gate.open()
        #expect(try await page.outcome("return own.main('after')") == "value after")
        #expect(service.notes.all == ["hello ", "a", "a done", "bye ", "hello ?next", "after"])
        try await page.expectOneDocument()
    }

    @Test func `a function that does not return holds up the next page for a moment only`() async throws {
        let page = try await makePage(html: "<script>own.say('hello ' + location.search)</script>")
        page.bridge.leavingPatience = .milliseconds(50)
        try await page.run("own.block('a').catch(() => {}); return 0")
        #expect(await service.gate.waitForThreads())
        try await page.page.load(page.server.url("/?next"))
        #expect(try await page.outcome("return own.main('after')") == "value after")
        #expect(service.notes.all == ["hello ", "a", "hello ?next", "after"])
        service.gate.open()
    }

    // MARK: The process

    /// What waits when the process of a page is killed: calls of each kind, a function that runs, and a question.
    static func death() async throws {
        let service = SynchronousService()
        let page = try await BridgedTestPage(service, carrier: .automatic)
        weak let document = try await page.document()
        try await page.run("globalThis.never = () => new Promise(() => {})")
        let functions = page.functions
        let calls = (1...3).map { _ in
            Task { await Ending.of { () throws(BridgeError) in try await functions.call("never") } }
        }
        let evaluation = Task {
            await Ending.of { () throws(BridgeError) in
                try await functions.evaluate("await (globalThis.kept = new Promise(() => {}))")
            }
        }
        let question = Task {
            _ = try await page.run(
                "own.wait(); own.main('m'); own.block('a'); own.block.sync('b', { timeout: 100000 })")
        }
        #expect(await service.gate.waitForThreads())
        let processes = WebProcesses.running()
        try #require(!processes.isEmpty)
        WebProcesses.kill(processes)
        for call in calls { #expect(await call.value == .gone(.processTerminated)) }
        #expect(await evaluation.value == .gone(.processTerminated))
        await #expect(throws: (any Error).self) { try await question.value }
        #expect(page.bridge.documents.all.isEmpty)
        // The function returns to nobody, and what waited behind it does not run.
        service.gate.open()
        #expect(try await isReleased { document })
        #expect(!service.notes.all.contains("b"))
        try await page.page.load(page.server.url("/next"))
        #expect(try await page.outcome("return [own.text.sync('c'), await own.main('d')].join()") == "value c,d")
        #expect(page.diagnostics.isEmpty)
    }

    @Test func `calls of all kinds end when the process is killed, and the next page has a lane`() async {
        await #expect(processExitsWith: .success) { try await LaneEndTests.death() }
    }

    // MARK: The document

    @Test func `a document that is left takes its lane and thread with it, and its functions run no more`() async throws
    {
        let page = try await makePage()
        try await page.run(
            "globalThis.never = () => new Promise(() => {}); own.block('a').catch(() => {}); own.text('b')")
        #expect(await service.gate.waitForThreads())
        let functions = page.functions
        let call = Task { await Ending.of { () throws(BridgeError) in try await functions.call("never") } }
        weak let document = try await page.document()
        try await page.page.load(page.server.url("/next"))
        #expect(await call.value == .gone(.navigated))
        try await expectLane(page)
        service.gate.open()
        #expect(try await isReleased { document })
        #expect(service.notes.all.filter { $0 == "b" }.count <= 1)
    }

    @Test func `a page that comes back from the cache has a lane again`() async throws {
        let page = try await makePage(
            html: """
                <script>
                globalThis.twice = number => 2 * number;
                addEventListener('pageshow', event => own.say(['show', location.pathname, event.persisted].join(' ')));
                </script>
                """)
        func step(_ note: String, _ navigate: () -> WKNavigation?) async throws {
            let before = service.notes.all.count
            _ = navigate()
            let notes = service.notes
            let isThere = try await isReleased { notes.all.dropFirst(before).contains(note) ? nil : notes }
            #expect(isThere, "\(note)")
            try await expectLane(page)
            #expect(try await page.functions.call("twice", 4, returning: Int.self) == 8)
            try await page.expectOneDocument()
        }
        try await step("show /b false") { page.page.webView.load(URLRequest(url: page.server.url("/b"))) }
        for _ in 1...3 {
            try await step("show / true") { page.page.webView.goBack() }
            try await step("show /b true") { page.page.webView.goForward() }
        }
        #expect(page.diagnostics.isEmpty)
    }

    @Test func `a view that is closed takes its lane with it, also while a function runs`() async throws {
        let server = try TestServer { _ in .html("<p>") }
        let bridge = Bridge(service, allowing: .origins([server.origin()]))
        weak var view: WKWebView?
        weak var document: BridgedDocument?
        do {
            let configuration = TestPage.configuration()
            bridge.install(in: configuration)
            let page = TestPage(configuration: configuration)
            view = page.webView
            try await page.load(server.url())
            #expect(try await page.call("return own.text.sync('a')") as? String == "a")
            document = bridge.documents.main(of: page.webView)
            try await page.call("own.block('b'); own.text('never'); own.main('m')")
            #expect(await service.gate.waitForThreads())
        }
        #expect(try await isReleased { view })
        #expect(try await isReleased { bridge.documents.all.first })
        service.gate.open()
        #expect(try await isReleased { document })
        #expect(!service.notes.all.contains("never"))
    }

    // MARK: The bridge

    @Test func `a bridge that is removed and installed again has lanes again`() async throws {
        let page = try await makePage()
        for round in 1...3 {
            try await expectLane(page)
            page.bridge.remove(from: page.page.controller)
            let refused = try await page.outcome("return await own.main('x')")
            #expect(refused.hasPrefix("true AbortError pageGone"), "\(refused)")
            page.bridge.install(in: page.page.controller)
            #expect(try await page.outcome("return await own.main('r')") == "value r", "round \(round)")
        }
        try await expectLane(page)
        try await page.expectOneDocument()
        #expect(page.diagnostics.isEmpty)
    }

    @Test func `a function that closes its own bridge from the lane's thread still ends its call`() async throws {
        let closing = ClosingService()
        let page = try await BridgedTestPage(closing, carrier: .automatic)
        closing.action.withLock { $0 = { [bridge = page.bridge] in Task { @MainActor in bridge.close() } } }
        let outcome = try await page.outcome(
            "const calls = [closing.act(), closing.act(), closing.act()]; return (await Promise.allSettled(calls)).length"
        )
        #expect(outcome == "value 3")
        #expect(page.bridge.documents.all.isEmpty)
        closing.action.withLock { $0 = {} }
    }

    @Test func `a function that never returns costs its document, and the page goes on over another lane`() async throws
    {
        let page = try await makePage()
        page.bridge.patience = .milliseconds(100)
        try await page.page.load(page.server.url("/next"))
        let document = try await page.document()
        #expect(
            try await page.outcome(
                """
                const ends = await Promise.allSettled([own.wait(), own.brief('stuck'), own.text('behind')]);
                return ends.map(end => end.reason.code).join();
                """) == "value pageGone,timeout,pageGone")
        // The thread is stuck still.
        #expect(document.isGone && document.endReason == .navigated)
        try await expectLane(page)
        #expect(service.notes.all == ["stuck", "a", "b"])
        let reason = "its lane was closed: a function does not return"
        #expect(page.diagnostics == [.malformedMessage(origin: page.server.origin(), reason: reason)])
        service.gate.open()
    }

    // MARK: Falling back

    @Test func `frames beyond those that may have lanes speak by messages`() async throws {
        let page = try await makePage(frames: .all)
        // The view's lanes are 64, of which the page has one.
        #expect(
            try await page.outcome(
                """
                const frames = Array.from({ length: 70 }, () => {
                    const frame = document.createElement('iframe');
                    frame.src = '/frame';
                    return frame;
                });
                await Promise.all(frames.map(frame => new Promise(resolve => {
                    frame.onload = resolve;
                    document.body.append(frame);
                })));
                const windows = frames.map(frame => frame.contentWindow);
                const values = await Promise.all(windows.map((window, index) => window.own.main('m' + index)));
                const isRight = values.every((value, index) => value === 'm' + index);
                const texts = await Promise.all(windows.map(window => window.own.text('t')));
                let refused = 0;
                for (const window of windows) {
                    try { window.own.text.sync('s') } catch (error) { refused += error.name === 'NotSupportedError' }
                }
                return [isRight, texts.join('').length, refused].join();
                """) == "value true,70,7")
        #expect(page.bridge.documents.all.count == 71)
        try await expectLane(page)
        #expect(page.diagnostics.isEmpty)
    }

    // MARK: Many

    /// Threads and descriptors of this process, and descriptors of its web processes.
    private func census() -> (threads: Int, descriptors: Int, pages: Int) {
        func count(_ folder: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
        }
        let pages = WebProcesses.running().map { count("/proc/\($0)/fd") }.reduce(0, +)
        return (count("/proc/self/task"), count("/proc/self/fd"), pages)
    }

    @Test func `two hundred documents leave no thread, no descriptor and no document`() async throws {
        let page = try await makePage(html: "<script>own.text('x'); own.main('y')</script>")
        func load(_ count: Int) async throws {
            for _ in 0..<count {
                try await page.page.navigation.waitForEnd(of: page.page.webView.reload())
                #expect(try await page.outcome("return own.text.sync('a')") == "value a")
            }
            try await page.expectOneDocument()
        }
        try await load(20)
        let before = census()
        try await load(200)
        // The engine's own threads come and go.
        let end = ContinuousClock.now + .seconds(10)
        var after = census()
        while after.threads > before.threads + 10 || after.descriptors > before.descriptors + 10
            || after.pages > before.pages + 10, ContinuousClock.now < end
        {
            try await Task.sleep(for: .milliseconds(50))
            after = census()
        }
        #expect(after.threads <= before.threads + 10, "\(before) \(after)")
        #expect(after.descriptors <= before.descriptors + 10, "\(before) \(after)")
        #expect(after.pages <= before.pages + 10, "\(before) \(after)")
    }
}
