import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Requests of real pages, and what handlers and pages see of each other.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct NativeRoutesTests {
    private struct Note: Codable, Sendable {
        let title: String
    }

    private struct Failure: Error {}

    /// Gives back all that the handler sees of a request.
    private nonisolated static func echo(_ request: RouteRequest) throws -> RouteResponse {
        let type = request.headers["content-type"] ?? "-"
        var response = RouteResponse.data(request.body, type: "application/octet-stream")
        response.headers["X-Seen"] = [request.method, request.path, request.headers["x-mine"] ?? "-", type]
            .joined(separator: "|")
        return response
    }

    private func echoPage() async throws -> RoutedTestPage {
        try await RoutedTestPage { routes, _ in
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
                routes.on(method, at: "echo/:name") { try Self.echo($0) }
            }
        }
    }

    // MARK: Requests

    @Test func `BR-080: fetch brings the method, header fields and the body, byte for byte`() async throws {
        let page = try await echoPage()
        let bodies: [(script: String, length: Int, type: String)] = [
            ("'aé🙂'", 7, "text/plain;charset=UTF-8"), ("JSON.stringify({a: 1})", 7, "text/plain;charset=UTF-8"),
            ("new URLSearchParams({a: 'b c'})", 5, "application/x-www-form-urlencoded;charset=UTF-8"),
            ("new Uint8Array(3 << 20).map((_, i) => i * 7)", 3 << 20, "-"), ("undefined", 0, "-"),
            ("''", 0, "text/plain;charset=UTF-8"),
        ]
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            for (script, length, type) in bodies {
                let seen = try await page.run(
                    """
                    const body = \(script);
                    const answer = await fetch('native://native/echo/%C3%A4%20b?q', {
                        method, body, headers: {'X-Mine': 'yes'}
                    });
                    const got = new Uint8Array(await answer.arrayBuffer());
                    const sent = new Uint8Array(await new Response(body).arrayBuffer());
                    const same = got.length === sent.length && got.every((byte, index) => byte === sent[index]);
                    return [answer.status, answer.headers.get('x-seen'), got.length, same].join('|');
                    """, ["method": method])
                #expect(seen == "200|\(method)|/echo/ä b|yes|\(type)|\(length)|true", "\(method) \(script)")
            }
        }
    }

    @Test func `BR-080: XMLHttpRequest brings the same, synchronously too`() async throws {
        let page = try await echoPage()
        for isAsynchronous in [true, false] {
            let seen = try await page.run(
                """
                const x = new XMLHttpRequest();
                x.open('PATCH', 'native://native/echo/a', later);
                x.setRequestHeader('X-Mine', 'yes');
                x.setRequestHeader('Content-Type', 'application/json');
                const end = new Promise(done => x.onloadend = done);
                x.send('{"a":1}');
                if (later) await end;
                return [x.status, x.getResponseHeader('X-Seen'), x.responseText].join('|');
                """, ["later": isAsynchronous])
            #expect(seen == #"200|PATCH|/echo/a|yes|application/json|{"a":1}"#)
        }
    }

    @Test func `BR-081: a body with a Blob in it arrives, and never looks empty`() async throws {
        let page = try await echoPage()
        let seen = try await page.run(
            """
            const form = new FormData();
            form.append('file', new Blob(['blobby']), 'a.txt');
            const results = [];
            for (const body of [new Blob(['0123456789abcde']), form]) {
                const answer = await fetch('native://native/echo/a', {method: 'POST', body});
                results.push(answer.status, /0123456789abcde|blobby/.test(await answer.text()));
            }
            const text = new FormData();
            text.append('a', 'ä');
            const answer = await fetch('native://native/echo/a', {method: 'POST', body: text});
            results.push(answer.status, (await answer.text()).includes('name="a"'));
            return results.join();
            """)
        #expect(seen == "200,true,200,true,200,true")
    }

    @Test func `parameters, query and typed bodies reach the handler`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("notes/:id") { .text("\($0["id"] ?? "-") \($0.query["q"] ?? "-") \($0.url.absoluteString)") }
            routes.get("files/*path") { .text($0["path"] ?? "-") }
            routes.post("notes", body: Note.self) { request, note in
                try .json(Note(title: note.title + "!"), status: .created)
            }
        }
        #expect(
            try await page.run("return (await fetch('native://native/notes/a%2Fb?q=c+d#e')).text()")
                == "a/b c d native://native/notes/a%2Fb?q=c+d")
        #expect(try await page.run("return (await fetch('native://native/files/a/b%20c/')).text()") == "a/b c")
        let post = """
            const answer = await fetch('native://native/notes', {method: 'POST', body});
            return answer.status + ' ' + await answer.text();
            """
        #expect(try await page.run(post, ["body": #"{"title":"ä"}"#]) == #"201 {"title":"ä!"}"#)
        #expect(try await page.run(post, ["body": #"{"title":1}"#]) == "400 body.title is no String")
    }

    @Test func `the origin that asks is the engine's word`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("who") { .text($0.origin?.description ?? "nobody") }
        }
        #expect(
            try await page.run(
                "return (await fetch('native://native/who', {headers: {Origin: 'https://evil.example'}})).text()")
                == page.server.origin())
    }

    // MARK: Answers

    @Test func `BR-088: status, header fields and body reach the page`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("empty") { _ in .empty }
            routes.get("zero") { _ in RouteResponse() }
            routes.get("missing") { _ in .error(.notFound, "nicht da: ä") }
            routes.get("json") { _ in try .json(Note(title: "🙂"), status: .internalServerError) }
            routes.get("unchanged") { _ in .text("not seen", status: .notModified) }
            routes.get("fields") { _ in
                RouteResponse(
                    headers: ["X-A": "1", "x-a": "2", "Content-Type": "text/plain"], body: .data(Data("f".utf8)))
            }
        }
        let script = """
            const answer = await fetch('native://native/' + path, {method});
            const x = new XMLHttpRequest();
            x.open(method, 'native://native/' + path, false);
            x.send();
            const text = await answer.text();
            if (x.status !== answer.status || x.responseText !== text) return 'XMLHttpRequest sees ' + x.status + x.responseText;
            return [answer.status, answer.ok, text, answer.headers.get('content-length'), answer.headers.get('x-a')].join('|');
            """
        let rows = [
            ("empty", "204|true|||"), ("zero", "200|true||0|"), ("missing", "404|false|nicht da: ä|12|"),
            ("json", #"500|false|{"title":"🙂"}|16|"#), ("unchanged", "304|false|||"), ("fields", "200|true|f|1|1, 2"),
        ]
        for (path, expected) in rows {
            #expect(try await page.run(script, ["path": path, "method": "GET"]) == expected)
        }
        #expect(try await page.run(script, ["path": "fields", "method": "HEAD"]) == "200|true||1|1, 2")
        #expect(try await page.run(script, ["path": "missing", "method": "HEAD"]) == "404|false||12|")
        #expect(try await page.isIdle())
    }

    @Test func `no pattern is 404, and another method 405 with those that there are`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("a") { _ in .empty }
            routes.put("a") { _ in .empty }
        }
        let script = """
            const answer = await fetch('native://native/' + path, {method: 'POST', body: 'x'});
            return answer.status + ' ' + answer.headers.get('allow');
            """
        #expect(try await page.run(script, ["path": "b"]) == "404 null")
        #expect(try await page.run(script, ["path": "a"]) == "405 GET, HEAD, OPTIONS, PUT")
        #expect(
            try await page.run(
                """
                const answer = await fetch('native://native/a', {method: 'OPTIONS'});
                return answer.status + ' ' + answer.headers.get('allow');
                """) == "204 GET, HEAD, OPTIONS, PUT")
    }

    @Test func `BR-084: an error of the handler is its status, or 500 without a word of it`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("teapot") { _ in throw RouteError(418, "I am a teapot") }
            routes.get("broken") { _ in throw Failure() }
        }
        let script =
            "const answer = await fetch('native://native/' + path); return answer.status + ' ' + await answer.text()"
        #expect(try await page.run(script, ["path": "teapot"]) == "418 I am a teapot")
        #expect(try await page.run(script, ["path": "broken"]) == "500 The app could not answer this request")
        #expect(page.diagnostics == [.failed(route: "GET /broken", error: "Failure()")])
    }

    // MARK: Redirects

    @Test func `BR-087: redirects are followed among the routes, and a loop is a network error`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.on("GET", "POST", at: "to/:status") { request in
                .redirect(to: "/end?x", status: RouteStatus(rawValue: Int(request["status"] ?? "") ?? 0) ?? .found)
            }
            routes.on("GET", "POST", at: "end") { .text("\($0.method) \($0.body.count) \($0.url.query ?? "")") }
            routes.get("loop") { _ in .redirect(to: "loop") }
            routes.get("away") { _ in .redirect(to: "https://example.com/") }
            routes.get("gone") { _ in .redirect(to: "/nothing") }
        }
        let script = """
            const answer = await fetch('native://native/' + path, {method, body: method === 'POST' ? 'body' : undefined});
            return [answer.status, await answer.text(), answer.headers.get('content-location')].join('|');
            """
        for (status, expected) in [
            (301, "GET 0 x"), (302, "GET 0 x"), (303, "GET 0 x"), (307, "POST 4 x"), (308, "POST 4 x"),
        ] {
            #expect(
                try await page.run(script, ["path": "to/\(status)", "method": "POST"])
                    == "200|\(expected)|native://native/end?x")
        }
        #expect(try await page.run(script, ["path": "to/302", "method": "GET"]) == "200|GET 0 x|native://native/end?x")
        #expect(try await page.run(script, ["path": "loop", "method": "GET"]) == "TypeError: Load failed")
        #expect(
            try await page.run(script, ["path": "away", "method": "GET"])
                == "500|A native route led to a place that is no native route|")
        #expect(page.diagnostics == [.badRedirect(route: "GET /away", location: "https://example.com/")])
        #expect(try await page.run(script, ["path": "gone", "method": "GET"]).hasPrefix("404|"))
    }

    // MARK: The table

    @Test func `routes come and go while a page is open, and an open request is still answered`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("a") { _ in
                try await notes.pass("a")
                return .text("a")
            }
        }
        let ask = "return (await fetch('native://native/' + path)).status"
        async let answer = page.run("return (await fetch('native://native/a')).text()")
        try await page.notes.wait(for: "a waits")
        #expect(page.routes.remove("a"))
        #expect(!page.routes.remove("a"))
        #expect(try await page.run(ask, ["path": "a"]) == "404")
        page.routes.get("b") { _ in .empty }
        #expect(try await page.run(ask, ["path": "b"]) == "204")
        page.notes.open()
        #expect(try await answer == "a")
    }

    @Test func `closed routes end what is open, and answer 503`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("a") { _ in
                try await notes.pass("a")
                return .text("a")
            }
        }
        async let answer = page.run("return (await fetch('native://native/a')).text()")
        try await page.notes.wait(for: "a waits")
        page.routes.close()
        #expect(try await answer == "TypeError: Load failed")
        try await page.notes.wait(for: "a is cancelled")
        #expect(try await page.run("return (await fetch('native://native/a')).status") == "503")
        #expect(try await page.isIdle())
    }

    @Test func `one table serves several configurations, and installing it again does nothing`() async throws {
        let page = try await RoutedTestPage { routes, _ in routes.get("a") { _ in .text("a") } }
        let configuration = TestPage.configuration()
        page.routes.install(in: configuration)
        page.routes.install(in: configuration)
        let other = try await TestPage(url: page.server.url(), configuration: configuration)
        let ask = "return (await fetch('native://native/a')).text()"
        #expect(try await RoutedTestPage.run(ask, in: other) == "a")
        #expect(try await page.run(ask) == "a")
    }

    @Test func `routes go with what they are installed in`() async throws {
        var page: RoutedTestPage? = try await RoutedTestPage { routes, _ in routes.get("a") { _ in .text("a") } }
        _ = try await page?.run("return (await fetch('native://native/a')).text()")
        weak let routes = page?.routes
        page = nil
        #expect(try await isReleased { routes })
    }
}
