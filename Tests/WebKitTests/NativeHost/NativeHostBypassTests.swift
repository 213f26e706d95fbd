import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What does not come by the module: each is kept from the network another way, or leaves, as the documentation says.
@MainActor @Suite(.serialized)
struct NativeHostBypassTests {
    @Test func `a dedicated worker comes by, and names its page's origin`() async throws {
        let page = try await NativeHostPage(.http)
        let seen = try await page.run(
            """
            return await worker(`
                const x = new XMLHttpRequest();
                x.open('PUT', 'http://native/a', false);
                x.setRequestHeader('X-Mine', '1');
                x.send('x');
                importScripts('http://native/b.js');
                const answer = await fetch('http://native/c');
                const event = await new Promise(done => { new EventSource('http://native/d.events').onmessage = done });
                return [x.responseText, scripts, await answer.text(), event.data].join()`)
            """)
        #expect(seen == "the app,1,the app,one")
        #expect(page.arrivals.map(\.url) == ["a", "b.js", "c", "d.events"].map { "native://http.native/" + $0 })
        // A script that a worker imports is asked for by nobody.
        #expect(
            page.arrivals.map(\.asker) == [
                "\(page.origin), no referer", "no origin, no referer", "\(page.origin), no referer",
                "\(page.origin), no referer",
            ])
        #expect(page.departures == [])
    }

    @Test(arguments: [
        "{rel: 'preconnect', href: 'https://native/'}", "{rel: 'preconnect', href: 'https://native:8080/'}",
        "{rel: 'preconnect', crossOrigin: '', href: 'https://native/'}", "{rel: 'preconnect', href: 'http://native/'}",
        "{rel: 'dns-prefetch', href: 'http://native/'}", "{rel: 'prefetch', href: 'http://native/a.js'}",
    ])
    func `a hint of a link reaches nobody`(link: String) async throws {
        let page = try await NativeHostPage(.http)
        try await page.run("document.head.append(Object.assign(document.createElement('link'), \(link)))")
        // What is asked for later has come to the network's process later.
        try await page.run("await get('http://other/'); await get('http://other/')")
        #expect(page.arrivals == [])
        #expect(page.departures == ["GET http://other/", "GET http://other/"])
    }

    @Test func `a hint reaches the network in a view that does not map the host`() async throws {
        let page = try NativeHostPage(maps: false)
        try await page.load(.http)
        try await page.run(
            "document.head.append(Object.assign(document.createElement('link'), {rel: 'preconnect', href: 'https://native/'}))"
        )
        try await page.run("await get('http://other/'); await get('http://other/')")
        #expect(page.departures.first == "CONNECT http://native:443/")
    }

    /// Nothing on its way could stop it; the script at document start does, in documents.
    @Test func `a WebSocket leaves`() async throws {
        let page = try await NativeHostPage(.http)
        #expect(try await page.run("return await socket('ws://native/a')") == "error")
        #expect(page.arrivals == [])
        #expect(page.departures == ["GET ws://native/a"])
    }

    private static let remote = """
        const answer = async event => {
            const port = event.source ?? event.target;
            port.postMessage(await fetch('http://native/a').then(() => 'answered', error => error.name));
        };
        onconnect = event => { event.ports[0].onmessage = answer; };
        onmessage = answer;
        """

    @Test func `a shared worker's request leaves, and so does a service worker's`() async throws {
        let page = try NativeHostPage()
        page.server.route("/worker.js", .javaScript(Self.remote))
        try await page.load(.http)
        let shared = try await page.run(
            """
            const worker = new SharedWorker('/worker.js');
            const said = new Promise(done => { worker.port.onmessage = event => done(event.data); });
            worker.port.postMessage('');
            return await limited(said);
            """)
        #expect(shared == "TypeError")
        #expect(page.departures == ["GET http://native/a"])
        let service = try await page.run(
            """
            const registration = await navigator.serviceWorker.register('/worker.js');
            await navigator.serviceWorker.ready;
            const said = new Promise(done => { navigator.serviceWorker.onmessage = event => done(event.data); });
            registration.active.postMessage('');
            return await limited(said);
            """)
        #expect(service == "TypeError")
        #expect(page.departures == ["GET http://native/a", "GET http://native/a"])
        #expect(page.arrivals == [])
    }
}
