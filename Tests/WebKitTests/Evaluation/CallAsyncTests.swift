import GawaTestSupport
import Testing
import WebKit

/// What `callAsyncJavaScript` gives: results, promises, and what the body of the function sees.
@MainActor
@Suite(.serialized)
struct CallAsyncTests {
    @Test func `ca-no-return, ca-return-string, BR-114: the result is what the body returns`() async throws {
        let cases = [
            ("1", "nil"), ("return '1'", "\"1\""), ("return", "nil"), ("", "nil"), (" ", "nil"),
            ("return null", "null"),
            ("return undefined", "nil"), ("return void 0", "nil"), ("return 1n", "nil"), ("return true", "true"),
            ("return 2 ** 53", "9007199254740992.0"),
            ("return { a: [1, undefined, null], b: undefined }", "{a: [1, null, null]}"),
            ("console.log(1)", "nil"), ("return typeof arguments", "\"object\""), ("return arguments.length", "0"),
            ("return this === window", "true"), ("return [new Date(5)]", "[@5]"), ("return 1 // end", "1"),
            ("return 1 /* end */", "1"), ("return 2 <!-- end", "2"), ("\nreturn 3\n", "3"),
            ("return `}\n{`", "\"}\n{\""),
            ("const n = document.createElement('div'); n.setAttribute('data-foo', '42'); return +n.dataset.foo", "42"),
            ("{ return 4 }", "4"), ("if (0) return 5", "nil"), ("return await 6", "6"),
        ]
        let page = try await TestPage(html: "<p>")
        for (body, expected) in cases {
            let result = await outcome { try await page.call(body) }
            #expect(result == expected, "\(body)")
        }
    }

    @Test func `ca-data-attribute-parse: a parsed number casts to Int`() async throws {
        let page = try await TestPage(html: "<p>")
        let body = """
            const n = document.createElement('div')
            n.setAttribute('data-foo', '42')
            return parseInt(n.getAttribute('data-foo'))
            """
        #expect(try await page.call(body) as? Int == 42)
    }

    @Test func `ca-window-property-side-effect: a body that only assigns gives nil, and its effect stays`() async throws
    {
        let page = try await TestPage(html: "<p>")
        let calls = CompletionRecorder()
        page.webView.callAsyncJavaScript("window.baz = 'bat'", in: nil, in: .page) { calls.note("call", $0) }
        try await calls.wait(count: 1)
        #expect(calls.log == ["call: success boxed nil"])
        #expect(try await page.evaluate("baz") as? String == "bat")
    }

    // MARK: Promises

    @Test(arguments: [
        ("return new Promise(r => setTimeout(() => r(42), 0))", "42"),
        ("let r = 0; await new Promise(f => setTimeout(() => { r = 42; f() }, 5)); return r", "42"),
        ("const p = new Promise(f => setTimeout(() => f('Fulfilled!'), 5)); await p; return p", "\"Fulfilled!\""),
        ("await new Promise(r => r(new Promise(q => q(42)))); return 'Done'", "\"Done\""),
        ("return Promise.resolve(5)", "5"), ("return { then(f) { f(6) } }", "6"),
        ("return await { then(f) { f(7) } }", "7"),
        ("return { then(f) { f({ then(g) { g(8) } }) } }", "8"), ("return { then: 9 }", "{then: 9}"),
        ("return (await import('data:text/javascript,export default 10')).default", "10"),
        ("for await (const x of [Promise.resolve(11)]) return x", "11"),
        ("await new Promise(requestAnimationFrame); return 12", "12"),
    ])
    func
        `ca-promise-resolve, ca-await-before-return, ca-return-settled-promise, ca-nested-promise, BR-115: promises are awaited`(
            body: String, expected: String
        ) async throws
    {
        let page = try await TestPage(html: "<p>")
        if body.contains("requestAnimationFrame") {
            // Nothing is painted for a view that is in no window.
            _ = page.present()
        }
        #expect(valueText(try await page.call(body)) == expected)
    }

    @Test func `ca-promise-reject, BR-115: a rejection is an exception without a position`() async throws {
        let page = try await TestPage(html: "<p>")
        let cases = [
            ("return new Promise((_, r) => setTimeout(() => r('Rejected!'), 0))", "Rejected!"),
            ("await null; throw new RangeError('late')", "RangeError: late"),
            ("return Promise.reject(undefined)", "undefined"),
            ("return Promise.reject(null)", "null"), ("return Promise.reject()", "undefined"), ("throw ''", ""),
            ("return { then(_, r) { r('thenable') } }", "thenable"),
            ("return { get then() { throw 'getter' } }", "getter"),
            ("return Promise.reject(new DOMException('m', 'AbortError'))", "AbortError: m"),
            ("return Promise.reject('http://a.example:1:2: text')", "http://a.example:1:2: text"),
            ("return fetch('nosuch:/')", "TypeError: Load failed"),
        ]
        for (body, message) in cases {
            let error = await scriptError { try await page.call(body) }
            #expect(error?.code == .javaScriptExceptionOccurred, "\(body)")
            #expect(error?.message == message, "\(body)")
            #expect(error?.line == 0, "\(body)")
            #expect(error?.column == 0, "\(body)")
            #expect(error?.sourceURL == nil, "\(body)")
        }
    }

    @Test func `ca-array-with-window-error: a result that cannot cross is code 5`() async throws {
        let page = try await TestPage(html: "<p>")
        for body in ["return [window, 2, 3]", "return () => {}", "return document", "return Promise.resolve(Symbol())"]
        {
            let error = await scriptError { try await page.call(body) }
            #expect(error?.code == .javaScriptResultTypeIsUnsupported, "\(body)")
        }
    }

    @Test func `ca-getter-throws-dropped, ca-object-with-window-dropped: one part that cannot cross refuses the whole`()
        async throws
    {
        let page = try await TestPage(html: "<p>")
        for body in [
            "return { get foo() { throw new Error() }, get bar() { return 123 } }",
            "return { foo: 'bar', bar: 17, baz: window }",
        ] {
            let error = await scriptError { try await page.call(body) }
            #expect(error?.code == .javaScriptResultTypeIsUnsupported)
        }
        #expect(valueText(try await page.call("return { get bar() { return 123 } }")) == "{bar: 123}")
    }

    @Test func `ca-transient-activation: a call counts as a gesture of the user`() async throws {
        let page = try await TestPage(html: "<script>const before = navigator.userActivation.isActive</script>")
        #expect(valueText(try await page.call("return [before, navigator.userActivation.isActive]")) == "[false, true]")
    }

    // MARK: Depth

    @Test func `ca-depth-40000: a result twenty thousand levels deep comes whole, and its end is found`() async throws {
        let page = try await TestPage(html: "<p>")
        let depth = 20_000
        let result = try await page.call(
            "let o = {}; for (let i = 1; i < depth; ++i) o = { o }; return o", ["depth": depth])
        var count = 0
        var level = result as? [String: Any]
        while let next = level {
            count += 1
            level = next["o"] as? [String: Any]
        }
        #expect(count == depth)
    }

    @Test func `ca-depth-40001: a result that is too deep is an error, and calls go on`() async throws {
        let page = try await TestPage(html: "<p>")
        let error = await scriptError {
            try await page.call("let o = {}; for (let i = 0; i < 100000; ++i) o = { o }; return o")
        }
        #expect(error?.code == .javaScriptResultTypeIsUnsupported || error?.code == .webContentProcessTerminated)
        try await page.load(html: "<p>")
        #expect(try await page.call("return 1") as? Int == 1)
    }
}
