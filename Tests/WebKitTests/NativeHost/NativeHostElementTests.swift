import GawaTestSupport
import Testing
import WebKit

/// What the elements of a page ask of the host `native`.
@MainActor @Suite(.serialized)
struct NativeHostElementTests {
    private nonisolated static let elements: [(script: String, path: String, hasOrigin: Bool)] = [
        ("element('img', {src: H + '/a.svg'})", "/a.svg", false),
        ("element('img', {crossOrigin: 'anonymous', src: H + '/b.svg'})", "/b.svg", true),
        ("element('script', {src: H + '/a.js'})", "/a.js", false),
        ("element('script', {type: 'module', src: H + '/b.js'})", "/b.js", true),
        ("element('link', {rel: 'stylesheet', href: H + '/a.css'})", "/a.css", false),
        ("element('style', {textContent: '@import url(' + H + '/b.css);'})", "/b.css", false),
        ("element('link', {rel: 'preload', as: 'script', href: H + '/c.js'})", "/c.js", false),
        ("element('link', {rel: 'modulepreload', href: H + '/a.mjs'})", "/a.mjs", true),
        ("element('object', {type: 'image/svg+xml', data: H + '/c.svg'})", "/c.svg", false),
        ("element('embed', {type: 'image/svg+xml', src: H + '/d.svg'})", "/d.svg", false),
        ("element('iframe', {src: H + '/a.html'})", "/a.html", false),
    ]

    @Test(arguments: elements)
    func `elements are loaded from the app`(element: (script: String, path: String, hasOrigin: Bool)) async throws {
        let page = try await NativeHostPage(.http)
        #expect(try await page.run("const H = 'http://native'; return await \(element.script)") == "load")
        let arrival = try #require(page.arrivals.first)
        #expect(arrival.method == "GET")
        #expect(arrival.url == "native://http.native" + element.path)
        #expect(arrival.origin == (element.hasOrigin ? page.origin : nil))
        #expect(arrival.referer == page.origin + "/")
        #expect(page.departures == [])
    }

    private nonisolated static let styled: [(script: String, path: String)] = [
        ("document.body.style.background = 'url(' + H + '/a.svg)'", "/a.svg"),
        ("new FontFace('F', 'url(' + H + '/a.woff2)').load().catch(() => {})", "/a.woff2"),
        ("import(H + '/a.mjs')", "/a.mjs"),
        ("document.body.innerHTML = '<svg><image href=\"' + H + '/b.svg\"/></svg>'", "/b.svg"),
    ]

    @Test(arguments: styled)
    func `what styles and scripts name is loaded from the app`(load: (script: String, path: String)) async throws {
        let page = try await NativeHostPage(.http)
        try await page.run("const H = 'http://native'; \(load.script)")
        let arrival = try #require(try await page.wait().first)
        #expect(arrival.url == "native://http.native" + load.path)
        #expect(arrival.asker == "no origin, \(page.origin)/")
        #expect(page.departures == [])
    }

    @Test func `media elements ask the app without a word of who they are`() async throws {
        let page = try await NativeHostPage(.http)
        // A page that is not shown loads no media.
        let window = page.page.present()
        defer { window.close() }
        try await page.run(
            """
            const video = document.createElement('video');
            video.src = 'http://native/a.mp4';
            document.body.append(video);
            video.load();
            """)
        let arrival = try #require(try await page.wait().first)
        #expect(arrival.url == "native://http.native/a.mp4")
        #expect(arrival.asker == "no origin, no referer")
        #expect(page.departures == [])
    }

    @Test func `a frame of the host is a document of the scheme`() async throws {
        let page = try await NativeHostPage(.http)
        let said = try await page.run(
            """
            const said = new Promise(done => addEventListener('message', event => done(event.data)));
            element('iframe', {src: 'http://native/a.html'});
            return await limited(said);
            """)
        #expect(said == "in native://http.native/a.html native://http.native")
    }

    @Test func `a page goes to the host, and the navigation delegate sees the address that it asked for`() async throws
    {
        let page = try await NativeHostPage(.http)
        let origin = page.origin
        try await page.run("setTimeout(() => { location.href = 'http://native/a.html' })")
        let arrival = try #require(try await page.wait().first)
        #expect(arrival.description == "GET native://http.native/a.html from no origin, \(origin)/")
        #expect(page.page.navigation.actions.last?.request.url?.absoluteString == "http://native/a.html")
        #expect(page.departures == [])
    }

    @Test(arguments: ["get", "post"])
    func `a form is sent to the app`(method: String) async throws {
        let page = try await NativeHostPage(.http)
        let origin = page.origin
        try await page.run(
            """
            document.body.innerHTML =
                '<form method=\(method) action="http://native/a.html"><input name=a value="b c"></form>';
            setTimeout(() => document.forms[0].submit());
            """)
        let arrival = try #require(try await page.wait().first)
        let isPost = method == "post"
        #expect(arrival.method == method.uppercased())
        #expect(arrival.url == "native://http.native/a.html" + (isPost ? "" : "?a=b+c"))
        #expect(arrival.body == (isPost ? "a=b+c" : nil))
        #expect(arrival.asker == "\(isPost ? origin : "no origin"), \(origin)/")
        #expect(page.departures == [])
    }

    @Test(arguments: ["http://native/a.html?b=%27#c", "https://native", "http://NATIVE:80/a.html"])
    func `the app loads the host itself`(address: String) async throws {
        let page = try NativeHostPage()
        page.handler.fallback = { $0.answer("<title>from the app</title>", type: "text/html") }
        try await page.page.load(makeURL(address))
        #expect(try await page.page.evaluate("document.title") as? String == "from the app")
        let mapped = ["native://http.native/a.html?b=%27#c", "native://https.native/", "native://http.native/a.html"]
        let arrival = try #require(page.arrivals.first)
        #expect(page.arrivals.count == 1 && mapped.contains(arrival.url))
        #expect(arrival.asker == "no origin, no referer")
        #expect(page.departures == [])
    }

    @Test func `a download of a link does not leave`() async throws {
        let page = try await NativeHostPage(.http)
        try await page.run(
            """
            const link = document.createElement('a');
            link.href = 'http://native/a.txt';
            link.download = 'a.txt';
            document.body.append(link);
            link.click();
            """)
        try await page.page.navigation.wait(for: "the action") { _ in
            page.page.navigation.actions.contains { $0.request.url?.host == "native" }
        }
        // Another request makes the way through the network's process after it. The engine stops a page's loads when
        // it takes up a navigation, so those before that end with an error and never leave.
        for _ in 0..<50 where page.departures == [] {
            try await page.run("return await get('http://other/')")
        }
        #expect(page.departures == ["GET http://other/"])
    }

    @Test func `a report of a policy goes to the app`() async throws {
        let page = try await NativeHostPage(.http)
        page.server.route(
            "/policed",
            .html("<img src='/image'>").header(
                "Content-Security-Policy", "img-src 'none'; report-uri http://native/report"))
        try await page.page.load(page.server.url("/policed"))
        let arrival = try #require(try await page.wait().first)
        #expect(arrival.url == "native://http.native/report")
        #expect(page.departures == [])
    }
}
