import GawaTestSupport
import Testing
import WebKit

/// Which views map the host `native`.
@MainActor @Suite(.serialized)
struct NativeHostConfigurationTests {
    @Test func `the host is one like any other, unless the app asks for it`() async throws {
        #expect(!WKWebViewConfiguration().mapsNativeHost)
        let page = try NativeHostPage(maps: false)
        try await page.load(.http)
        try await page.run(
            "await get('http://native/a'); await get('http://native:8080/b'); await get('http://native./c')")
        #expect(page.arrivals == [])
        #expect(page.departures == ["GET http://native/a", "GET http://native:8080/b", "GET http://native./c"])
    }

    @Test func `a copy of a configuration maps it too`() throws {
        let configuration = TestPage.configuration()
        configuration.mapsNativeHost = true
        let copy = try #require(configuration.copy() as? WKWebViewConfiguration)
        #expect(copy.mapsNativeHost)
        copy.mapsNativeHost = false
        #expect(configuration.mapsNativeHost)
        #expect(TestPage(configuration: configuration).webView.configuration.mapsNativeHost)
    }

    @Test func `the first request of the first document is mapped, and a process that is there learns of it`()
        async throws
    {
        let plain = try NativeHostPage(maps: false)
        try await plain.load(.http)
        // The same controller, so perhaps the same process.
        let configuration = TestPage.configuration()
        configuration.userContentController = plain.page.controller
        let page = try NativeHostPage(configuration: configuration)
        page.server.route("/page", .html("<script src='http://native/first.js'></script>"))
        try await page.page.load(page.server.url("/page"))
        #expect(page.arrivals.map(\.url) == ["native://http.native/first.js"])
        #expect(page.departures == [])
    }

    @Test func `a view without the handler that shares the controller has such requests fail`() async throws {
        let mapping = try NativeHostPage()
        let server = mapping.server
        let configuration = TestPage.configuration()
        configuration.userContentController = mapping.page.controller
        let page = try await TestPage(url: server.url("/page"), configuration: configuration)
        let seen = try await page.call("return await fetch('http://native/a').then(() => 'answered', e => e.name)")
        #expect(seen as? String == "TypeError")
        #expect(mapping.arrivals == [])
    }

    @Test func `a document of another site, in another process, maps it too`() async throws {
        let page = try await NativeHostPage(.http)
        try await page.page.load(page.server.url("/page", host: "127.0.0.1"))
        #expect(
            try await page.run("return await get('http://native/a')") == "200,the app,native://http.native/a,cors,42")
        #expect(page.arrivals.map(\.origin) == [page.server.origin(host: "127.0.0.1")])
    }

    @Test func `a frame of another site names its own origin`() async throws {
        let page = try await NativeHostPage(.http)
        page.server.route(
            "/frame",
            .html("<script>fetch('http://native/a').then(a => a.text()).then(t => parent.postMessage(t, '*'))</script>")
        )
        let seen = try await page.run(
            """
            const said = new Promise(done => addEventListener('message', event => done(event.data)));
            element('iframe', {src: url});
            return await limited(said);
            """, ["url": page.server.url("/frame", host: "127.0.0.1").absoluteString])
        #expect(seen == "the app")
        #expect(page.arrivals.map(\.origin) == [page.server.origin(host: "127.0.0.1")])
    }
}
