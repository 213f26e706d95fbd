import GawaTestSupport
import TestServer
import Testing
import WebKit

@MainActor @Suite(.serialized)
struct MessageHandlerTests {
    private let recorder = MessageRecorder()

    private func page(world: WKContentWorld = .page, name: String = "inbox") async throws -> TestPage {
        let configuration = TestPage.configuration()
        configuration.userContentController.add(recorder, contentWorld: world, name: name)
        return try await TestPage(html: "<p>", configuration: configuration)
    }

    // MARK: Delivery

    @Test func `mh-basic-string: a posted string arrives exactly once`() async throws {
        let page = try await page(name: "echo")
        try await page.evaluate("webkit.messageHandlers.echo.postMessage('hi there'); 0")
        try await page.evaluate("webkit.messageHandlers.echo.postMessage('end'); 0")
        #expect(try await recorder.wait(count: 2).map { $0.body as? String } == ["hi there", "end"])
    }

    @Test func `mh-name-matches: a message carries the name that was registered`() async throws {
        let page = try await page()
        try await page.call("await webkit.messageHandlers.inbox.postMessage('x')")
        #expect(recorder.messages.map(\.name) == ["inbox"])
    }

    @Test(arguments: [
        "a b", "日本", "👍🏽", "__proto__", "constructor", "then", "toString", "0", "it's \"quoted\"", "line\nbreak", "a.b",
    ])
    func `any name but the empty one reaches its handler`(name: String) async throws {
        let page = try await page(name: name)
        try await page.call("await webkit.messageHandlers[name].postMessage('x')", ["name": name])
        #expect(recorder.messages.map(\.name) == [name])
    }

    @Test func `a handler is called on the main thread`() async throws {
        let page = try await page()
        var threads: [Bool] = []
        recorder.onMessage = { _ in threads.append(Thread.isMainThread) }
        try await page.call("await webkit.messageHandlers.inbox.postMessage('x')")
        #expect(threads == [true])
    }

    @Test func `a handler's promise resolves with undefined once the handler has run`() async throws {
        let page = try await page()
        var wasCalled = false
        recorder.onMessage = { _ in wasCalled = true }
        let type = try await page.call("return typeof await webkit.messageHandlers.inbox.postMessage('x')")
        #expect(type as? String == "undefined")
        #expect(wasCalled)
    }

    @Test func `five thousand messages of one turn arrive in order`() async throws {
        let page = try await page()
        try await page.evaluate("for (let i = 0; i < 5000; i++) webkit.messageHandlers.inbox.postMessage(i); 0")
        #expect(try await recorder.wait(count: 5000).map { $0.body as? Int } == Array(0..<5000))
    }

    // MARK: Bodies

    @Test func `mh-dom-node-skipped: a DOM node neither throws nor arrives, and the script goes on`() async throws {
        let page = try await page()
        try await page.evaluate(
            "const h = webkit.messageHandlers.inbox; h.postMessage(document.body); h.postMessage('abc'); 0")
        #expect(try await recorder.wait(count: 1).map { $0.body as? String } == ["abc"])
    }

    @Test(arguments: [
        "document.body", "() => 1", "window", "Promise.resolve()", "Symbol('s')", "new WeakMap()", "[document]",
        "{ a: { b: () => 1 } }", "{ get a() { throw new Error('no') } }",
    ])
    func `a body that cannot cross rejects with a DataCloneError`(body: String) async throws {
        let page = try await page()
        let error = try await page.call(
            """
            try { await webkit.messageHandlers.inbox.postMessage(\(body)); return 'sent' }
            catch (error) { return [error.name, error instanceof DOMException].join() }
            """)
        #expect(error as? String == "DataCloneError,true")
        #expect(recorder.messages.isEmpty)
    }

    @Test func `mh-domexception-is-nil: a DOMException arrives as nil`() async throws {
        let page = try await page()
        try await page.call("await webkit.messageHandlers.inbox.postMessage(new DOMException('a', 'b'))")
        #expect(recorder.bodies.map(valueText) == ["boxed nil"])
    }

