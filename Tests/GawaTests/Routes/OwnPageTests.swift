import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Pages that the routes themselves have answered with: the engine names no origin in their requests to their own host.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct OwnPageTests {
    /// A view that shows a page of the routes.
    private func page(at address: String = "native://native/page") async throws -> RoutedTestPage {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("page", isEmbeddable: true) { _ in .html("<!doctype html><title>native</title><p>") }
            routes.on("GET", "POST", "PUT", at: "told") { request in
                let fields = request.headers.fields.map(\.name).filter { $0.lowercased().hasPrefix("gawa") }
                await notes.note(
                    "\(request.method) \(request.url) for \(request.origin?.description ?? "nobody") \(fields)")
                return .text(try request.text())
            }
            routes.get("events") { request in
                await notes.note("events \(request.url) for \(request.origin?.description ?? "nobody")")
                return .events(AsyncStream { $0.yield(ServerSentEvent("one", id: "7")) })
            }
        }
        try await page.page.load(try #require(URL(string: address)))
        return page
    }

    @Test func `XMLHttpRequest and fetch of such a page reach its host, and handlers see nothing of how`() async throws
    {
        let page = try await page()
        let seen = try await page.run(
            """
            const seen = [];
            for (const isAsync of [true, false]) {
                const x = new XMLHttpRequest();
                x.open('POST', '/told', isAsync);
                const end = new Promise(done => x.onloadend = done);
                x.send('x');
                if (isAsync) await end;
                seen.push(x.status, x.responseText, x.responseURL);
            }
            const read = async answer => seen.push(answer.status, await answer.text());
            await read(await fetch('told'));
            await read(await fetch('/told', {method: 'PUT', body: 'y', headers: {'X-Mine': '1'}}));
            await read(await fetch(new Request('/told', {method: 'POST', body: new Blob(['z'])})));
            await read(await fetch(new Request('/told'), {method: 'POST', body: 'w'}));
            return seen.join();
            """)
        #expect(seen == "200,x,native://native/told,200,x,native://native/told,200,,200,y,200,z,200,w")
        #expect(
            page.notes.lines
                == ["POST", "POST", "GET", "PUT", "POST", "POST"].map {
                    "\($0) native://native/told for native://native []"
                })
        #expect(page.diagnostics == [])
    }

    @Test func `fields that a page sets beside the script, and a request that is opened again, do no harm`()
        async throws
    {
        let page = try await page()
        let seen = try await page.run(
            """
            const x = new XMLHttpRequest();
            x.open('GET', '/told', false);
            x.setRequestHeader('Gawa-Own', '1');
            x.setRequestHeader('Gawa-Synchronous', '1');
            x.send();
            const seen = [x.status];
            x.open('GET', '/told');
            x.send();
            x.abort();
            x.open('GET', 'http://native/told', false);
            x.open('GET', '/told', false);
            x.abort();
            x.send();
            return seen.concat(x.status, (await fetch('/told', {headers: {'Gawa-Own': '1'}})).status).join();
            """)
        #expect(seen == "200,200,200")
        #expect(page.diagnostics == [])
    }

    @Test(arguments: [
        ("native://native/page", "native://native/events", "native://native"),
        ("native://http.native/page", "http://native/events", "native://http.native"),
    ])
    func `EventSource of such a page reaches its host, by another name of it`(
        address: String, shown: String, origin: String
    ) async throws {
        let page = try await page(at: address)
        let seen = try await page.run(
            """
            const source = new EventSource('/events');
            const event = await new Promise((done, fail) => { source.onmessage = done; source.onerror = fail; });
            source.close();
            return [event.data, event.lastEventId, event.origin, source.url].join();
            """)
        #expect(seen == "one,7,\(origin),\(shown)")
        #expect(page.notes.lines == ["events \(shown) for \(origin)"])
    }

    @Test func `a beacon of such a page arrives`() async throws {
        let page = try await page()
        #expect(try await page.run("return navigator.sendBeacon('/told', 'x')") == "true")
        try await page.notes.wait(for: "POST native://native/told for native://native []")
    }

    @Test func `a page of http://native asks its host and the other, each by its own origin`() async throws {
        let page = try await page(at: "native://http.native/page")
        let seen = try await page.run(
            """
            const seen = [];
            for (const address of ['/told', 'http://native/told', 'native://native/told']) {
                const x = new XMLHttpRequest();
                x.open('GET', address, false);
                x.send();
                seen.push(x.status, (await fetch(address)).status);
            }
            return seen.join();
            """)
        #expect(seen == "200,200,200,200,200,200")
        let lines = ["http://native/told", "http://native/told", "native://native/told"].flatMap { url in
            Array(repeating: "GET \(url) for native://http.native []", count: 2)
        }
        #expect(page.notes.lines == lines)
    }

    @Test func `a sandboxed frame of such a page reaches no handler`() async throws {
        let page = try await page()
        let seen = try await page.run(
            """
            const frame = document.createElement('iframe');
            frame.sandbox = 'allow-scripts';
            const told = new Promise(done => addEventListener('message', event => done(event.data)));
            frame.srcdoc = `<script>(async () => {
                const status = async (address) => fetch(address).then(answer => answer.status, error => error.name);
                const x = new XMLHttpRequest();
                x.open('GET', 'native://native/told');
                x.onloadend = async () => {
                    const source = new EventSource('native://native/events');
                    source.onerror = async () => {
                        source.close();
                        parent.postMessage([x.status, await status('native://native/told'), await status('http://native/told')].join(), '*');
                    };
                };
                x.send();
            })()</` + 'script>';
            document.body.append(frame);
            return await told;
            """)
        #expect(seen == "0,TypeError,TypeError")
        #expect(page.notes.lines == [])
    }

    @Test func `a worker, which has no script of ours, says itself that it is of the routes' own`() async throws {
        let page = try await page()
        let seen = try await page.run(
            """
            const source = `onmessage = async ({data}) => {
                const ask = headers => fetch(data, {headers}).then(answer => answer.status, error => error.name);
                postMessage([await ask({}), await ask({'Gawa-Own': '1'})].join());
            }`;
            const worker = new Worker(URL.createObjectURL(new Blob([source])));
            const told = new Promise(done => worker.onmessage = event => done(event.data));
            worker.postMessage('native://native/told');
            const seen = await told;
            worker.terminate();
            return seen;
            """)
        #expect(seen == "403,200")
        #expect(page.notes.lines == ["GET native://native/told for native://native []"])
    }
}
