import GawaTestSupport
import Testing
import WebKit

/// What `evaluateJavaScript` gives for scripts that end well, in all its forms.
@MainActor
@Suite(.serialized)
struct EvaluationTests {
    @Test func `ev-no-load-needed, ev-no-load-url, fo-empty-view-frame: a view that loaded nothing evaluates`()
        async throws
    {
        let webView = TestPage().webView
        #expect(try await webView.evaluateJavaScript("1 + 2") as? Int == 3)
        #expect(try await webView.evaluateJavaScript("window.location.href") as? String == "about:blank")
        #expect(
            try await webView.evaluateJavaScript("location.href", in: nil, contentWorld: .defaultClient) as? String
                == "about:blank")
    }

    // MARK: Forms

    @Test func `ev-completion-is-async: every completion handler runs once, later, on the main thread`() async throws {
        let page = try await TestPage(html: "<p>")
        let webView = page.webView
        let calls = CompletionRecorder()
        webView.evaluateJavaScript("1") { calls.note("old", $0, $1) }
        webView.evaluateJavaScript("throw 1") { calls.note("old throw", $0, $1) }
        webView.evaluateJavaScript("1", in: nil, in: .page) { calls.note("new", $0) }
        webView.evaluateJavaScript("throw 1", in: nil, in: .defaultClient) { calls.note("new throw", $0) }
        webView.callAsyncJavaScript("return 1", arguments: [:], in: nil, in: .page) { calls.note("call", $0) }
        webView.callAsyncJavaScript("throw 1", in: nil, in: .page) { calls.note("call throw", $0) }
        webView.callAsyncJavaScript("return 1", arguments: ["a": Data()], in: nil, in: .page) {
            calls.note("call refused", $0)
        }
        #expect(calls.log.isEmpty)
        try await calls.wait(count: 7)
        // Whatever would be called a second time is called before these come back.
        for _ in 1...3 { try await page.evaluate("0") }
        #expect(
            calls.log.sorted() == [
                "call refused: failure javaScriptExceptionOccurred", "call throw: failure javaScriptExceptionOccurred",
                "call: success 1", "new throw: failure javaScriptExceptionOccurred", "new: success 1",
                "old throw: nil, javaScriptExceptionOccurred", "old: 1, no error",
            ])
        #expect(calls.areAllOnMainThread)
    }

    @Test func `ev-completion-is-async, ca-nil-completion-invalid-arg: without a completion handler scripts still run`()
        async throws
    {
        let page = try await TestPage(html: "<p>")
        page.webView.evaluateJavaScript("window.a = 1", completionHandler: nil)
        page.webView.evaluateJavaScript("window.b = 2", in: nil, in: .page)
        page.webView.callAsyncJavaScript("window.c = 3", in: nil, in: .page)
        page.webView.callAsyncJavaScript("window.d = 4", arguments: ["a": Data()], in: nil, in: .page)
        page.webView.evaluateJavaScript("throw 1", completionHandler: nil)
        #expect(valueText(try await page.evaluate("[a, b, c, typeof d]")) == "[1, 2, 3, \"undefined\"]")
    }

    @Test func `undefined is nil for the old handler, and a boxed nil for the forms with a result`() async throws {
        let page = try await TestPage(html: "<p>")
        let calls = CompletionRecorder()
        page.webView.evaluateJavaScript("undefined") { calls.note("old", $0, $1) }
        page.webView.evaluateJavaScript("undefined", in: nil, in: .page) { calls.note("new", $0) }
        page.webView.callAsyncJavaScript("", in: nil, in: .page) { calls.note("call", $0) }
        page.webView.evaluateJavaScript("null") { calls.note("old null", $0, $1) }
        try await calls.wait(count: 4)
        #expect(
            calls.log == [
                "old: nil, no error", "new: success boxed nil", "call: success boxed nil", "old null: null, no error",
            ])
        #expect(try await page.webView.evaluateJavaScript("undefined") == nil)
        #expect(try await page.webView.evaluateJavaScript("undefined", contentWorld: .page) == nil)
    }

    // MARK: Results

    @Test func `ev-assignment-value, ev-null-vs-undefined, ev-empty-string-value, BR-114: the completion value comes`()
        async throws
    {
        let cases = [
            ("a = 25", "25"), ("a = 2.5", "2.5"), ("a = true", "true"), ("a = false", "false"), ("a = ''", "\"\""),
            ("1; 2", "2"), ("if (true) { 7 } else { 8 }", "7"), ("{ a: 1 }", "1"), ("({ a: 1 })", "{a: 1}"),
            ("(() => ({ s: '' }))()", "{s: \"\"}"), ("for (let i = 0; i < 3; ++i) i * 10", "20"),
            ("try { 3 } finally { 4 }", "3"), ("'use strict'", "\"use strict\""), ("", "nil"), (" ", "nil"),
            (";", "nil"),
            ("// only a comment", "nil"), ("var v = 5", "nil"), ("let l = 5", "nil"),
            ("function F() { a = 25 } F()", "nil"), ("function G() {}", "nil"), ("void 0", "nil"), ("undefined", "nil"),
            ("null", "null"), ("a = null", "null"), ("console.log(1)", "nil"), ("1n", "nil"),
            ("this === window", "true"), ("<!-- a comment of old\n6", "6"),
        ]
        let page = try await TestPage(html: "<p>")
        for (script, expected) in cases {
            #expect(await outcome { try await page.evaluate(script) } == expected, "\(script)")
        }
    }

    @Test func `scripts are global: declarations last until the document goes`() async throws {
        let page = try await TestPage(html: "<p>")
        try await page.evaluate("var a = 1; let b = 2; const c = 3; class D {}; function e() { return 5 }")
        #expect(
            valueText(try await page.evaluate("[a, b, c, typeof D, e(), window.a, window.b]"))
                == "[1, 2, 3, \"function\", 5, 1, null]")
        let again = await scriptError { try await page.evaluate("let b = 1") }
        #expect(again?.code == .javaScriptExceptionOccurred)
        #expect(again?.message?.contains("SyntaxError") == true)
        try await page.load(html: "<p>")
        #expect(try await page.evaluate("let b = 7; b") as? Int == 7)
    }

    @Test func `worlds have globals of their own and share the document`() async throws {
        let page = try await TestPage(html: "<p id=p>text")
        let world = WKContentWorld.world(name: "evaluation tests")
        for (world, value) in [(WKContentWorld.page, 1), (.defaultClient, 2), (world, 3)] {
            _ = try await page.webView.evaluateJavaScript("var mine = \(value)", contentWorld: world)
        }
        for (world, value) in [(WKContentWorld.page, 1), (.defaultClient, 2), (world, 3)] {
            let text = "[mine, document.getElementById('p').textContent]"
            let result = try await page.webView.evaluateJavaScript(text, contentWorld: world)
            #expect(valueText(result) == "[\(value), \"text\"]")
        }
    }

    @Test func `evaluation counts as a gesture of the user`() async throws {
        let page = try await TestPage(html: "<p>")
        let script = "navigator.userActivation ? navigator.userActivation.isActive : 'unknown'"
        #expect(try await page.evaluate(script) as? Bool == true)
    }

    @Test func `ev-long-utf16-script: a script of more than a million wide spaces runs`() async throws {
        let page = try await TestPage(html: "<p>")
        let spaces = String(repeating: "\u{3000}", count: 1_228_800)
        #expect(try await page.evaluate("'z'\(spaces)+ 'u'") as? String == "zu")
    }

    @Test func `BR-001: characters in the text of a script stay what they are`() async throws {
        let page = try await TestPage(html: "<p>")
        let texts = [
            "a\u{0}b", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "a\u{2028}b\u{2029}c", "\u{FEFF}x", "é\u{301}",
        ]
        for text in texts {
            #expect(try await page.evaluate("'\(text)'") as? String == text)
            #expect(try await page.call("return '\(text)'") as? String == text)
            let units = try await page.evaluate("Array.from('\(text)').map(c => c.codePointAt(0))") as? [Int]
            #expect(units == text.unicodeScalars.map { Int($0.value) })
        }
    }

    @Test func `results come in the order of the calls`() async throws {
        let page = try await TestPage(html: "<p>")
        let calls = CompletionRecorder()
        for index in 0..<200 {
            if index % 3 == 0 {
                page.webView.callAsyncJavaScript("return index", arguments: ["index": index], in: nil, in: .page) {
                    calls.note("", $0)
                }
            } else {
                page.webView.evaluateJavaScript("\(index)", in: nil, in: .page) { calls.note("", $0) }
            }
        }
        try await calls.wait(count: 200)
        #expect(calls.log == (0..<200).map { ": success \($0)" })
    }
}
