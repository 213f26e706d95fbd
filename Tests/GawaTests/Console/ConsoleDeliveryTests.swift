import Gawa
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// How entries travel from documents to Swift.
@MainActor @Suite(.serialized)
struct ConsoleDeliveryTests {
    @Test func `entries keep their order over turns, and those of one turn travel together`() async throws {
        let recorder = MessageRecorder()
        let configuration = TestPage.configuration()
        // A console's handler is named by its script; this one counts what is posted to it.
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: """
                    var posts = 0
                    const type = Object.getPrototypeOf(webkit.messageHandlers.counter)
                    const post = type.postMessage
                    type.postMessage = function (body) { ++posts; return post.call(this, body) }
                    """, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        configuration.userContentController.add(recorder, name: "counter")
        let page = try await ConsolePage(html: "<p>", configuration: configuration)
        let entries = try await page.entries(
            after:
                "posts = 0; for (let i = 0; i < 1000; ++i) console.log(i); var one = posts; setTimeout(() => console.log('next'))"
        )
        #expect(entries.prefix(1000).map(\.text) == (0..<1000).map(String.init))
        #expect(try await page.page.evaluate("one") as? Int == 0)
        try await page.wait("the next turn") { $0.contains { $0.text == "next" } }
        // The thousand, the next turn's, and the mark.
        #expect(try #require(try await page.page.evaluate("posts") as? Int) <= 3)
    }

    @Test func `a storm is cut, the page stays quick, and a last entry says how many were lost`() async throws {
        let page = try await ConsolePage(html: "<p>")
        let time = try await page.page.call(
            """
            const start = performance.now()
            for (let i = 0; i < 100000; ++i) console.debug('entry', i)
            return performance.now() - start
            """)
        #expect(try #require(time as? Double) < 10_000)
        let entries = try await page.wait("the note") {
            $0.contains { if case .dropped = $0.kind { true } else { false } }
        }
        guard case .dropped(let count)? = entries.last?.kind else {
            Issue.record("the note is not the last entry")
            return
        }
        #expect(page.console.statistics.entryCount - 1 + count == 100_000)
        #expect(count > 90_000)
        #expect(entries.last?.text == "\(count) entries were dropped")
        // Later entries come again.
        #expect(try await page.entries(after: "console.log('calm')").map(\.text) == ["calm"])
    }

    @Test func `a log just before a navigation arrives, and one in pagehide when the origin stays`() async throws {
        let page = try ConsolePage()
        page.server.route("/", .html("<p>"))
        page.server.route("/next", .html("<script>console.log('next')</script>"))
        for host in ["localhost", "127.0.0.1"] {
            try await page.page.load(page.server.url())
            let count = page.entries.count
            try await page.page.evaluate(
                """
                addEventListener('pagehide', () => {
                    console.log('pagehide')
                    Promise.resolve().then(() => console.log('after pagehide'))
                })
                console.log('before'); location.href = '\(page.server.url("/next", host: host))'; console.log('same turn')
                0
                """)
            let entries = try await page.wait("the next page") { $0.last?.text == "next" }[count...]
            // What a page of another origin said last came after the new page was there, which the engine's half refuses.
            let hidden = host == "localhost" ? ["pagehide", "after pagehide"] : []
            #expect(entries.map(\.text) == ["before", "same turn"] + hidden + ["next"])
            #expect(entries.first?.frame.origin == page.server.origin())
            #expect(entries.last?.frame.origin == page.server.origin(host: host))
        }
    }

    @Test func `a page with a strict content security policy is heard`() async throws {
        let page = try ConsolePage()
        page.server.route(
            "/",
            .html("<script src=/a.js></script>").header(
                "Content-Security-Policy", "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'"))
        page.server.route("/a.js", .javaScript("console.log('heard'); setTimeout(() => { throw new Error('e') })"))
        try await page.page.load(page.server.url())
        let entries = try await page.wait(count: 2)
        #expect(entries[0].text == "heard" && entries[1].text.hasPrefix("Uncaught Error: e"))
    }

