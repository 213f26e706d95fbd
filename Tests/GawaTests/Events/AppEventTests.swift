import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import TestServer
import Testing

@testable import Gawa

/// Events of the app in real pages.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
struct AppEventTests {
    private let service = TapService()

    @Test func `a page hears an event from its first listener to its last, each listener once`() async throws {
        let page = try await HeardPage(service)
        #expect(service.source.emit(0) == 0)
        try await page.page.run(
            """
            tap.addEventListener('changed', hear);
            tap.addEventListener('changed', hear);
            globalThis.other = event => hear({ detail: 'other ' + event.detail });
            tap.addEventListener('changed', other);
            """)
        #expect(try await page.listeners(1))
        #expect(service.source.emit(1) == 1)
        #expect(try await page.heard(2) == "1,other 1")
        try await page.page.run("tap.removeEventListener('changed', hear)")
        #expect(service.source.emit(2) == 1)
        #expect(try await page.heard(3) == "1,other 1,other 2")
        try await page.page.run("tap.removeEventListener('changed', other)")
        #expect(try await page.listeners(0))
        #expect(service.source.emit(3) == 0)
        #expect(try await page.allHeard() == "1,other 1,other 2")
        #expect(page.page.diagnostics == [])
    }

    @Test func `once and a signal end a listener, and nothing comes after that`() async throws {
        let page = try await HeardPage(service)
        try await page.page.run(
            """
            tap.addEventListener('changed', hear, { once: true });
            globalThis.controller = new AbortController();
            tap.addEventListener('changed', event => hear({ detail: 's' + event.detail }), { signal: controller.signal });
            """)
        #expect(try await page.listeners(1))
        service.source.emit(1)
        service.source.emit(2)
        #expect(try await page.heard(3) == "1,s1,s2")
        try await page.page.run("controller.abort()")
        #expect(try await page.listeners(0))
        #expect(service.source.emit(3) == 0)
        #expect(try await page.allHeard() == "1,s1,s2")
    }

    @Test func `the latest is told to the first listener by the app, and to later ones by the page`() async throws {
        let page = try await HeardPage(service)
        service.latest.emit(1)
        service.latest.emit(2)
        try await page.page.run("tap.addEventListener('latest', hear)")
        #expect(try await page.heard(1) == "2")
        service.latest.emit(3)
        #expect(try await page.heard(2) == "2,3")
        try await page.page.run("tap.addEventListener('latest', event => hear({ detail: 'late ' + event.detail }))")
        #expect(try await page.heard(3) == "2,3,late 3")
        #expect(service.latest.listenerCount == 1)
    }

    @Test
    func `BR-023: events from before a page listens are delivered once each, in order, by a source that keeps them`()
        async throws
    {
        let service = service
        // A deferred module, which runs when the page has been read.
        let server = try TestServer { request in
            request.path == "/module.js"
                ? TestServer.Response(
                    headers: [("Content-Type", "text/javascript")],
                    body: Data("tap.addEventListener('boot', hear); tap.addEventListener('changed', hear);".utf8))
                : .html("<script>\(HeardPage.script)</script><script type=module src=/module.js></script>")
        }
        let configuration = TestPage.configuration()
        let bridge = Bridge(service, allowing: .origins([server.origin()]))
        bridge.install(in: configuration)
        let page = TestPage(configuration: configuration)
        var reached: [Int] = []
        var next = 0
        func boot() {
            next += 1
            service.boot.emit(next)
        }
        page.navigation.onEvent = { _, event in
            if event.name == "started" || event.name == "finished" { boot() }
        }
        let navigation = page.webView.load(URLRequest(url: server.url()))
        for _ in 0..<5 {
            boot()
            // A source that keeps nothing says that nobody hears.
            reached.append(service.source.emit(100))
        }
        try await page.navigation.waitForEnd(of: navigation)
        #expect(reached == [0, 0, 0, 0, 0])
        let heard = try await page.call("return await until(7)") as? String
        #expect(heard == "1,2,3,4,5,6,7")
        // And nothing that is sent after the listener was heard of is lost.
        #expect(try await isReleased { service.source.listenerCount == 1 ? nil : service })
        #expect(service.source.emit(200) == 1)
        #expect(try await page.call("return await until(8)") as? String == "1,2,3,4,5,6,7,200")
        bridge.close()
    }

    @Test func `BR-026: after each of ten reloads the old page's streams are cancelled, and the new one hears its own`()
        async throws
    {
        let html = """
            <script>
            tap.addEventListener('changed', hear);
            (async () => { for await (const item of tap.hang('stream')) hear({ detail: 'item' }); })().catch(() => {});
            addEventListener('unhandledrejection', event => hear({ detail: 'unhandled ' + event.reason }));
            </script>
            """
        let page = try await HeardPage(service, html: html)
        for round in 1...10 {
            #expect(try await page.listeners(1))
            try await service.wait(for: "the stream") { $0.isRunning.count == round }
            service.source.emit(round)
            #expect(try await page.heard(1) == "\(round)")
            try await page.page.page.navigation.waitForEnd(of: page.page.page.webView.reload())
            try await service.wait(for: "the cancellation", timeout: .seconds(1)) { service in
                service.notes.count { $0 == "end stream" } >= round
            }
        }
        #expect(try await page.listeners(1))
        #expect(service.notes.count { $0 == "end stream" } == 10)
        #expect(try await page.allHeard() == "")
        #expect(page.page.bridge.documents.all.count == 1)
        #expect(page.page.diagnostics == [])
    }

