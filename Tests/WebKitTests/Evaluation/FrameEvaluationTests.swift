import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Evaluation in chosen frames: it has to be the same as in the main frame.
@MainActor
@Suite(.serialized)
struct FrameEvaluationTests {
    @Test
    func `fo-eval-in-each-frame, fo-call-async-in-each-frame: scripts run in the frame and the world that are named`()
        async throws
    {
        let framed = try await FramedPage()
        let named = WKContentWorld.world(name: "frame tests")
        for name in FramedPage.names {
            let href = try await framed.evaluate("location.href", in: name) as? String
            #expect(href.flatMap { URL(string: $0) } == (try framed.frame(name).request.url))
            for (index, world) in [WKContentWorld.page, .defaultClient, named].enumerated() {
                #expect(
                    try await framed.evaluate("location.href", in: name, world: world) as? String == href, "\(name)")
                #expect(
                    try await framed.call("return location.href", in: name, world: world) as? String == href, "\(name)")
                #expect(
                    try await framed.evaluate("var mine = '\(name) \(index)'; mine", in: name, world: world) as? String
                        != nil)
            }
            for (index, world) in [WKContentWorld.page, .defaultClient, named].enumerated() {
                #expect(try await framed.evaluate("mine", in: name, world: world) as? String == "\(name) \(index)")
                let isPage = world === WKContentWorld.page
                #expect(
                    try await framed.evaluate("typeof webkit", in: name, world: world) as? String
                        == (isPage ? "object" : "undefined"))
            }
        }
    }

    @Test func `fo-world-prop-in-frame: a property of a grandchild's client world lasts and is not the page's`()
        async throws
    {
        let framed = try await FramedPage()
        for name in ["nested", "crossNested"] {
            _ = try await framed.evaluate("window.customProperty = 'customValue'", in: name, world: .defaultClient)
            let href = try framed.frame(name).request.url?.absoluteString ?? ""
            #expect(
                try await framed.evaluate("location.href + customProperty", in: name, world: .defaultClient) as? String
                    == href + "customValue")
            #expect(try await framed.evaluate("typeof customProperty", in: name) as? String == "undefined")
            #expect(
                try await framed.page.webView.evaluateJavaScript("typeof customProperty", contentWorld: .defaultClient)
                    as? String == "undefined")
        }
    }

    @Test func `results, arguments and errors in a frame are those of the main frame`() async throws {
        let framed = try await FramedPage()
        let scripts = [
            "1 + 1", "", "undefined", "null", "var a1 = 5", "if (1) { 7 }",
            "({ a: [1, null, , undefined], b: undefined })",
            "new Date(5)", "1n", "() => {}", "Promise.resolve(1)", "throw 'oops'", "throw new RangeError('r')",
            "nosuch()", "return 1", "((",
            "throw null", "Symbol()", "throw { toString() { return 'own' } }", "'\\ud800'", "'a\\0b'",
            "(function f() { f() })()",
        ]
        for script in scripts {
            let main = await outcome { try await framed.evaluate(script, in: "main") }
            for name in ["same", "cross", "srcdoc"] {
                let frame = await outcome { try await framed.evaluate(script, in: name) }
                #expect(frame == main, "\(script) in \(name)")
            }
        }
        let bodies = [
            "return 1", "return null", "", "return a", "return [a, arguments.length, this === window]",
            "await null; throw 'late'",
            "throw new RangeError('r')", "return Promise.reject('no')", "return { then(f) { f(6) } }", "retrun 1",
            "return () => {}",
            "'use strict'; return this === window", "return new Promise(r => setTimeout(() => r(a), 5))",
            "return 1 // end",
            "return 'http://a:1:2: b'", "throw 'http://a:1:2: b'", "let a = 1", "var a; return a", "throw undefined",
        ]
        for body in bodies {
            let arguments: [String: Any] = ["a": ["x": [1, true, NSNull(), Date(timeIntervalSince1970: 0)] as [Any]]]
            let main = await outcome { try await framed.call(body, arguments, in: "main") }
            for name in ["same", "cross", "srcdoc"] {
                let frame = await outcome { try await framed.call(body, arguments, in: name) }
                #expect(frame == main, "\(body) in \(name)")
            }
        }
    }

    @Test func `an exception in a frame has its position, and the address of the frame`() async throws {
        let framed = try await FramedPage()
        for name in ["main", "same", "cross", "sandboxed"] {
            let url = try framed.frame(name).request.url?.absoluteString
            for (script, line) in [("\n\nthrow new Error('e')", 3), ("throw new Error('e')", 1)] {
                // The engine tells where the throw ends; elsewhere the error tells where it was made.
                let column = name == "main" ? 21 : 16
                let error = await scriptError { try await framed.evaluate(script, in: name) }
                #expect(error?.message == "Error: e")
                #expect(error?.line == line, "\(name)")
                #expect(error?.column == column, "\(name)")
                #expect(error?.sourceURL == url, "\(name)")
            }
            let syntax = await scriptError { try await framed.evaluate("\n\n)", in: name) }
            #expect(syntax?.message?.hasPrefix("SyntaxError: ") == true)
            #expect(syntax?.line == 3, "\(name)")
            #expect(syntax?.sourceURL == url, "\(name)")
        }
    }

    @Test func `names of arguments are checked in frames too`() async throws {
        let framed = try await FramedPage()
        for name in ["a = 1", "...a", "a,b", "for", "", "a){ window.ran = 1 }, async function(b"] {
            let error = await scriptError { try await framed.call("window.ran = 1", [name: 1], in: "same") }
            #expect(error?.message?.hasPrefix("SyntaxError") == true, "\(name)")
        }
        #expect(try await framed.evaluate("typeof ran", in: "same") as? String == "undefined")
        #expect(
            await outcome { try await framed.call("return [arguments, $]", ["arguments": 1, "$": 2], in: "same") }
                == "[1, 2]")
    }

    // MARK: Frames that go

    @Test func `fo-removed-frame-error: a frame that has gone is code 12`() async throws {
        let framed = try await FramedPage()
        try await framed.page.evaluate("for (const f of [...document.querySelectorAll('iframe')]) f.remove()")
        for name in FramedPage.names where name != "main" {
            for error in [
                await scriptError { try await framed.evaluate("1", in: name) },
                await scriptError { try await framed.call("return location.href", in: name) },
                await scriptError { try await framed.evaluate("1", in: name, world: .defaultClient) },
            ] {
                #expect(error?.code == .javaScriptInvalidFrameTarget, "\(name)")
            }
        }
        #expect(try await framed.evaluate("2", in: "main") as? Int == 2)
    }

    @Test
    func
        `fo-removed-frame-error: a frame of a page that was left is code 12, and the main frame is still the main frame`()
        async throws
    {
        let framed = try await FramedPage()
        try await framed.page.load(framed.server.url("/nested"))
        #expect(await scriptError { try await framed.evaluate("1", in: "same") }?.code == .javaScriptInvalidFrameTarget)
        #expect(try await framed.evaluate("document.title", in: "main") as? String == "nested")
        try await framed.page.load(framed.server.url("/nested", host: "127.0.0.1"))
        #expect(
            await scriptError { try await framed.evaluate("1", in: "cross") }?.code == .javaScriptInvalidFrameTarget)
    }

    @Test func `a frame that went to another document is the same frame`() async throws {
        let framed = try await FramedPage()
        for (name, url) in [
            ("same", framed.server.url("/crossNested")), ("same", framed.server.url("/nested", host: "127.0.0.1")),
        ] {
            let count = framed.recorder.messages.count
            try await framed.page.evaluate("document.querySelector('[name=\(name)]').src = '\(url)'")
            try await framed.recorder.wait(count: count + 1)
            #expect(try await framed.evaluate("location.href", in: name) as? String == url.absoluteString)
        }
    }

    @Test func `a call that is pending in a frame ends when the frame goes, or its document`() async throws {
        let framed = try await FramedPage()
        let calls = CompletionRecorder()
        for name in ["same", "cross", "nested"] {
            framed.page.webView.callAsyncJavaScript(
                "window.begun = true; await (window.kept ??= new Promise(() => {}))", in: try framed.frame(name),
                in: .page
            ) { calls.note(name, $0) }
            #expect(try await framed.evaluate("begun", in: name) as? Bool == true)
        }
        try await framed.page.evaluate("document.querySelector('[name=cross]').remove()")
        try await calls.wait(count: 1)
        try await framed.page.evaluate("document.querySelector('[name=same]').src = 'about:blank'")
        try await calls.wait(count: 3)
        #expect(
            calls.log.sorted() == [
                "cross: failure javaScriptInvalidFrameTarget", "nested: failure javaScriptInvalidFrameTarget",
                "same: failure javaScriptInvalidFrameTarget",
            ])
    }

    @Test func `ca-detached-frame: a call in a frame that removes itself ends`() async throws {
        let framed = try await FramedPage()
        let body = """
            return new Promise(r => setTimeout(() => {
                top.setTimeout(() => r(42), 100)
                top.document.querySelector('[name=same]').remove()
            }, 0))
            """
        let result = await outcome { try await framed.call(body, in: "same") }
        // Apple waits for the promise; here the end of the frame is the end of its calls.
        #expect(["42", "error 12: "].contains(result))
        #expect(try await framed.page.evaluate("1") as? Int == 1)
    }

    @Test func `a frame of another view is code 12, its main frame too`() async throws {
        let framed = try await FramedPage()
        let other = try await TestPage(html: "<title>other</title>")
        let shared = TestPage(configuration: framed.page.webView.configuration)
        try await shared.load(html: "<title>shared</title>")
        for name in ["same", "cross", "main"] {
            for webView in [other.webView, shared.webView] {
                let frame = try framed.frame(name)
                let error = await scriptError {
                    try await webView.evaluateJavaScript("document.title", in: frame, contentWorld: .page)
                }
                #expect(error?.code == .javaScriptInvalidFrameTarget, "\(name)")
            }
        }
    }

    @Test func `scripts run in frames whose pages run none`() async throws {
        let configuration = TestPage.configuration()
        configuration.defaultWebpagePreferences.allowsContentJavaScript = false
        let recorder = MessageRecorder()
        configuration.userContentController.add(recorder, contentWorld: .defaultClient, name: "m")
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: "webkit.messageHandlers.m.postMessage(0)", injectionTime: .atDocumentEnd,
                forMainFrameOnly: false,
                in: .defaultClient))
        let page = try await TestPage(
            html: "<iframe srcdoc='<script>window.ran = 1</script>'></iframe>", configuration: configuration)
        let frame = try #require(try await recorder.wait(count: 2).first { !$0.frameInfo.isMainFrame }?.frameInfo)
        for world in [WKContentWorld.page, .defaultClient] {
            let result = try await page.webView.evaluateJavaScript("typeof ran", in: frame, contentWorld: world)
            #expect(result as? String == "undefined")
            let call = try await page.webView.callAsyncJavaScript(
                "return a + 1", arguments: ["a": 1], in: frame, contentWorld: world)
            #expect(call as? Int == 2)
        }
    }
}
