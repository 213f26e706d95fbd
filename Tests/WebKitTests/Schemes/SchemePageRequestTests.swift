import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What the scripts of a page see of answers.
@MainActor @Suite(.serialized)
struct SchemePageRequestTests {
    @Test func `sh-sync-xhr: a synchronous request gets the body`() async throws {
        let handler = SchemeRecorder()
        let messages = MessageRecorder()
        handler.routes["/main.html"] = {
            $0.answer(
                """
                <script>
                const x = new XMLHttpRequest();
                x.open('GET', 'test.dat', false);
                x.send();
                webkit.messageHandlers.h.postMessage(x.responseText)
                </script>
                """, type: "text/html")
        }
        handler.routes["/test.dat"] = { $0.answer("The body of test.dat") }
        let page = TestPage(configuration: handler.configuration())
        page.controller.add(messages, name: "h")
        try await page.load(makeURL("test://host/main.html"))
        try await messages.wait(count: 1)
        #expect(messages.bodies as? [String] == ["The body of test.dat"])
    }

    @Test func `a synchronous request may be answered later, in pieces`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { task in
            Task {
                task.didReceive(task.httpResponse(status: 201, headers: ["X-A": "b"]))
                for number in 0..<5 {
                    try await Task.sleep(for: .milliseconds(5))
                    task.didReceive(Data("\(number)".utf8))
                }
                task.didFinish()
            }
        }
        let page = try await handler.page()
        let seen = try await page.call(
            """
            const x = new XMLHttpRequest();
            x.open('GET', 'later', false);
            x.send();
            return [x.status, x.getResponseHeader('x-a'), x.responseText].join();
            """)
        #expect(seen as? String == "201,b,01234")
    }

    // MARK: Origins

    private static let crossOrigin = """
        try {
            const answer = await fetch('other://host2/data', {headers: headers ? {'X-Mine': '1'} : {}});
            return await answer.text();
        } catch (e) { return String(e) }
        """

    @Test func `sh-cors-allowed: another origin is readable only when the answer allows it`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/data"] = {
            $0.answer("data", headers: ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "x-mine"])
        }
        let configuration = handler.configuration(schemes: "test", "other")
        handler.routes["/"] = { $0.answer("<p>", type: "text/html") }
        let page = try await TestPage(url: makeURL("test://host/"), configuration: configuration)
        #expect(try await page.call(Self.crossOrigin, ["headers": false]) as? String == "data")
        #expect(handler.started.last?.request.value(forHTTPHeaderField: "Origin") == "test://host")

        // The engine asks no handler in advance.
        handler.reset()
        handler.routes["/data"] = { $0.answer("data", headers: ["Access-Control-Allow-Origin": "test://host"]) }
        #expect(try await page.call(Self.crossOrigin, ["headers": true]) as? String == "data")
        #expect(handler.started.map(\.request.httpMethod) == ["GET"])

        handler.routes["/data"] = { $0.answer("data") }
        #expect(try await page.call(Self.crossOrigin, ["headers": false]) as? String == "TypeError: Load failed")
    }

    @Test func `sh-fetch-http-from-scheme: a page of the scheme fetches from a server that allows it`() async throws {
        let server = try TestServer()
        server.route("/", .text("hello").header("Access-Control-Allow-Origin", "*"))
        server.route("/denied", .text("hello"))
        let handler = SchemeRecorder()
        handler.routes["/loadSuccess"] = { $0.answer("") }
        let page = try await handler.page(url: "test://host1/")
        try await page.call("await fetch(u).then(() => fetch('/loadSuccess'))", ["u": server.url().absoluteString])
        #expect(handler.startedURLs.last == "test://host1/loadSuccess")
        #expect(server.requests.count == 1)
        #expect(server.requests[0][header: "Origin"] == "test://host1")
        let denied = try await page.call(
            "return await fetch(u).then(() => 'read', e => e.name)", ["u": server.url("/denied").absoluteString])
        #expect(denied as? String == "TypeError")
    }

    @Test func `sh-module-import: the request for a module tells the origin`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/m.js"] = { $0.answer("export const x = 1", type: "text/javascript") }
        handler.routes["/"] = {
            $0.answer(
                "<link rel=modulepreload href='test://webkit.test/m.js'><script type=module src='/m.js'></script>",
                type: "text/html")
        }
        let page = try await TestPage(url: makeURL("test://webkit.test/"), configuration: handler.configuration())
        #expect(try await page.call("return (await import('test://webkit.test/m.js')).x") as? Int == 1)
        let modules = handler.started.filter { $0.path == "/m.js" }
        #expect(!modules.isEmpty)
        for task in modules { #expect(task.request.value(forHTTPHeaderField: "Origin") == "test://webkit.test") }
    }

    @Test func `an address keeps its escapes, whatever else is in it`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("x") }
        let page = try await handler.page()
        let addresses = [
            "/a%20b?c=%27#d%2F": "/a%20b?c=%27#d%2F", "/a|%20b?ids[]=%26#%7C#": "/a%7C%20b?ids%5B%5D=%26#%7C%23",
            "/%zz%4": "/%25zz%254", "/ü?ü": "/%C3%BC?%C3%BC",
        ]
        for (address, wanted) in addresses {
            try await page.call("await fetch(address)", ["address": address])
            #expect(handler.startedURLs.last == "test://host" + wanted)
        }
    }

    // MARK: Status and header fields

    private static let statuses = [
        200, 201, 202, 204, 205, 206, 301, 302, 303, 304, 307, 308, 400, 401, 404, 418, 451, 500, 503, 599,
    ]

    @Test func `BR-088: the status reaches fetch and XMLHttpRequest exactly`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { task in
            let status = Int(task.path.dropFirst()) ?? 0
            let hasBody = ![204, 205, 304].contains(status)
            task.answer(hasBody ? "{\"s\":\(status)}" : "", type: "application/json", status: status)
        }
        let page = try await handler.page()
        for status in Self.statuses {
            let body = [204, 205, 304].contains(status) ? "" : "{\"s\":\(status)}"
            let seen = try await page.call(
                """
                const a = await fetch('/' + status);
                const b = await new Promise(done => {
                    const x = new XMLHttpRequest();
                    x.onloadend = () => done(x);
                    x.open('GET', '/' + status);
                    x.send();
                });
                const head = await fetch('/' + status, {method: 'HEAD'});
                return [a.status, a.ok, await a.text(), b.status, b.responseText, head.status].join('|');
                """, ["status": status])
            let isFine = (200..<300).contains(status)
            #expect(seen as? String == "\(status)|\(isFine)|\(body)|\(status)|\(body)|\(status)")
        }
        handler.routes["/empty"] = { $0.answer("") }
        #expect(
            try await page.call("const a = await fetch('/empty'); return a.status + await a.text()") as? String == "200"
        )
    }

    @Test func `BR-088: a page that goes to status 204 or 205 stays`() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page(html: "<title>before</title>")
        for status in [204, 205] {
            handler.routes["/nothing"] = { $0.answer("", type: "text/html", status: status) }
            let error = await #expect(throws: (any Error).self) { try await page.load(makeURL("test://host/nothing")) }
            #expect((error as NSError?)?.domain == "WebKitErrorDomain")
            #expect((error as NSError?)?.code == 102)
            #expect(try await page.evaluate("document.title") as? String == "before")
        }
        handler.routes["/missing"] = { $0.answer("<title>missing</title>", type: "text/html", status: 404) }
        try await page.load(makeURL("test://host/missing"))
        #expect(try await page.evaluate("document.title") as? String == "missing")
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `BR-087: an answer that redirects is given to the page as it is`(status: Int) async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("moved", status: status, headers: ["Location": "test://host/target"]) }
        let page = try await handler.page()
        let seen = try await page.call(
            """
            const results = [];
            for (const redirect of ['follow', 'manual', 'error']) {
                const a = await fetch('/go', {redirect, method: 'POST', body: 'x'});
                results.push(a.status, a.redirected, a.headers.get('location'), await a.text());
            }
            const x = new XMLHttpRequest();
            x.open('GET', '/go', false);
            x.send();
            results.push(x.status, x.responseURL);
            return results.join();
            """)
        let one = "\(status),false,test://host/target,moved"
        // With 'manual' the page gets an answer whose status and header fields are hidden, as of any redirect.
        #expect(seen as? String == "\(one),0,false,,moved,\(one),\(status),test://host/go")
        #expect(!handler.startedURLs.contains("test://host/target"))

        handler.fallback = {
            $0.answer(
                "<title>moved</title>", type: "text/html", status: status, headers: ["Location": "test://host/target"])
        }
        try await page.load(makeURL("test://host/page"))
        #expect(try await page.evaluate("document.title + location") as? String == "movedtest://host/page")
        #expect(!page.navigation.events.contains { $0.name == "redirected" })
    }

    @Test func `header fields reach the page, whatever is in them`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = {
            $0.answer(
                "x",
                headers: [
                    "X-Latin": "né", "x-LOWER": "1, 2", "X-Empty": "", "X-Bad\n": "1", "X-Split": "a\r\nX-Evil: 1",
                ])
        }
        let page = try await handler.page()
        let seen = try await page.call(
            """
            const {headers} = await fetch('/');
            return ['x-latin', 'X-Lower', 'x-empty', 'x-bad', 'x-split', 'x-evil'].map(name => {
                try { return headers.get(name) } catch { return 'invalid' }
            }).join('|');
            """.replacing("fetch('/')", with: "fetch('/fields')"))
        #expect(seen as? String == "né|1, 2||||")
    }

    @Test func `the last response before the data counts`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { task in
            task.didReceive(task.httpResponse(status: 404, headers: ["X-A": "1", "X-B": "1"]))
            task.didReceive(task.plainResponse(type: "text/html"))
            task.didReceive(task.httpResponse(status: 203, headers: ["X-A": "2"]))
            task.didReceive(Data("body".utf8))
            task.didReceive(task.httpResponse(status: 500))
            task.didFinish()
        }
        let page = try await handler.page()
        let seen = try await page.call(
            "const a = await fetch('/x'); return [a.status, ...a.headers, await a.text()].join()")
        #expect(seen as? String == "203,x-a,2,body")
    }

    @Test(arguments: [0, -1, 99, 1000, Int.max])
    func `a status that HTTP does not have becomes 500`(status: Int) async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("x", status: status) }
        let page = try await handler.page()
        #expect(try await page.call("return (await fetch('/x')).status") as? Int == 500)
    }

    @Test func `BR-099: cookies of a scheme are not kept, by neither side`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("x", headers: ["Set-Cookie": "a=1"]) }
        let page = try await handler.page()
        let seen = try await page.call(
            """
            const answer = await fetch('/cookie');
            document.cookie = 'b=2';
            await fetch('/again');
            return [document.cookie, answer.headers.get('set-cookie')].join('|');
            """)
        #expect(seen as? String == "|")
        #expect(handler.started.allSatisfy { $0.request.value(forHTTPHeaderField: "Cookie") == nil })
    }

    @Test func `BR-091: a page sees each piece of an answer when it comes`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { task in
            task.didReceive(task.httpResponse(headers: ["Content-Type": "text/event-stream"]))
            task.didReceive(Data("data: 0\n\n".utf8))
        }
        let page = try await handler.page()
        let steps = MessageRecorder()
        page.controller.add(steps, name: "step")
        try await page.evaluate(
            """
            (async () => {
                const reader = (await fetch('/stream')).body.getReader();
                let text = '', reads = 0;
                for (;;) {
                    const {value, done} = await reader.read();
                    if (done) break;
                    text += new TextDecoder().decode(value);
                    webkit.messageHandlers.step.postMessage(++reads);
                }
                webkit.messageHandlers.step.postMessage(text.replace(/data: |\\n/g, ''));
            })();
            0
            """)
        // The next piece is sent when the page has read the one before.
        for number in 1..<20 {
            try await steps.wait(count: number)
            handler.started.last?.didReceive(Data("data: \(number % 10)\n\n".utf8))
        }
        try await steps.wait(count: 20)
        handler.started.last?.didFinish()
        #expect(try await steps.wait(count: 21).last?.body as? String == "01234567890123456789")
    }
}