    @Test func `frames are heard by their own attested origin, or not at all`() async throws {
        for isForMainFrameOnly in [false, true] {
            let page = try ConsolePage(PageConsole(standardError: false, isForMainFrameOnly: isForMainFrameOnly))
            let foreign = page.server.url("/frame", host: "127.0.0.1")
            page.server.route(
                "/",
                .html(
                    """
                    <iframe src=/frame></iframe><iframe src='\(foreign)'></iframe><iframe sandbox=allow-scripts src=/frame></iframe>
                    <iframe srcdoc="<script>console.log('frame')</script>"></iframe>
                    <iframe src="data:text/html,<script>console.log('frame')</script>"></iframe><iframe name=blank></iframe>
                    <script>blank.console.log('blank'); console.log('main')</script>
                    """))
            // Every frame sees the handler, and can speak for itself alone.
            page.server.route(
                "/frame",
                .html(
                    """
                    <script>console.log('frame')
                    for (const name of Object.getOwnPropertyNames(webkit.messageHandlers))
                        webkit.messageHandlers[name].postMessage('[1,["log",0,1,"",["forged"]]]')
                    </script>
                    """))
            try await page.page.load(page.server.url())
            try await page.page.evaluate("console.log('end')")
            let entries = try await page.wait("all frames") {
                $0.contains { $0.text == "end" } && $0.count >= (isForMainFrameOnly ? 2 : 11)
            }
            let facts = entries.filter { $0.text == "frame" }.map { $0.frame.origin ?? "opaque" }.sorted()
            let (own, other) = (page.server.origin(), page.server.origin(host: "127.0.0.1"))
            #expect(facts == (isForMainFrameOnly ? [] : [other, own, own, "opaque", "opaque"]))
            #expect(entries.filter { $0.text == "forged" }.count == (isForMainFrameOnly ? 0 : 3))
            #expect(entries.filter(\.frame.isMainFrame).map(\.text) == ["main", "end"])
            #expect(entries.filter { $0.text == "blank" }.count == (isForMainFrameOnly ? 0 : 1))
        }
    }

    @Test func `BR-061: a window that gets its second document, and one that is written anew, is heard once`()
        async throws
    {
        let page = try await ConsolePage(html: "<p>")
        try await page.page.call(
            """
            const frame = document.createElement('iframe')
            document.body.append(frame)
            frame.contentWindow.console.log('first'); frame.contentWindow.console.group()
            const loaded = new Promise(done => { frame.onload = done })
            frame.srcdoc = `<script>console.log('second'); setTimeout(() => { throw new Error('error of second') })</scr` + `ipt>`
            await loaded
            const written = document.createElement('iframe')
            document.body.append(written)
            written.contentDocument.open()
            written.contentDocument.write("<script>console.log('written'); setTimeout(() => { throw new Error('error of written') })</scr" + "ipt>")
            written.contentDocument.close()
            """)
        let entries = try await page.wait("all") {
            $0.contains { $0.text == "written" } && $0.filter { $0.kind == .uncaughtError }.count == 2
        }
        // WebKit does not count the text of a srcdoc document as of its origin.
        #expect(
            entries.filter { $0.kind == .uncaughtError }.map { $0.text.split(separator: "\n").first ?? "" }.sorted()
                == [
                    "Uncaught Error: error of written", "Uncaught Script error.",
                ])
        for text in ["first", "second", "written"] {
            #expect(entries.filter { $0.text == text }.count == 1, "\(text)")
        }
        #expect(entries.first { $0.text == "second" }?.groupDepth == 0)
    }

    @Test func `two consoles hear one page, and one that is removed no longer`() async throws {
        let page = try ConsolePage()
        let other = PageConsole(standardError: false)
        let foreign = WKUserScript(source: "var foreign = 1", injectionTime: .atDocumentEnd, forMainFrameOnly: true)
        page.page.controller.addUserScript(foreign)
        other.install(in: page.page.controller)
        other.install(in: page.page.controller)
        page.server.route("/", .html("<script>console.log('both')</script>"))
        try await page.page.load(page.server.url())
        var iterator = other.entries.makeAsyncIterator()
        #expect(await iterator.next()?.text == "both")
        try await page.wait(count: 1)
        other.remove(from: page.page.controller)
        other.remove(from: page.page.controller)
        #expect(page.page.controller.userScripts.count == 2)
        #expect(try await page.entries(after: "console.log('one')").map(\.text) == ["one"])
        try await page.page.load(page.server.url())
        try await page.wait("the new document") { $0.filter { $0.text == "both" }.count == 2 }
        #expect(try await page.page.evaluate("foreign") as? Int == 1)
        #expect(other.statistics.entryCount == 1)
    }
}