    @Test func `mh-mixed-sequence: null is NSNull, undefined and DOM objects are nil, a node drops out`() async throws {
        let page = try await page()
        try await page.evaluate(
            """
            for (const value of [document.body, 'abc', null, undefined, new DOMException('a', 'b'), new DOMMatrix(),
                'end']) webkit.messageHandlers.inbox.postMessage(value); 0
            """)
        try await recorder.wait(count: 6)
        #expect(
            recorder.bodies.map(valueText) == ["\"abc\"", "null", "boxed nil", "boxed nil", "boxed nil", "\"end\""])
    }

    @Test func `a post without an argument rejects with a TypeError`() async throws {
        let page = try await page()
        let error = await scriptError { try await page.call("await webkit.messageHandlers.inbox.postMessage()") }
        #expect(error?.message == "TypeError: Not enough arguments")
        #expect(recorder.messages.isEmpty)
    }

    // MARK: Documents and frames

    @Test func `mh-add-after-load: a handler added later is visible at once in the loaded document`() async throws {
        let page = try await TestPage(html: "<p>", configuration: TestPage.configuration())
        #expect(try await page.evaluate("typeof window.webkit") as? String == "undefined")
        page.webView.configuration.userContentController.add(recorder, name: "late")
        try await page.call("await webkit.messageHandlers.late.postMessage('now')")
        #expect(recorder.bodies as? [String] == ["now"])
    }

    @Test func `a handler added later is visible at once in frames that are already there`() async throws {
        let page = try await TestPage(html: "<iframe srcdoc='<p>'></iframe>")
        page.controller.add(recorder, name: "late")
        try await page.call("await frames[0].webkit.messageHandlers.late.postMessage('now')")
        #expect(recorder.messages.map(\.frameInfo.isMainFrame) == [false])
    }

    @Test func `mh-survives-navigation: a handler stays for the next document`() async throws {
        let page = try await page()
        try await page.call("await webkit.messageHandlers.inbox.postMessage('one')")
        try await page.load(html: "<p>two")
        try await page.call("await webkit.messageHandlers.inbox.postMessage('two')")
        #expect(recorder.bodies as? [String] == ["one", "two"])
    }

    @Test func `a handler stays for another origin, whose documents another process may show`() async throws {
        let server = try TestServer { _ in .html("<script>webkit.messageHandlers.inbox.postMessage(origin)</script>") }
        let page = try await page()
        for host in ["localhost", "127.0.0.1", "localhost"] { try await page.load(server.url(host: host)) }
        try await page.navigation.waitForEnd(of: page.webView.reload())
        let origins = ["localhost", "127.0.0.1", "localhost", "localhost"].map { server.origin(host: $0) }
        #expect(try await recorder.wait(count: 4).map { $0.body as? String } == origins)
    }

    @Test func `mh-same-origin-blank-frame-ok: a blank frame of the page reaches the handler`() async throws {
        let server = try TestServer { _ in .html("<p>") }
        let page = try await page(name: "b")
        try await page.load(server.url())
        try await page.call(
            """
            const frame = document.body.appendChild(document.createElement('iframe'));
            await frame.contentWindow.webkit.messageHandlers.b.postMessage('fine');
            """)
        #expect(recorder.bodies as? [String] == ["fine"])
    }

    @Test func `mh-cross-origin-frame-rejects: a handler kept from a frame is dead in another origin`() async throws {
        let server = try TestServer { _ in .html("<p>") }
        let page = try await page(name: "a")
        page.controller.add(recorder, name: "b")
        try await page.load(server.url())
        let error = try await page.call(
            """
            const frame = document.body.appendChild(document.createElement('iframe'));
            const grabbed = frame.contentWindow.webkit.messageHandlers.a;
            await new Promise(resolve => { frame.onload = resolve; frame.src = other; });
            try { await grabbed.postMessage('no'); return 'sent' } catch (error) { return String(error) }
            """, ["other": server.url(host: "127.0.0.1").absoluteString])
        #expect(error as? String == "InvalidAccessError: Failed same-origin check.")
        try await page.call("await webkit.messageHandlers.b.postMessage('end')")
        #expect(recorder.bodies as? [String] == ["end"])
    }
}
