import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// The policy comes before any handler, whichever way a document asks.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct RoutePolicyTests {
    /// Routes that note who has reached them.
    private func add(_ routes: NativeRoutes, _ notes: RouteNotes) {
        routes.on("GET", "POST", "PUT", at: "secret") { request in
            await notes.note("secret by \(request.method)")
            return .text("secret")
        }
        routes.get("logo", isEmbeddable: true) { request in
            await notes.note("logo for \(request.origin?.description ?? "nobody")")
            return .data(
                Data("<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/>".utf8), type: "image/svg+xml")
        }
    }

    /// Asks in every way that a document has, and tells what came of each, as JSON.
    private static let ways = """
        const base = 'native://native';
        const element = (tag, set) => new Promise(done => {
            const made = document.createElement(tag);
            made.onload = () => done('loaded');
            made.onerror = () => done('failed');
            set(made);
            document.body.append(made);
        });
        const asked = async path => ({
            fetch: await fetch(base + path).then(answer => answer.text(), error => error.name),
            post: await fetch(base + path, {method: 'POST', body: 'x'}).then(answer => answer.status, error => error.name),
            opaque: await fetch(base + path, {mode: 'no-cors'}).then(answer => answer.type, error => error.name),
            opaquePost: await fetch(base + path, {mode: 'no-cors', method: 'POST', body: 'x'}).then(answer => answer.type, error => error.name),
            request: await new Promise(done => {
                const x = new XMLHttpRequest();
                x.onloadend = () => done(x.status);
                x.open('GET', base + path);
                x.send();
            }),
            events: await new Promise(done => {
                const source = new EventSource(base + path);
                source.onopen = () => { source.close(); done('open') };
                source.onerror = () => { source.close(); done('failed') };
            }),
            image: await element('img', made => made.src = base + path),
            script: await element('script', made => made.src = base + path),
            frame: await element('iframe', made => made.src = base + path),
            style: await element('link', made => { made.rel = 'stylesheet'; made.href = base + path }),
        });
        """

    @Test func `an origin that is not on the list reaches no handler and reads no answer`() async throws {
        let page = try await RoutedTestPage(add: add)
        try await page.page.load(page.server.url("/", host: "127.0.0.1"))
        let seen = try await page.run(Self.ways + "return await asked('/secret')")
        #expect(!seen.contains("\"secret\"") && !seen.contains("200"), "\(seen)")
        #expect(page.notes.lines == [])
        #expect(
            page.diagnostics.contains(
                .refused(origin: page.server.origin(host: "127.0.0.1"), url: "native://native/secret")),
            "\(page.diagnostics)")
    }

    @Test func `a sandboxed frame of an allowed page reaches no handler, but for what is embeddable`() async throws {
        let page = try await RoutedTestPage(add: add)
        let script = """
            const frame = document.createElement('iframe');
            frame.sandbox = 'allow-scripts';
            const told = new Promise(done => addEventListener('message', event => done(event.data)));
            frame.srcdoc = '<body><script>(async () => {' + ways
                + 'parent.postMessage(JSON.stringify(await asked(\\'' + path + '\\')), \\'*\\') })()</' + 'script>';
            document.body.append(frame);
            return await told;
            """
        let seen = try await page.run(script, ["ways": Self.ways, "path": "/secret"])
        #expect(!seen.contains("\"secret\"") && !seen.contains("200"), "\(seen)")
        #expect(page.notes.lines == [])
        let logo = try await page.run(script, ["ways": Self.ways, "path": "/logo"])
        #expect(logo.contains(#""image":"loaded""#), "\(logo)")
        #expect(!logo.contains("svg") && !logo.contains("200"), "\(logo)")
        #expect(Set(page.notes.lines) == ["logo for nobody"])
    }

    @Test func `an allowed page reaches its routes in every way that says who asks`() async throws {
        let page = try await RoutedTestPage(add: add)
        let seen = try await page.run(Self.ways + "return await asked('/secret')")
        #expect(seen.contains(#""fetch":"secret","post":200,"#) && seen.contains(#""request":200"#), "\(seen)")
        let logo = try await page.run(Self.ways + "return await asked('/logo')")
        #expect(logo.contains(#""image":"loaded""#), "\(logo)")
    }

    @Test func `frames of routes and navigations to them are refused where nobody says who asks`() async throws {
        let page = try await RoutedTestPage(add: add)
        try await page.page.load(page.server.url("/", host: "127.0.0.1"))
        let seen = try await page.run(
            """
            const frame = document.createElement('iframe');
            const loaded = new Promise(done => frame.onload = done);
            frame.referrerPolicy = 'no-referrer';
            frame.src = 'native://native/secret';
            document.body.append(frame);
            await loaded;
            try { return frame.contentDocument === null } catch (error) { return error.name }
            """)
        #expect(seen == "true")
        try await page.page.evaluate(
            """
            const link = document.createElement('a');
            link.href = 'native://native/secret';
            link.rel = 'noreferrer';
            document.body.append(link);
            link.click();
            """)
        try await page.page.navigation.wait(for: "the end of the navigation") { events in
            events.count { $0.name == "finished" || $0.name.hasPrefix("failed") } == 3
        }
        #expect(page.notes.lines == [])
        #expect(!(try await page.page.evaluate("document.body.innerText") as? String ?? "").contains("secret"))
    }

    @Test func `a load of the app itself shows what is embeddable, and such a page may ask for more`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            add(routes, notes)
            routes.get("page", isEmbeddable: true) { _ in .html("<title>native</title><img src=/logo>") }
        }
        try await page.page.load(try #require(URL(string: "native://native/page")))
        #expect(try await page.page.evaluate("document.title") as? String == "native")
        #expect(try await page.page.evaluate("location.origin") as? String == "native://native")
        #expect(try await page.page.evaluate("isSecureContext") as? Bool == true)
        #expect(
            try await page.run("return (await fetch('/secret', {method: 'PUT', headers: {'Gawa-Own': '1'}})).text()")
                == "secret")
        #expect(page.diagnostics == [])
    }

    @Test func `no foreign document can pass for a page of the routes' own`() async throws {
        let page = try await RoutedTestPage(add: add)
        try await page.page.load(page.server.url("/", host: "127.0.0.1"))
        for options in [
            "{}", "{mode: 'no-cors'}", "{referrerPolicy: 'no-referrer'}",
            "{mode: 'no-cors', referrerPolicy: 'no-referrer'}",
        ] {
            _ = try await page.run(
                "await fetch('native://native/secret', Object.assign(\(options), {headers: {'Gawa-Own': '1'}})).catch(() => {})"
            )
        }
        _ = try await page.run(
            """
            const frame = document.createElement('iframe');
            frame.sandbox = 'allow-scripts';
            const told = new Promise(done => addEventListener('message', done));
            frame.srcdoc = `<meta name=referrer content=no-referrer><script>(async () => {
                for (const mode of ['cors', 'no-cors']) {
                    await fetch('native://native/secret', {mode, headers: {'Gawa-Own': '1'}}).catch(() => {});
                }
                parent.postMessage('done', '*');
            })()</` + 'script>';
            document.body.append(frame);
            await told;
            """)
        #expect(page.notes.lines == [])
    }

    @Test func `BR-095: a page of another scheme on the list asks with header fields and credentials`() async throws {
        let page = try await RoutedTestPage(allowing: ["https://app.example.com"], add: add)
        try await page.page.load(html: "<p>", baseURL: URL(string: "https://app.example.com/"))
        #expect(
            try await page.run(
                """
                const answer = await fetch('native://native/secret', {
                    method: 'PUT', headers: {'X-Mine': '1', 'Content-Type': 'application/json'}, credentials: 'include', body: '{}'
                });
                return answer.status + ' ' + await answer.text() + ' ' + answer.headers.get('vary');
                """) == "200 secret null")
    }

    @Test func `BR-095: a page of the routes' own names its origin to servers, which allow or deny it`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("page", isEmbeddable: true) { _ in .html("<p>") }
            routes.put("own") { .text("\($0.origin?.description ?? "nobody") \($0.headers["X-Mine"] ?? "")") }
        }
        page.server.route("/open", .text("open").header("Access-Control-Allow-Origin", "native://native"))
        page.server.route("/closed", .text("closed"))
        try await page.page.load(try #require(URL(string: "native://native/page")))
        let seen = try await page.run(
            """
            const own = {method: 'PUT', headers: {'X-Mine': '1', 'Gawa-Own': '1'}};
            const ask = (url, options) => fetch(url, options).then(answer => answer.text(), error => error.name);
            return [location.origin, await ask('/own', own), await ask(server + '/open'), await ask(server + '/closed')].join();
            """, ["server": page.server.origin()])
        #expect(seen == "native://native,native://native 1,open,TypeError")
        let origins = page.server.requests.filter { ["/open", "/closed"].contains($0.path) }.map {
            $0[header: "Origin"]
        }
        #expect(origins == ["native://native", "native://native"])
    }

    @Test func `the page's own content security policy holds`() async throws {
        let page = try await RoutedTestPage(
            html: "<meta http-equiv='Content-Security-Policy' content=\"connect-src 'none'\"><p>", add: add)
        #expect(try await page.run("return await fetch('native://native/secret')").hasPrefix("TypeError"))
        #expect(page.notes.lines == [])
    }
}
