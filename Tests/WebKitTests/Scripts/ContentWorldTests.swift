import GawaTestSupport
import Testing
import WebKit

@MainActor @Suite(.serialized)
struct ContentWorldTests {
    private func evaluate(_ script: String, in world: WKContentWorld, of page: TestPage) async throws -> Any? {
        try await page.webView.evaluateJavaScript(script, contentWorld: world)
    }

    private func call(_ body: String, in world: WKContentWorld, of page: TestPage) async throws -> Any? {
        try await page.webView.callAsyncJavaScript(body, contentWorld: world)
    }

    // MARK: Identity

    @Test func `cw-names-nil: the page's and the app's world have no name and are two`() {
        #expect(WKContentWorld.page.name == nil)
        #expect(WKContentWorld.defaultClient.name == nil)
        #expect(WKContentWorld.page !== WKContentWorld.defaultClient)
        #expect(WKContentWorld.page === WKContentWorld.page)
        #expect(WKContentWorld.defaultClient === WKContentWorld.defaultClient)
    }

    @Test func `cw-named-identity: a name gives the same world each time, another name another`() {
        let world = WKContentWorld.world(name: "Name")
        #expect(world.name == "Name")
        #expect(WKContentWorld.world(name: "Name") === world)
        #expect(WKContentWorld.world(name: "name") !== world)
    }

    @Test func `a world that nobody holds goes`() {
        weak let world = WKContentWorld.world(name: "Held by nobody")
        #expect(world == nil)
    }

    @Test func `a handler and a user script hold their world`() {
        let controller = WKUserContentController()
        controller.add(MessageRecorder(), contentWorld: .world(name: "Held by a handler"), name: "h")
        controller.addUserScript(
            WKUserScript(
                source: "", injectionTime: .atDocumentEnd, forMainFrameOnly: true, in: .world(name: "Held by a script"))
        )
        weak let first = WKContentWorld.world(name: "Held by a handler")
        weak let second = WKContentWorld.world(name: "Held by a script")
        #expect(first != nil)
        #expect(second != nil)
        controller.removeAllScriptMessageHandlers()
        controller.removeAllUserScripts()
        #expect(first == nil)
        #expect(second == nil)
    }

    @Test(arguments: [
        ("", " "), ("world-x", "x"), ("gawa-default-client", "default-client"), ("é", "e\u{301}x"), ("a", "a\u{0}b"),
        ("a/b", "a\\b"), ("%00", "\u{0}"), ("日本", "日本 "),
    ])
    func `worlds of different names are apart, whatever the names`(first: String, second: String) async throws {
        let page = try await TestPage(html: "<p>")
        let worlds = [WKContentWorld.world(name: first), .world(name: second), .page, .defaultClient]
        for (number, world) in worlds.enumerated() {
            _ = try await evaluate("var mine = \(number)", in: world, of: page)
        }
        for (number, world) in worlds.enumerated() {
            #expect(try await evaluate("mine", in: world, of: page) as? Int == number)
        }
    }

    // MARK: Globals

    @Test func `cw-var-visible-in-page: evaluation without a world runs in the page's`() async throws {
        let page = try await TestPage(html: "<p>")
        try await page.evaluate("var foo = 'bar'")
        #expect(try await evaluate("foo", in: .page, of: page) as? String == "bar")
    }

    @Test func `cw-async-client-misses-page-var: the app's world does not see the page's globals`() async throws {
        let page = try await TestPage(html: "<script>var foo = 'bar'; window.baz = 1; let lexical = 2</script>")
        for name in ["foo", "baz", "lexical"] {
            let error = await scriptError { try await call("return \(name)", in: .defaultClient, of: page) }
            #expect(error?.message == "ReferenceError: Can't find variable: \(name)")
        }
        #expect(try await call("return window.foo", in: .defaultClient, of: page) == nil)
    }

    @Test func `cw-named-var-persists: a named world keeps its globals from call to call`() async throws {
        let page = try await TestPage(html: "<p>")
        let world = WKContentWorld.world(name: "N")
        #expect(try await evaluate("var bar = 'baz'", in: world, of: page) == nil)
        #expect(try await evaluate("bar", in: world, of: page) as? String == "baz")
        #expect(try await evaluate("bar", in: .world(name: "N"), of: page) as? String == "baz")
    }

