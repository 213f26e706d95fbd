import GawaTestSupport
import Testing
import WebKit

/// What requests tell of the page that asks.
@MainActor @Suite(.serialized)
struct NativeHostAskerTests {
    @Test(arguments: NativeHostPage.Kind.allCases)
    func `a request with CORS names the true origin`(kind: NativeHostPage.Kind) async throws {
        let page = try await NativeHostPage(kind)
        let seen = try await page.run(
            """
            return [
                await xhr('https://native/a', 'PUT', 'x', {'X-Mine': '1'}), await xhr('https://native/b', 'GET', null, {}, false),
                await get('https://native/c', {method: 'DELETE'}), await element('img', {crossOrigin: '', src: 'https://native/d.svg'}),
                await events('https://native/e.events'), await worker('return await (await fetch("https://native/f")).text()'),
            ].join(' ')
            """)
        #expect(
            seen == """
                200,the app,native://https.native/a,42 200,the app,native://https.native/b,42 \
                200,the app,native://https.native/c,cors,42 load one,https://native/e.events the app
                """)
        #expect(
            page.arrivals.map(\.url) == ["a", "b", "c", "d.svg", "e.events", "f"].map { "native://https.native/" + $0 })
        #expect(page.arrivals.map(\.origin) == [String?](repeating: page.origin, count: 6))
        #expect(page.departures == [])
    }

    @Test(arguments: [NativeHostPage.Kind.http, .native, .sandboxed, .blank])
    func `a POST without CORS names the true origin`(kind: NativeHostPage.Kind) async throws {
        let page = try await NativeHostPage(kind)
        try await page.run(
            """
            await fetch('http://native/a', {mode: 'no-cors', method: 'POST', body: 'x'});
            await fetch('http://native/b', {mode: 'no-cors', method: 'POST', body: 'x', keepalive: true});
            """)
        #expect(page.arrivals.map(\.origin) == [page.origin, page.origin])
    }

    /// So a `Referer` is no proof: only a route that anyone may embed can answer a request without an origin.
    @Test func `what a sandboxed frame embeds comes with the address of the page around it`() async throws {
        let page = try await NativeHostPage(.sandboxed)
        try await page.run(
            """
            await element('img', {src: 'http://native/a.svg'});
            await element('script', {src: 'http://native/a.js'});
            await element('link', {rel: 'stylesheet', href: 'http://native/a.css'});
            await element('iframe', {src: 'http://native/a.html'});
            """)
        let around = page.server.origin() + "/"
        #expect(page.arrivals.map(\.asker) == [String](repeating: "no origin, \(around)", count: 4))
    }

    @Test func `what a page without an address embeds tells nothing of it`() async throws {
        for kind in [NativeHostPage.Kind.blank, .native] {
            let page = try await NativeHostPage(kind)
            try await page.run(
                """
                await element('img', {src: 'http://native/a.svg'});
                await element('script', {src: 'http://native/a.js'});
                await element('link', {rel: 'stylesheet', href: 'http://native/a.css'});
                await element('iframe', {src: 'http://native/a.html'});
                """)
            #expect(page.arrivals.map(\.asker) == [String](repeating: "no origin, no referer", count: 4))
        }
    }

    // MARK: Pages of https

    @Test func `plain http from a page of https is blocked before it is mapped`() async throws {
        let page = try await NativeHostPage(.https)
        let seen = try await page.run(
            """
            return [
                await xhr('http://native/a'), await xhr('http://native/a', 'GET', null, {}, false), await get('http://native/a'),
                await element('script', {src: 'http://native/a.js'}), await element('link', {rel: 'stylesheet', href: 'http://native/a.css'}),
                await events('http://native/a.events'), navigator.sendBeacon('http://native/a', 'x'),
                await worker('return await fetch("http://native/a").then(() => "answered", e => e.name)'),
            ].join()
            """)
        #expect(seen == "error,silence,TypeError,error,error,error,false,TypeError")
        #expect(page.arrivals == [])
        #expect(page.departures == [])
    }

    @Test func `an image in a page of https is asked for by https instead`() async throws {
        let page = try await NativeHostPage(.https)
        #expect(try await page.run("return await element('img', {src: 'http://native/a.svg'})") == "load")
        #expect(
            page.arrivals.map(\.description) == ["GET native://https.native/a.svg from no origin, https://app.example/"]
        )
        #expect(page.departures == [])
    }
}
