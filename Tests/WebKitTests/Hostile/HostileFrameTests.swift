import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

/// No frame can speak for another, whatever it is and whatever way it tries.
@MainActor @Suite(.serialized)
struct HostileFrameTests {
    @Test(arguments: HostileFrame.all)
    func
        `mh-cross-origin-frame-rejects, mh-same-origin-blank-frame-ok, fo-child-posts, BR-058, BR-059, BR-061: no frame can speak for another`(
            kind: HostileFrame
        ) async throws
    {
        let site = try HostileSite()
        try await site.load()
        for entry in HostileEntry.all {
            site.forget()
            let script = """
                const frame = await \(kind.make);
                const result = await (async () => { \(entry.script) })();
                frame.remove();
                return result;
                """
            let result: String
            do {
                result = try await site.run(script) as? String ?? "no text"
            } catch {
                result = "thrown: \(error)"
            }
            #expect(
                HostileEntry.Outcome(result: result, facts: site.facts) == entry.outcome(kind),
                "\(entry.name) of a frame that is \(kind.name)")
        }
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }
}

/// What frames within frames, frames that go, and windows that a page opens say of themselves.
@MainActor @Suite(.serialized)
struct HostileFrameLifeTests {
    /// Code that makes a frame within the agent's frame, runs code in it, and gives the result.
    private static func nested(_ source: String, _ code: String) -> String {
        """
        const inner = document.createElement('iframe');
        inner.src = '\(source)';
        const ready = new Promise(resolve => addEventListener('message', event => event.data.ready && resolve()));
        document.body.append(inner);
        await ready;
        const answer = new Promise(resolve => addEventListener('message', event => event.data.answer && resolve(event.data)));
        inner.contentWindow.postMessage({ number: 1, code: "\(code)" }, '*');
        return (await answer).result;
        """
    }

    @Test(arguments: [
        ("`http://127.0.0.1:${port}/agent`", "origin", "localhost", "main localhost / page h x"),
        ("`http://127.0.0.1:${port}/agent`", "other", "localhost:other", "SecurityError"),
        ("'/agent'", "other", "localhost:other", "SecurityError"),
        ("'/agent'", "origin", "localhost", "main localhost / page h x"),
    ])
    func
        `fo-child-posts, fo-world-prop-in-frame: a frame in a frame speaks for itself and reaches the top as its origin may`(
            outer: String, inner: String, origin: String, top: String
        ) async throws
    {
        let site = try HostileSite()
        try await site.load()
        let make = "const frame = await make({ src: \(outer) });"
        for (code, expected) in [
            ("return await webkit.messageHandlers.h.postMessage('x')", "sub \(origin) /agent page h x"),
            (
                "return await top.webkit.messageHandlers.h.postMessage('x')",
                top.hasSuffix("Error") ? "error:\(top)" : top
            ),
        ] {
            let script = "\(make) return ask(frame, `\(Self.nested("${\(inner)}/agent", code))`)"
            #expect(try await site.run(script) as? String == expected)
        }
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }

    @Test(arguments: HostileFrame.all)
    func `BR-036: what a frame posts as it goes has the facts of what it was`(kind: HostileFrame) async throws {
        let site = try HostileSite()
        try await site.load()
        _ = try await site.run(
            """
            const frame = await \(kind.make);
            await ask(frame, `addEventListener('pagehide', () => webkit.messageHandlers.h.postMessage('bye'))`);
            const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
            frame.removeAttribute('srcdoc');
            frame.src = other + '/empty';
            await loaded;
            return await webkit.messageHandlers.h.postMessage('loaded');
            """)
        #expect(site.facts == [kind.fact("bye"), "main localhost / page h loaded"])
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }

    @Test func `BR-036: what a page posts as it goes arrives once, before its successor's, with its own address`()
        async throws
    {
        let site = try HostileSite()
        let count = FullTests.areOn ? 50 : 10
        let leaving = """
            const number = Number(location.search.slice(1));
            const post = text => webkit.messageHandlers.h.postMessage(text);
            post('hello').then(() => { if (number < \(count)) location.assign('/page?' + (number + 1)) });
            addEventListener('pagehide', () => post('bye ' + 'x'.repeat(1024)));
            """
        site.server.route("/page", .html("<!DOCTYPE html><script>\(leaving)</script>"))
        try await site.page.load(site.server.url("/page?0"))
        let bye = "bye " + String(repeating: "x", count: 1024)
        let expected = (0...count).flatMap { number in
            ["main localhost /page?\(number) page h hello"]
                + (number < count ? ["main localhost /page?\(number) page h \(bye)"] : [])
        }
        try await site.waitForFacts(count: expected.count)
        #expect(site.facts == expected)
        #expect(try await site.normalTraffic().count == HostileSite.expectedTraffic.count)
    }

    @Test func `a window that a page opens speaks for itself or is not there`() async throws {
        let site = try HostileSite()
        try await site.load()
        let result = try await site.run(
            """
            const popup = window.open('about:blank');
            if (!popup) return 'none';
            return outcome(() => popup.webkit.messageHandlers.h.postMessage('x'));
            """)
        // WKWebView opens no window unless a delegate makes the view for it.
        #expect(result as? String == "none")
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }
}