    @Test func `cw-named-window-prop: a property of window set by a call is there for evaluation`() async throws {
        let page = try await TestPage(html: "<p>")
        let world = WKContentWorld.world(name: "N")
        #expect(try await call("window.baz = 'bat'", in: world, of: page) == nil)
        #expect(try await evaluate("window.baz", in: world, of: page) as? String == "bat")
    }

    @Test func `cw-named-hidden-from-client: the globals of a named world are in no other world`() async throws {
        let page = try await TestPage(html: "<p>")
        let world = WKContentWorld.world(name: "N")
        _ = try await evaluate("var bar = 'baz'; window.baz = 'bat'", in: world, of: page)
        for other in [WKContentWorld.defaultClient, .page, .world(name: "M")] {
            let error = await scriptError { try await evaluate("bar", in: other, of: page) }
            #expect(error?.message == "ReferenceError: Can't find variable: bar")
            #expect(try await evaluate("window.baz", in: other, of: page) == nil)
        }
    }

    @Test func `what the page does to its built-ins does not reach another world`() async throws {
        let page = try await TestPage(
            html: "<script>Array.prototype.map = () => 'page'; JSON.stringify = () => 'page'; Promise = 1</script>")
        let text = "return [[1].map(x => x + 1).join(), JSON.stringify({ a: 1 }), typeof Promise].join(' ')"
        for world in [WKContentWorld.defaultClient, .world(name: "N")] {
            #expect(try await call(text, in: world, of: page) as? String == #"2 {"a":1} function"#)
        }
    }

    @Test func `a world keeps nothing from document to document, or from view to view`() async throws {
        let page = try await TestPage(html: "<p>")
        let other = try await TestPage(html: "<p>", configuration: page.webView.configuration)
        for world in [WKContentWorld.page, .defaultClient, .world(name: "N")] {
            _ = try await evaluate("window.kept = 1", in: world, of: page)
            #expect(try await evaluate("window.kept", in: world, of: other) == nil)
            try await page.load(html: "<p>")
            #expect(try await evaluate("window.kept", in: world, of: page) == nil)
        }
    }

    // Apple makes a new world then; the engine's worlds go by name.
    @Test func `a world that was let go and is asked for again finds its globals in a loaded document`() async throws {
        let page = try await TestPage(html: "<p>")
        _ = try await evaluate("var kept = 1", in: .world(name: "Again"), of: page)
        weak let world = WKContentWorld.world(name: "Again")
        #expect(world == nil)
        #expect(try await evaluate("kept", in: .world(name: "Again"), of: page) as? Int == 1)
    }

    // MARK: The document

    @Test func `cw-dom-shared: all worlds see one document`() async throws {
        let page = try await TestPage(html: "<input id=p>")
        let worlds = [WKContentWorld.world(name: "Iso"), .defaultClient, .page]
        for (index, writer) in worlds.enumerated() {
            _ = try await evaluate("document.getElementById('p').value = 'famos \(index)'", in: writer, of: page)
            for reader in worlds {
                let value = try await evaluate("document.getElementById('p').value", in: reader, of: page)
                #expect(value as? String == "famos \(index)")
            }
        }
    }

    @Test func `cw-expando-stays-in-world: a script's own property of a node belongs to its world`() async throws {
        let page = try await TestPage(html: "<p>")
        let world = WKContentWorld.world(name: "w")
        _ = try await call("document.body.foo = 42", in: world, of: page)
        #expect(try await call("return document.body.foo", in: world, of: page) as? Int == 42)
        #expect(try await call("return document.body.foo", in: .page, of: page) == nil)
        #expect(try await call("return document.body.foo", in: .defaultClient, of: page) == nil)
    }

    @Test func `an event of one world is seen by the listeners of another`() async throws {
        let page = try await TestPage(html: "<p>")
        _ = try await evaluate(
            "addEventListener('ping', () => document.body.dataset.seen = 'yes'); 0", in: .defaultClient, of: page)
        try await page.evaluate("dispatchEvent(new Event('ping')); 0")
        #expect(try await page.evaluate("document.body.dataset.seen") as? String == "yes")
    }
}
