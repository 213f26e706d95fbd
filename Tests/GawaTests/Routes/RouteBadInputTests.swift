import Foundation
import Gawa
import GawaTestSupport
import GawaWebKit
import TestProcess
import TestServer
import Testing

/// What handlers, pages and the end of pages can do that they should not: a clear end each time, and nothing left over.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
struct RouteBadInputTests {
    // MARK: Header fields

    @Test(arguments: ["\r\n", "\n", "\r", "\0"])
    func `a header field of a handler with a line break or a NUL is left out`(end: String) async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("fields") { _ in
                var response = RouteResponse.text("body")
                response.headers["X-Mine"] = "one\(end)X-Other: two"
                response.headers["X-Good"] = "three"
                let isNameAdded = response.headers.add("X-Name\(end)X-Other", "four")
                let isTypeAdded = response.headers.add("Content-Type", "text/html\(end)\(end)<script>")
                #expect(!isNameAdded && !isTypeAdded)
                return response
            }
        }
        let seen = try await page.run(
            "const answer = await fetch('native://native/fields'); return [[...answer.headers], await answer.text()]")
        #expect(seen.contains(#"["x-good","three"]"#) && seen.hasSuffix(#""body"]"#), "\(seen)")
        #expect(!seen.contains("two") && !seen.contains("four") && !seen.contains("script"), "\(seen)")
    }

    @Test func `a header field of a page with a line break is refused by the engine`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("fields") { request in
                await notes.note("\(request.headers["X-Mine"] ?? "none")")
                return .text("")
            }
        }
        for end in ["\\r\\n", "\\n", "\\r", "\\0"] {
            for field in ["{'X-Mine': 'a\(end)Gawa-Own: 1'}", "{'X-Mine\(end)Gawa-Own': '1'}"] {
                #expect(
                    try await page.run("return (await fetch('native://native/fields', {headers: \(field)})).status")
                        .hasPrefix("TypeError"))
            }
            #expect(
                try await page.run(
                    """
                    const x = new XMLHttpRequest();
                    x.open('GET', 'native://native/fields', false);
                    x.setRequestHeader('X-Mine', 'a\(end)Gawa-Own: 1');
                    """
                ).hasPrefix("SyntaxError"))
        }
        #expect(page.notes.lines == [])
    }

    // MARK: Pages that go in the middle of a body

    private nonisolated static let ends = [
        "c.abort(); 0", "location.reload(); 0", "location = 'about:blank'; 0", "window.stop(); 0", "reader.cancel(); 0",
    ]

    private func streamingPage() async throws -> RoutedTestPage {
        try await RoutedTestPage { routes, notes in
            routes.get("endless") { _ in
                RouteResponse(
                    body: .pieces {
                        {
                            do {
                                try await Task.sleep(for: .milliseconds(1))
                                return Data(repeating: 120, count: 10_000)
                            } catch {
                                await notes.note("body is cancelled")
                                throw error
                            }
                        }
                    })
            }
        }
    }

    private static let begin = """
        globalThis.c = new AbortController();
        const answer = await fetch('native://native/endless', {signal: c.signal});
        globalThis.reader = answer.body.getReader();
        return (await reader.read()).done;
        """

    @Test(arguments: ends)
    func `BR-082: a page that goes in the middle of a body ends it`(end: String) async throws {
        let page = try await streamingPage()
        #expect(try await page.run(Self.begin) == "false")
        try await page.page.evaluate(end)
        #expect(try await page.isIdle())
        #expect(page.diagnostics == [])
    }

    @Test func `a web process that dies in the middle of a body ends it`() async {
        await #expect(processExitsWith: .success) {
            let page = try await Self().streamingPage()
            #expect(try await page.run(Self.begin) == "false")
            WebProcesses.kill(WebProcesses.running())
            #expect(try await page.isIdle())
        }
    }

    // MARK: Much at once

    @Test func `10,000 requests at once are all answered, and one more is status 503`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("number/:n") { request in
                try await notes.pass("handler")
                return .text(request["n"] ?? "")
            }
        }
        let count = page.routes.limits.requestCount
        #expect(count == 10_000)
        guard FullTests.areOn else { return }
        try await page.page.evaluate(
            """
            globalThis.all = Promise.all(Array.from({length: \(count)},
                (_, n) => fetch('native://native/number/' + n).then(a => a.text()).then(text => text === String(n))));
            0
            """)
        try await page.notes.wait(for: "handler waits", count: count)
        #expect(try await page.run("return (await fetch('native://native/number/x')).status") == "503")
        page.notes.open()
        #expect(try await page.run("return (await all).filter(Boolean).length") == "\(count)")
        #expect(try await page.isIdle())
    }

    /// The engine holds the body twice in this process before it asks; no copy of it is made, and no handler runs.
    @Test func `a body far over the limit is status 413 and is not copied`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.post("body") { request in
                await notes.note("\(request.body.count)")
                return .text("")
            }
        }
        let size = FullTests.areOn ? 1 << 30 : 200 << 20
        let before = ProcessCensus.peakResidentBytes()
        try #require(before > 0)
        let seen = try await page.run(
            "return (await fetch('native://native/body', {method: 'POST', body: new Uint8Array(size)})).status",
            ["size": size])
        #expect(seen == "413")
        // The engine's own two copies, and nothing of ours.
        let peak = ProcessCensus.peakResidentBytes() - before
        #expect(peak < size * 11 / 4, "\(Double(peak) / Double(size))")
        #expect(page.notes.lines == [])
        #expect(try await page.isIdle())
    }

    // MARK: What the engine keeps

    @Test func `what an allowed page has loaded is not given to a foreign frame from the engine's memory`() async throws
    {
        let attack = try await RouteAttack()
        try await attack.page.load(attack.server.url())
        let names = ["script", "module script", "img", "link stylesheet", "import()", "link preload script"]
        let ways = RouteWay.all.filter { names.contains($0.name) }
        // The allowed page loads each, by ways that tell who asks.
        _ = try await attack.page.call(
            """
            for (const base of \(RouteAttack.bases)) for (const name of names) {
                const u = `${base}/secret/${encodeURIComponent(name)}`;
                for (const tag of ['script', 'img', 'link']) await new Promise(done => {
                    const made = document.createElement(tag);
                    made.crossOrigin = '';
                    made.onload = made.onerror = done;
                    if (tag === 'link') made.rel = 'stylesheet';
                    made[tag === 'link' ? 'href' : 'src'] = u;
                    document.body.append(made);
                });
                await fetch(u);
            }
            return globalThis.leaked;
            """, ["names": names])
        let count = attack.notes.lines.count
        #expect(count > 0)
        for make in ["made({ src: foreign + '/agent' })", "made({ src: '/agent', sandbox: 'allow-scripts' })"] {
            #expect(try await attack.attack(from: make, ways: ways) == [])
        }
        #expect(attack.notes.lines.count == count)
    }
}
