import GawaTestSupport
import Testing
import WebKit

/// What scripts ask of the host `native`.
@MainActor @Suite(.serialized)
struct NativeHostRequestTests {
    @Test(arguments: [true, false])
    func `XMLHttpRequest arrives, asynchronous and synchronous`(isAsync: Bool) async throws {
        let page = try await NativeHostPage(.http)
        let seen = try await page.run(
            """
            return await xhr('http://native/notes?x=1', 'PUT', '{"a":"ä"}', {'Content-Type': 'application/json', 'X-Mine': '1'}, \(isAsync))
            """)
        // The engine's own address shows; the script at document start maps it back.
        #expect(seen == "200,the app,native://http.native/notes?x=1,42")
        let arrival = try #require(page.arrivals.first)
        #expect(page.arrivals.count == 1)
        #expect(arrival.method == "PUT")
        #expect(arrival.url == "native://http.native/notes?x=1")
        #expect(arrival.body == "{\"a\":\"ä\"}")
        #expect(arrival.asker == "\(page.origin), \(page.origin)/")
        #expect(arrival.fields["Content-Type"] == "application/json")
        #expect(arrival.fields["X-Mine"] == "1")
        #expect(page.departures == [])
    }

    @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"])
    func `fetch arrives with its method and without a question in advance`(method: String) async throws {
        let page = try await NativeHostPage(.http)
        let seen = try await page.run(
            "return await get('http://native/a', {method: '\(method)', headers: {'X-Mine': '1'}})")
        // A body for HEAD is the handler's fault, and reaches the page.
        #expect(seen == "200,the app,native://http.native/a,cors,42")
        #expect(
            page.arrivals.map(\.description) == [
                "\(method) native://http.native/a from \(page.origin), \(page.origin)/"
            ])
        #expect(page.departures == [])
    }

    @Test func `bodies arrive as they are`() async throws {
        let page = try await NativeHostPage(.http)
        try await page.run(
            """
            const post = body => get('http://native/a', {method: 'POST', body});
            await post('täxt');
            await post(new Uint8Array([0, 255, 10]));
            await post(new URLSearchParams({a: 'b c'}));
            const form = new FormData();
            form.append('name', 'value');
            await post(form);
            """)
        let bodies = page.handler.started.map { $0.request.httpBody ?? Data() }
        #expect(bodies.prefix(3) == [Data("täxt".utf8), Data([0, 255, 10]), Data("a=b+c".utf8)])
        #expect(String(decoding: bodies[3], as: UTF8.self).contains("name=\"name\"\r\n\r\nvalue"))
        #expect(page.arrivals[3].fields["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    }

    @Test func `both schemes are the app's, and their hosts tell which was asked for`() async throws {
        let page = try await NativeHostPage(.http)
        #expect(
            try await page.run("return await get('https://native/a')") == "200,the app,native://https.native/a,cors,42")
        #expect(page.arrivals.map(\.url) == ["native://https.native/a"])
        #expect(page.departures == [])
    }

    /// The module keeps every byte; what Foundation's URLs cannot hold is escaped on its way to the handler.
    @Test func `path, query and fragment are kept`() async throws {
        let page = try await NativeHostPage(.http)
        let addresses = [
            "/": "/", "": "/", "?q": "/?q", "/a//b/": "/a//b/", "/%zz?%zz#%zz": "/%25zz?%25zz#%25zz",
            "/%2F%2e%41": "/%2F%2e%41",
            "/ü?ü#ü": "/%C3%BC?%C3%BC#%C3%BC",
            "/a|[]()!$&'*+,;=:@?[]{}|'`": "/a%7C%5B%5D()!$&'*+,;=:@?%5B%5D%7B%7D%7C%27%60",
            "/a?http://native/b?c@native:8080": "/a?http://native/b?c@native:8080", "/@native:8080/": "/@native:8080/",
        ]
        for (address, wanted) in addresses {
            page.handler.reset()
            try await page.page.call("await fetch('http://native' + rest)", ["rest": address])
            #expect(page.arrivals.map(\.url) == ["native://http.native" + wanted])
        }
    }

    @Test func `an answer without leave is not readable, though the request arrives`() async throws {
        let page = try await NativeHostPage(.http)
        page.handler.fallback = { $0.answer("secret") }
        #expect(
            try await page.run("return [await get('http://native/a'), await xhr('http://native/b')].join()")
                == "TypeError,error")
        #expect(page.arrivals.map(\.asker) == [String](repeating: "\(page.origin), \(page.origin)/", count: 2))
    }

    @Test func `a request without CORS names its origin when it is no GET`() async throws {
        let page = try await NativeHostPage(.http)
        try await page.run("await fetch('http://native/a', {mode: 'no-cors', method: 'POST', body: 'x'})")
        try await page.run("await fetch('http://native/b', {mode: 'no-cors'})")
        #expect(page.arrivals.map(\.asker) == ["\(page.origin), \(page.origin)/", "no origin, \(page.origin)/"])
    }

    @Test func `EventSource arrives and hears`() async throws {
        let page = try await NativeHostPage(.http)
        #expect(try await page.run("return await events('http://native/a.events')") == "one,http://native/a.events")
        #expect(page.arrivals.first?.asker == "\(page.origin), \(page.origin)/")
        #expect(page.arrivals.first?.fields["Accept"] == "text/event-stream")
        #expect(page.departures == [])
    }

    @Test func `the ping of a link arrives`() async throws {
        let page = try await NativeHostPage(.http)
        try await page.run(
            """
            const link = document.createElement('a');
            link.href = '#there';
            link.ping = 'http://native/ping';
            document.body.append(link);
            link.click();
            """)
        let arrival = try #require(try await page.wait().first)
        #expect(arrival.url == "native://http.native/ping")
        #expect(arrival.method == "POST")
        #expect(arrival.body == "PING")
        #expect(arrival.origin == page.origin)
        #expect(page.departures == [])
    }

    /// The engine would name a sandboxed frame's address as the origin of its beacon.
    @Test(arguments: [NativeHostPage.Kind.http, .sandboxed])
    func `sendBeacon is refused without the script at document start, for its origin is not to be believed`(
        kind: NativeHostPage.Kind
    ) async throws {
        let page = try await NativeHostPage(kind)
        try await page.run(
            """
            for (const body of ['text', undefined, new Uint8Array(3), new URLSearchParams('a=b'), new FormData(), new Blob(['{}'], {type: 'application/json'})])
                navigator.sendBeacon('http://native/beacon', body);
            await fetch('http://native/after', {method: 'POST', body: 'x', cache: 'no-cache'});
            """)
        #expect(page.arrivals.map(\.url) == ["native://http.native/after"])
        #expect(page.departures == [])
    }
}
