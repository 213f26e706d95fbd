import GawaTestSupport
import TestServer
import Testing
import WebKit

@testable import Gawa

/// The script at document start, in real pages: of `https`, where the engine blocks plain `http`, and of `http`.
@MainActor @Suite(.serialized)
struct NativeHostScriptTests {
    private nonisolated static let bases = ["https://app.example/folder/page", "http://app.example/folder/page"]

    @Test(arguments: bases)
    func `XMLHttpRequest reaches the app, asynchronous and synchronous`(base: String) async throws {
        let page = try await ScriptedPage(base: base)
        for isAsync in [true, false] {
            let seen = try await page.run(
                """
                const x = new XMLHttpRequest();
                x.open('PUT', 'http://native/a?b#c', isAsync);
                x.setRequestHeader('X-Mine', '1');
                const done = new Promise(done => { x.onload = done; });
                x.send('täxt');
                await done;
                return [x.status, x.responseText, x.responseURL, x.getResponseHeader('x-answer')].join();
                """, ["isAsync": isAsync])
            #expect(seen == "200,the app,http://native/a?b,42")
            let request = try #require(page.handler.requests.last)
            #expect(request.url?.absoluteString == "native://http.native/a?b#c")
            #expect(request.httpMethod == "PUT")
            #expect(request.httpBody == Data("täxt".utf8))
            #expect(request.value(forHTTPHeaderField: "X-Mine") == "1")
            #expect(request.value(forHTTPHeaderField: "Origin") == page.origin)
        }
    }

