import Foundation
import Gawa
import GawaTestSupport
import TestProcess
import Testing

/// What ends the work for a request, before it is answered.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct RouteEndTests {
    private func waitingPage(limits: RouteLimits = RouteLimits(), timeLimit: Duration? = nil) async throws
        -> RoutedTestPage
    {
        try await RoutedTestPage(limits: limits) { routes, notes in
            routes.get("wait", timeLimit: timeLimit) { _ in
                try await notes.pass("handler")
                return .text("answered")
            }
            routes.get("now") { _ in .text("now") }
            routes.post("body") { .text("\($0.body.count)") }
        }
    }

    /// How a page lets go of a request that it has made.
    private nonisolated static let ways: [(begin: String, end: String)] = [
        ("globalThis.c = new AbortController(); fetch(url, {signal: c.signal}).catch(() => {}); 0", "c.abort()"),
        ("globalThis.x = new XMLHttpRequest(); x.open('GET', url); x.send(); 0", "x.abort()"),
        ("globalThis.s = new EventSource(url); 0", "s.close()"),
        ("fetch(url).catch(() => {}); 0", "location.reload(); 0"),
        ("fetch(url).catch(() => {}); 0", "location = '/next'; 0"),
        ("fetch(url).catch(() => {}); 0", "location = 'about:blank'; 0"),
        ("fetch(url).catch(() => {}); 0", "window.stop(); 0"),
    ]

    @Test(arguments: 0..<ways.count)
    func `BR-082: the handler is cancelled when the page lets the request go`(way: Int) async throws {
        let page = try await waitingPage()
        try await page.page.evaluate("globalThis.url = 'native://native/wait'; " + Self.ways[way].begin)
        try await page.notes.wait(for: "handler waits")
        try await page.page.evaluate(Self.ways[way].end)
        try await page.notes.wait(for: "handler is cancelled")
        #expect(try await page.isIdle())
        #expect(page.diagnostics == [])
    }

    private nonisolated static func sequence<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
        AsyncStream {
            for element in elements { $0.yield(element) }
            $0.finish()
        }
    }

    /// The end of the first was once told twice, and ended a later one that had come to its place.
    @Test func `a request after one that the page has let go of is answered`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("events") { _ in .events(Self.sequence([ServerSentEvent("one")])) }
            routes.get("pieces") { _ in .stream(Self.sequence([Data("a".utf8), Data("b".utf8)])) }
        }
        let seen = try await page.run(
            """
            const late = new Promise(done => setTimeout(() => done('no end'), 20000));
            for (let round = 0; round < rounds; round++) {
                await Promise.race([late, new Promise(done => {
                    const source = new EventSource('native://native/events');
                    source.onmessage = () => { source.close(); done() };
                })]);
                const text = await Promise.race([late, fetch('native://native/pieces').then(answer => answer.text())]);
                if (text !== 'ab') return `round ${round}: ${text}`;
            }
            return 'all';
            """, ["rounds": FullTests.areOn ? 2000 : 200])
        #expect(seen == "all")
        #expect(try await page.isIdle())
    }

    @Test func `the handler is cancelled when the view goes`() async throws {
        var page: RoutedTestPage? = try await waitingPage()
        let notes = try #require(page?.notes)
        let routes = try #require(page?.routes)
        try await page?.page.evaluate("fetch('native://native/wait').catch(() => {}); 0")
        try await notes.wait(for: "handler waits")
        weak let view = page?.page.webView
        page = nil
        #expect(try await isReleased { view })
        try await notes.wait(for: "handler is cancelled")
        #expect(try await isReleased { routes.isIdle ? nil : routes })
    }

    @Test func `the handler is cancelled when the web process dies`() async {
        await #expect(processExitsWith: .success) { try await Self.killWhileWaiting() }
    }

    private static func killWhileWaiting() async throws {
        let page = try await Self().waitingPage()
        try await page.page.evaluate("for (let n = 0; n < 5; n++) fetch('native://native/wait').catch(() => {}); 0")
        try await page.notes.wait(for: "handler waits", count: 5)
        WebProcesses.kill(WebProcesses.running())
        try await page.notes.wait(for: "handler is cancelled", count: 5)
        #expect(try await page.isIdle())
        try await page.page.load(page.server.url())
        #expect(try await page.run("return (await fetch('native://native/now')).text()") == "now")
    }

    // MARK: Limits

    @Test func `BR-084: a handler that does not answer in time is answered for, and cancelled`() async throws {
        let page = try await waitingPage(timeLimit: .milliseconds(50))
        #expect(
            try await page.run("const a = await fetch('native://native/wait'); return a.status + ' ' + await a.text()")
                == "504 The app took too long to answer")
        try await page.notes.wait(for: "handler is cancelled")
        #expect(page.diagnostics == [.timedOut(route: "GET /wait")])
        #expect(try await page.isIdle())
    }

    @Test func `the limit of all routes holds where a route has none, and for each piece`() async throws {
        var limits = RouteLimits()
        limits.duration = .seconds(1)
        let page = try await waitingPage(limits: limits)
        page.routes.get("stalled") { _ in
            .stream(
                AsyncStream {
                    $0.yield(Data("piece".utf8))
                    // And then nothing, as long as somebody waits.
                    let keep = $0
                    $0.onTermination = { _ in _ = keep }
                })
        }
        #expect(try await page.run("return (await fetch('native://native/wait')).status") == "504")
        #expect(
            try await page.run("return await fetch('native://native/stalled').then(a => a.text())").hasPrefix(
                "TypeError"))
        #expect(page.diagnostics == [.timedOut(route: "GET /wait"), .timedOut(route: "GET /stalled")])
        #expect(try await page.isIdle())
    }

    @Test func `an answer without an end cannot hold a page that stands still for longer than the limit`() async throws
    {
        var limits = RouteLimits()
        limits.duration = .seconds(1)
        let page = try await waitingPage(limits: limits)
        page.routes.get("ticks") { _ in
            .events(
                AsyncStream<ServerSentEvent>(unfolding: {
                    // The events are apart as a clock's are.
                    try? await Task.sleep(for: .milliseconds(20))
                    return Task.isCancelled ? nil : ServerSentEvent("tick")
                }))
        }
        let seen = try await page.run(
            """
            const x = new XMLHttpRequest();
            x.open('GET', 'native://native/ticks', false);
            x.send();
            return x.status;
            """)
        // The engine calls an answer that fails after its head no error, when it was asked for synchronously.
        #expect(seen == "200")
        #expect(page.diagnostics == [.timedOut(route: "GET /ticks")])
        #expect(try await page.isIdle())
    }

    @Test func `a handler that takes no notice of its end is answered for once, and counted until it returns`()
        async throws
    {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("deaf", timeLimit: .milliseconds(50)) { _ in
                // In a task of its own, which nobody cancels.
                _ = await Task { try? await notes.pass("handler") }.value
                return .text("late")
            }
        }
        #expect(try await page.run("return (await fetch('native://native/deaf')).status") == "504")
        #expect(page.routes.openCountForTests == 0)
        #expect(!page.routes.isIdle)
        page.notes.open()
        #expect(try await page.isIdle())
    }

    @Test func `a body that is too long is status 413`() async throws {
        var limits = RouteLimits()
        limits.bodyByteCount = 1000
        let page = try await waitingPage(limits: limits)
        let script = """
            const answer = await fetch('native://native/body', {method: 'POST', body: 'x'.repeat(length)});
            return answer.status + ' ' + await answer.text();
            """
        #expect(try await page.run(script, ["length": 1000]) == "200 1000")
        #expect(try await page.run(script, ["length": 1001]) == "413 The body is longer than 1000 bytes")
    }

    @Test func `a view with too many requests gets status 503 for one more, and goes on when they have ended`()
        async throws
    {
        var limits = RouteLimits()
        limits.requestCount = 3
        let page = try await waitingPage(limits: limits)
        try await page.page.evaluate(
            "globalThis.all = Promise.all([1, 2, 3].map(() => fetch('native://native/wait').then(a => a.text()))); 0")
        try await page.notes.wait(for: "handler waits", count: 3)
        #expect(try await page.run("return (await fetch('native://native/now')).status") == "503")
        page.notes.open()
        #expect(try await page.run("return await all") == #"["answered","answered","answered"]"#)
        #expect(try await page.isIdle())
        #expect(try await page.run("return (await fetch('native://native/now')).status") == "200")
    }

    @Test func `a thousand requests at once are all answered`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("number/:n") { request in
                try await notes.pass("handler")
                return .text(request["n"] ?? "")
            }
        }
        try await page.page.evaluate(
            """
            globalThis.all = Promise.all(Array.from({length: 1000},
                (_, n) => fetch('native://native/number/' + n).then(a => a.text()).then(text => text === String(n))));
            0
            """)
        try await page.notes.wait(for: "handler waits", count: 1000)
        page.notes.open()
        #expect(try await page.run("return (await all).filter(Boolean).length") == "1000")
        #expect(try await page.isIdle())
    }
}