    @Test func `BR-037: a page that comes back from the cache hears each event once`() async throws {
        let html = """
            <script>
            tap.addEventListener('changed', hear);
            addEventListener('pageshow', event => tap.emit(event.persisted ? 1000 : 2000));
            </script>
            """
        let page = try await HeardPage(service, html: html)
        func wait(_ round: Int) async throws {
            // The document that is shown now has greeted, and it is the one that listens.
            try await page.page.run("await tap.text('')")
            #expect(try await page.listeners(1))
            service.source.emit(round)
            try await page.page.run(
                """
                const end = performance.now() + 10000;
                while (!heard.includes(round) && performance.now() < end) await tap.text('');
                """, ["round": round])
        }
        try await wait(1)
        let webView = page.page.page.webView
        let navigation = page.page.page.navigation
        try await navigation.waitForEnd(of: webView.load(URLRequest(url: page.page.server.url("/b"))))
        try await wait(2)
        for (round, step) in [webView.goBack, webView.goForward, webView.goBack].enumerated() {
            try await navigation.waitForEnd(of: step())
            try await wait(3 + round)
        }
        let facts = try await page.page.run(
            "return [location.pathname, heard.filter(round => round < 1000).join()].join(' ')")
        // What it heard before it went, and since it is back.
        #expect(facts as? String == "/ 1,3,5")
        #expect(try await isReleased { service.source.listenerCount == 1 ? nil : service })
    }

    @Test func `BR-043: with two copies of the bridge's script each listener hears each event once`() async throws {
        let page = try await HeardPage(service)
        try await page.page.run("tap.addEventListener('changed', hear)")
        let script = page.page.bridge.script.source
        try await page.page.page.evaluate(script + ";0")
        try await page.page.run("tap.addEventListener('changed', event => hear({ detail: 'second ' + event.detail }))")
        #expect(try await page.listeners(1))
        service.source.emit(1)
        #expect(try await page.heard(2) == "1,second 1")
        #expect(try await page.allHeard() == "1,second 1")
        #expect(try await page.page.outcome("return await tap.text('there')") == "value there")
    }

    @Test func `BR-045: on, off and on again, a hundred times in a turn, is one listener, and after the last off none`()
        async throws
    {
        let page = try await HeardPage(service)
        try await page.page.run(
            """
            for (let round = 0; round < 100; round++) {
                tap.addEventListener('changed', hear);
                tap.removeEventListener('changed', hear);
                tap.addEventListener('changed', hear);
                if (round < 99) tap.removeEventListener('changed', hear);
            }
            """)
        #expect(try await page.listeners(1))
        #expect(service.source.emit(1) == 1)
        #expect(try await page.heard(1) == "1")
        #expect(try await page.allHeard() == "1")
        try await page.page.run("tap.removeEventListener('changed', hear)")
        #expect(try await page.listeners(0))
        #expect(page.page.diagnostics == [])
    }

    @Test func `an event that is made for its caller reaches that frame only`() async throws {
        let page = try await BridgedTestPage(
            service,
            html: """
                <!doctype html><script>
                globalThis.heard = [];
                tap.addEventListener('mine', event => top.heard.push(event.detail));
                </script><script>if (self === top) document.write('<iframe src=/frame></iframe>')</script>
                """, frames: .all)
        let service = service
        #expect(try await isReleased { service.source.listenerCount == 2 ? nil : service })
        // The main frame hears of 0, and others of all else.
        for value in [0, 1, 2, 0] { #expect(service.source.emit(value) == 2) }
        let heard = try await page.run(
            """
            for (let n = 0; n < 100 && heard.length < 4; n++) await tap.text('');
            await frames[0].tap.text('');
            return heard.sort().join();
            """)
        #expect(heard as? String == "false 1,false 2,true 0,true 0")
        try await page.run("document.querySelector('iframe').remove()")
        #expect(try await isReleased { service.source.listenerCount == 1 ? nil : service })
    }

    @Test func `many events come in order, and none is lost`() async throws {
        let count = FullTests.areOn ? 1_000_000 : 100_000
        struct Many: BridgeService {
            static let name = "many"
            let source = EventSource<Int>(bufferSize: .max)

            static func describe(_ bridge: inout BridgeDescription<Self>) {
                bridge.event("told", of: Int.self) { (service: Self) in service.source }
            }
        }
        let many = Many()
        let page = try await BridgedTestPage(many)
        try await page.run(
            """
            globalThis.next = 0;
            globalThis.all = new Promise((resolve, reject) => many.addEventListener('told', event => {
                if (event.detail !== next++) reject(new Error('at ' + next + ': ' + event.detail));
                if (next === count) resolve(next);
            }));
            """, ["count": count])
        #expect(try await isReleased { many.source.listenerCount == 1 ? nil : page })
        for value in 0..<count {
            many.source.emit(value)
            // The app has more to do than to tell.
            if value % 1000 == 0 { await Task.yield() }
        }
        #expect(try await page.run("return await all") as? Int == count)
        #expect(many.source.droppedCount == 0)
    }
}
