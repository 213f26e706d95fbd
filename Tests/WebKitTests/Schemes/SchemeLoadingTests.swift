import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Pages that are loaded from a custom scheme.
@MainActor @Suite(.serialized)
struct SchemeLoadingTests {
    @Test func `sh-basic-order: the page and its image are asked for in order`() async throws {
        let handler = SchemeRecorder()
        handler.answerPageWithImage()
        let page = TestPage(configuration: handler.configuration(schemes: "testing"))
        try await page.load(makeURL("testing:main"))
        #expect(handler.startedURLs == ["testing:main", "testing:image"])
        #expect(handler.stopCount == 0)
    }

    @Test func `sh-request-web-view: the handler gets the view that asks`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("<p>", type: "text/html") }
        let configuration = handler.configuration()
        let pages = [TestPage(configuration: configuration), TestPage(configuration: configuration)]
        for page in pages { try await page.load(makeURL("test://host/")) }
        #expect(handler.views == pages.map(\.webView))
    }

    @Test func `sh-two-handlers-two-schemes: one handler serves two schemes, which are two origins`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("<p>", type: "text/html") }
        handler.routes["/main"] = {
            $0.answer("<iframe src='otherprotocol://test/index.html'></iframe>", type: "text/html")
        }
        let page = TestPage(configuration: handler.configuration(schemes: "framed", "otherprotocol"))
        try await page.load(makeURL("framed://test/main"))
        #expect(handler.startedURLs == ["framed://test/main", "otherprotocol://test/index.html"])
        let seen = try await page.call("try { return frames[0].location.href } catch (e) { return e.name }")
        #expect(seen as? String == "SecurityError")
    }

    @Test func `sh-unknown-length: a body of unknown length arrives whole`() async throws {
        let handler = SchemeRecorder()
        let text = String(repeating: "0123456789", count: 10_000)
        handler.fallback = { task in
            task.didReceive(task.plainResponse(type: "text/html", length: -1))
            let data = Data("<pre>\(text)</pre>".utf8)
            for start in stride(from: 0, to: data.count, by: 777) {
                task.didReceive(data[start..<min(start + 777, data.count)])
            }
            task.didFinish()
        }
        let page = try await TestPage(url: makeURL("test://host/long"), configuration: handler.configuration())
        #expect(try await page.evaluate("document.body.innerText") as? String == text)
    }

    @Test(arguments: [0, 3, 1_000_000])
    func `a body is as long as its data, whatever length the response claims`(length: Int) async throws {
        let handler = SchemeRecorder()
        handler.routes["/plain"] = { task in
            task.didReceive(task.plainResponse(type: "text/plain", length: length))
            task.didReceive(Data("ten bytes.".utf8))
            task.didFinish()
        }
        handler.routes["/http"] = { $0.answer("ten bytes.", headers: ["Content-Length": "\(length)"]) }
        let page = try await handler.page()
        for path in ["/plain", "/http"] {
            #expect(try await page.call("return (await fetch(path)).text()", ["path": path]) as? String == "ten bytes.")
        }
    }

    @Test func `sh-charset: the text encoding of either kind of response counts`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/http"] = { $0.answer("<p id=e>🙂</p>", type: "text/html; charset=\"UTF-8\"") }
        handler.routes["/plain"] = { task in
            task.didReceive(task.plainResponse(type: "text/html", encoding: "utf-8"))
            task.didReceive(Data("<p id=e>🙂</p>".utf8))
            task.didFinish()
        }
        handler.routes["/latin"] = { task in
            task.didReceive(task.plainResponse(type: "text/html", encoding: "iso-8859-1"))
            task.didReceive(Data("<p id=e>".utf8) + Data([0xE9]))
            task.didFinish()
        }
        let page = TestPage(configuration: handler.configuration())
        for (path, text) in [("/http", "🙂"), ("/plain", "🙂"), ("/latin", "é")] {
            try await page.load(makeURL("test://host\(path)"))
            #expect(try await page.evaluate("e.innerText") as? String == text)
        }
    }

    @Test func `sh-no-mime-glib: an answer without a type fails the load of a page`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { task in
            task.didReceive(task.plainResponse(type: nil))
            task.didReceive(Data([0, 1, 2, 3]))
            task.didFinish()
        }
        let page = TestPage(configuration: handler.configuration())
        await #expect(throws: (any Error).self) { try await page.load(makeURL("test://host/bytes")) }
        #expect(page.navigation.events.map(\.name) == ["started", "failedProvisionally"])
    }

    @Test func `sh-empty-body-ok: an empty page loads`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/none"] = { task in
            task.didReceive(task.plainResponse(type: "text/html"))
            task.didFinish()
        }
        handler.routes["/empty"] = { $0.answer(Data(), type: "text/html") }
        let page = TestPage(configuration: handler.configuration())
        for path in ["/none", "/empty"] {
            page.navigation.reset()
            try await page.load(makeURL("test://host\(path)"))
            #expect(page.navigation.events.map(\.name) == ["started", "committed", "finished"])
        }
    }

    @Test func `sh-base-url-on-scheme: relative addresses of given HTML lead to the handler`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("ok") }
        let page = TestPage(configuration: handler.configuration(schemes: "xhrpost"))
        try await page.load(html: "<p>", baseURL: makeURL("xhrpost://example/page"))
        let text = try await page.call(
            "const x = new XMLHttpRequest(); x.open('POST', '/string', false); x.send('a'); return x.responseText")
        #expect(text as? String == "ok")
        #expect(handler.startedURLs == ["xhrpost://example/string"])
    }

    @Test func `sh-abandoned-then-next-url: a load that is never answered gives way to the next`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("<title>\($0.url)</title>", type: "text/html") }
        let page = TestPage(configuration: handler.configuration())
        // Three hosts and back: the engine takes another process for another site.
        for (round, host) in ["a", "a", "b", "c", "a"].enumerated() {
            page.navigation.reset()
            handler.reset()
            handler.routes["/never"] = { _ in }
            let first = page.webView.load(URLRequest(url: try makeURL("test://\(host)/never")))
            try await handler.wait(for: "the first request") { handler.started.count == 1 }
            try await page.load(makeURL("test://\(host)\(round)/next"))
            #expect(try await page.evaluate("document.title") as? String == "test://\(host)\(round)/next")
            #expect(handler.startedURLs == ["test://\(host)/never", "test://\(host)\(round)/next"])
            #expect(handler.stoppedURLs == ["test://\(host)/never"])
            let failure = page.navigation.events.first { $0.name == "failedProvisionally" }
            #expect(failure?.navigation === first)
            #expect(
                page.navigation.events.map(\.name)
                    == ["started", "failedProvisionally", "started", "committed", "finished"])
        }
    }

    @Test(arguments: [301, 302])
    func `sh-http-301-to-scheme, sh-http-302-to-scheme: a server may lead to the scheme`(status: Int) async throws {
        let server = try TestServer()
        server.route("/go", .redirect(to: "testing://dest/x", status: status))
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("<title>there</title>", type: "text/html") }
        let page = TestPage(configuration: handler.configuration(schemes: "testing"))
        try await page.load(server.url("/go"))
        #expect(handler.startedURLs == ["testing://dest/x"])
        #expect(try await page.evaluate("document.title + location") as? String == "theretesting://dest/x")
    }

    @Test func `a page of a local server embeds an image of the scheme`() async throws {
        let server = try TestServer()
        server.route("/", .html("<img src='testing:image'>"))
        let handler = SchemeRecorder()
        handler.fallback = { $0.didFailWithError(NSError(domain: "D", code: 1)) }
        let page = TestPage(configuration: handler.configuration(schemes: "testing"))
        try await page.load(server.url())
        #expect(handler.startedURLs == ["testing:image"])
        #expect(handler.stopCount == 0)
    }

    @Test func `sh-origin-of-registered: only a handled scheme has an origin`() async throws {
        let page = try await TestPage(html: "<p>", configuration: SchemeRecorder().configuration(schemes: "registered"))
        let origins = try await page.evaluate(
            "[new URL('registered://host:123/p').origin, new URL('notregistered://host:123/p').origin].join(', ')")
        #expect(origins as? String == "registered://host:123, null")
    }

    @Test func `BR-096: a page of the scheme is a secure context`() async throws {
        let server = try TestServer()
        server.route("/", .html("<p>"))
        let handler = SchemeRecorder()
        let page = try await handler.page()
        let facts = try await page.call(
            """
            localStorage.setItem('a', 'b');
            const digest = await crypto.subtle.digest('SHA-256', new Uint8Array([1]));
            return [isSecureContext, digest.byteLength, crypto.randomUUID().length, localStorage.getItem('a'),
                location.origin].join();
            """)
        #expect(facts as? String == "true,32,36,b,test://host")
        let worker = try await page.call(
            "try { await navigator.serviceWorker.register('/sw.js'); return 'yes' } catch (e) { return e.name }")
        #expect(worker as? String == "TypeError")
        // The engine has no `navigator.storage`, for no page.
        let local = try await TestPage(url: server.url(), configuration: TestPage.configuration())
        for page in [page, local] {
            #expect(try await page.evaluate("isSecureContext + typeof navigator.storage") as? String == "trueundefined")
        }
    }
}