    @Test(arguments: bases)
    func `fetch reaches the app by text, URL and Request`(base: String) async throws {
        let page = try await ScriptedPage(base: base)
        let seen = try await page.run(
            """
            const read = async answer => [answer.status, await answer.text(), answer.url].join();
            const request = new Request('http://native/c', {
                method: 'POST', body: '{"a":1}', headers: {'Content-Type': 'application/json', 'X-Mine': '1'}, credentials: 'omit'});
            return [
                await read(await fetch('http://native/a')),
                await read(await fetch(new URL('http://native/b'), {method: 'DELETE'})),
                await read(await fetch(request)), request.bodyUsed,
                await read(await fetch(new Request('http://native/d', {headers: {'X-Mine': '2'}}), {method: 'PUT', body: 'x'})),
            ].join(' ');
            """)
        #expect(
            seen
                == "200,the app,http://native/a 200,the app,http://native/b 200,the app,http://native/c true 200,the app,http://native/d"
        )
        #expect(page.handler.requests.map(\.httpMethod) == ["GET", "DELETE", "POST", "PUT"])
        #expect(page.handler.requests[2].httpBody == Data("{\"a\":1}".utf8))
        #expect(page.handler.requests[2].value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(page.handler.requests.map { $0.value(forHTTPHeaderField: "X-Mine") } == [nil, nil, "1", "2"])
        #expect(
            page.handler.requests.map { $0.value(forHTTPHeaderField: "Origin") }
                == [String?](repeating: page.origin, count: 4))
    }

    @Test func `a fetch is aborted by its signal, and that of its Request`() async throws {
        let page = try await ScriptedPage()
        page.handler.answers = false
        let seen = try await page.run(
            """
            const controller = new AbortController();
            const waiting = [
                fetch('http://native/a', {signal: controller.signal}),
                fetch(new Request('http://native/b', {signal: controller.signal, method: 'POST', body: 'x'})),
            ].map(promise => promise.catch(error => error.name));
            setTimeout(() => controller.abort(), 50);
            return (await Promise.all(waiting)).join();
            """)
        #expect(seen == "AbortError,AbortError")
    }

    @Test func `a Blob arrives, and of a form what is no file`() async throws {
        let page = try await ScriptedPage()
        try await page.run(
            """
            await fetch('http://native/blob', {method: 'POST', body: new Blob(['abc'], {type: 'image/png'})});
            const form = new FormData();
            form.append('text', 'value');
            await fetch('http://native/form', {method: 'POST', body: form});
            """)
        let requests = page.handler.requests
        try #require(requests.count == 2)
        #expect(requests[0].httpBody == Data("abc".utf8))
        #expect(requests[0].value(forHTTPHeaderField: "Content-Type") == "image/png")
        #expect(String(decoding: requests[1].httpBody ?? Data(), as: UTF8.self).contains("\r\n\r\nvalue\r\n"))
    }

    @Test(arguments: bases)
    func `EventSource reaches the app and shows the address that was asked for`(base: String) async throws {
        let page = try await ScriptedPage(base: base)
        let seen = try await page.run(
            """
            const source = new EventSource('http://native/events');
            const event = await new Promise((done, fail) => { source.onmessage = done; source.onerror = fail; });
            source.close();
            return [event.data, source.url, source instanceof EventSource, source.readyState === EventSource.CLOSED].join();
            """)
        #expect(seen == "one,http://native/events,true,true")
        #expect(page.handler.requests.first?.value(forHTTPHeaderField: "Origin") == page.origin)
    }

    @Test(arguments: bases)
    func `sendBeacon reaches the app with the page's true origin`(base: String) async throws {
        let page = try await ScriptedPage(base: base)
        let seen = try await page.run(
            """
            return [navigator.sendBeacon('http://native/a', 'text'), navigator.sendBeacon('https://native/b'),
                navigator.sendBeacon('http://native/c', new Blob(['{}'], {type: 'application/json'}))].join();
            """)
        #expect(seen == "true,true,true")
        try await page.handler.wait(count: 3)
        let requests = page.handler.requests.sorted { ($0.url?.path ?? "") < ($1.url?.path ?? "") }
        #expect(requests.map(\.httpMethod) == ["POST", "POST", "POST"])
        #expect(requests.map { $0.httpBody ?? Data() } == [Data("text".utf8), Data(), Data("{}".utf8)])
        #expect(requests[2].value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(requests.map { $0.value(forHTTPHeaderField: "Origin") } == [page.origin, page.origin, page.origin])
    }

    @Test func `a sandboxed frame's beacon names no origin that it does not have`() async throws {
        let page = try await ScriptedPage()
        try await page.run(
            """
            const frame = document.createElement('iframe');
            frame.sandbox = 'allow-scripts';
            frame.srcdoc = `<script>navigator.sendBeacon('http://native/a', 'x')</` + 'script>';
            document.body.append(frame);
            """)
        try await page.handler.wait(count: 1)
        #expect(page.handler.requests.map { $0.value(forHTTPHeaderField: "Origin") } == ["null"])
    }

    @Test func `there is no WebSocket to the host`() async throws {
        let page = try await ScriptedPage()
        let seen = try await page.run(
            """
            const name = address => { try { new WebSocket(address).close(); return 'made'; } catch (error) { return error.name; } };
            return [name('wss://native/'), name('ws://native./'), name('wss://native.example/'), WebSocket.OPEN].join();
            """)
        #expect(seen == "SecurityError,SecurityError,made,1")
    }

    @Test func `look-alikes and other addresses are left to the engine`() async throws {
        let page = try await ScriptedPage()
        let seen = try await page.run(
            """
            const names = [];
            for (const address of ['http://native./', 'http://native:8080/', 'http://native%2e/', 'https://x@native/'])
                names.push(await fetch(address).then(() => 'answered', error => error.name));
            return names.join();
            """)
        #expect(seen == "TypeError,TypeError,TypeError,TypeError")
        #expect(page.handler.requests.isEmpty)
    }

    @Test func `functions look as they did, and nothing enumerable is added`() async throws {
        let look = """
            const names = [];
            for (const name in window) if (name !== 'difference') names.push(name);
            const functions = [fetch, XMLHttpRequest.prototype.open, Navigator.prototype.sendBeacon, EventSource, WebSocket,
                Object.getOwnPropertyDescriptor(Response.prototype, 'url').get];
            return JSON.stringify([names, functions.map(any => [any.name, any.length, typeof any, Object.keys(any)]),
                Object.keys(XMLHttpRequest), Object.keys(EventSource), EventSource.prototype.constructor === EventSource,
                Object.getOwnPropertyDescriptor(window, 'fetch').enumerable, Object.getOwnPropertyDescriptor(window, 'EventSource').enumerable,
                functions.every(any => /^function \\w*\\(\\) \\{\\s*\\[native code\\]\\s*\\}$/.test(Function.prototype.toString.call(any)))]);
            """
        let scripted = try await ScriptedPage().run(look)
        #expect(scripted == (try await ScriptedPage(hasScript: false).run(look)))
        #expect(scripted.hasSuffix("true]"))
    }

    @Test func `what the page replaces, deletes or freezes later is not used`() async throws {
        let page = try await ScriptedPage()
        let seen = try await page.run(
            """
            var bad = [];
            const define = Reflect.defineProperty;
            const trap = name => function () { define(bad, bad.length, {__proto__: null, value: String(name)}); throw 'trap'; };
            const {fetch, XMLHttpRequest, EventSource} = window;
            const open = XMLHttpRequest.prototype.open, call = Function.prototype.call.bind(Function.prototype.call);
            const made = new Request('http://native/d', {method: 'POST', body: 'x', headers: {'X-Mine': '1'}});
            const x = new XMLHttpRequest();
            for (const type of [URL, Request, Headers, Blob, FormData, Reflect, Node, String]) {
                for (const holder of [type, type.prototype]) for (const key of holder ? Reflect.ownKeys(holder) : []) {
                    const found = Object.getOwnPropertyDescriptor(holder, key);
                    if (!found.configurable || ['constructor', 'length', 'name', 'ownKeys', 'defineProperty', Symbol.iterator].includes(key)) continue;
                    define(holder, key, found.get ? {__proto__: null, get: trap(key)} : {__proto__: null, value: trap(key)});
                }
            }
            for (const name of ['URL', 'Request', 'Proxy', 'Reflect', 'Blob', 'FormData', 'Headers', 'DOMException'])
                define(window, name, {__proto__: null, value: trap(name)});
            for (const name of ['get', 'set', 'value', 'body', 'method', 'apply', 'construct'])
                define(Object.prototype, name, {__proto__: null, get: trap(name), configurable: true});
            define(Array.prototype, Symbol.iterator, {__proto__: null, value: trap('iterator')});
            define(Array.prototype, 0, {__proto__: null, set: trap('set'), get: trap('get'), configurable: true});
            call(open, x, 'GET', 'http://native/a', false);
            x.send();
            await fetch('http://native/b');
            new EventSource('http://native/c').close();
            await fetch(made);
            delete Array.prototype[0];
            delete Object.prototype.get; delete Object.prototype.set; delete Object.prototype.value;
            return bad.join() + x.responseURL;
            """)
        #expect(seen == "http://native/a")
        let addresses = page.handler.requests.map { $0.url?.absoluteString }
        #expect(addresses.contains("native://http.native/a") && addresses.contains("native://http.native/b"))
        #expect(page.handler.requests.last?.httpBody == Data("x".utf8))
        #expect(page.handler.requests.last?.value(forHTTPHeaderField: "X-Mine") == "1")
    }
}
