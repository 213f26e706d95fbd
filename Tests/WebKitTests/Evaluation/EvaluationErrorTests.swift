import GawaTestSupport
import Testing
import WebKit

/// How `evaluateJavaScript` fails, and what its errors say.
@MainActor
@Suite(.serialized)
struct EvaluationErrorTests {
    static let baseURL = "http://errors.example:81/a:1:2/page?x=3:4#5:6"

    private func makePage() async throws -> TestPage {
        try await TestPage(html: "<p id=p>", baseURL: URL(string: Self.baseURL))
    }

    @Test func `ev-throw-string-position: an exception has its message, line, column and source URL`() async throws {
        let page = try await makePage()
        let error = await scriptError { try await page.evaluate("\n\nthrow 'oops'") }
        #expect(
            error
                == ScriptErrorFacts(
                    code: .javaScriptExceptionOccurred, message: "oops", line: 3, column: 13,
                    sourceURL: Self.baseURL))
    }

    @Test func `the user info of an exception has Apple's keys and types`() async throws {
        let page = try await makePage()
        do {
            try await page.evaluate("\nnew Error('why').nosuch()")
            Issue.record("The script ended well")
        } catch {
            let error = error as NSError
            #expect(error.domain == WKErrorDomain)
            #expect(error.code == 4)
            #expect(error.localizedDescription == "A JavaScript exception occurred")
            #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "A JavaScript exception occurred")
            #expect((error.userInfo["WKJavaScriptExceptionMessage"] as? String)?.hasPrefix("TypeError: ") == true)
            #expect(error.userInfo["WKJavaScriptExceptionLineNumber"] as? NSNumber == 2)
            #expect(error.userInfo["WKJavaScriptExceptionColumnNumber"] is NSNumber)
            #expect(error.userInfo["WKJavaScriptExceptionSourceURL"] is URL)
        }
    }

    @Test func `positions are those in the script, on its first line too`() async throws {
        // The engine tells the end of what throws.
        let cases: [(script: String, message: String, line: Int, column: Int)] = [
            ("throw 'oops'", "oops", 1, 13), ("throw new Error('one')", "Error: one", 1, 23),
            ("1;\n  throw new RangeError('two')", "RangeError: two", 2, 30),
            ("throw 'a: b:1:2: c'", "a: b:1:2: c", 1, 20), ("\n\n\nthrow ''", "", 4, 9),
            ("throw { toString() { return 'own' } }", "own", 1, 38), ("throw null", "null", 1, 11),
            ("throw undefined", "undefined", 1, 16), ("throw 5", "5", 1, 8),
            ("throw 'line\\nbreak'", "line\nbreak", 1, 20), ("throw '\u{1F600}é\u{2028}'", "\u{1F600}é\u{2028}", 1, 13),
        ]
        let page = try await makePage()
        for (script, message, line, column) in cases {
            let expected = ScriptErrorFacts(
                code: .javaScriptExceptionOccurred, message: message, line: line, column: column,
                sourceURL: Self.baseURL)
            #expect(await scriptError { try await page.evaluate(script) } == expected, "\(script)")
        }
    }

    @Test(arguments: [true, false])
    func `ev-call-missing-function: a missing function is a ReferenceError in each world`(isPage: Bool) async throws {
        let page = try await makePage()
        let world = isPage ? WKContentWorld.page : .defaultClient
        let error = await scriptError {
            try await page.webView.evaluateJavaScript("nosuch()", contentWorld: world)
        }
        #expect(error?.code == .javaScriptExceptionOccurred)
        #expect(error?.message == "ReferenceError: Can't find variable: nosuch")
        #expect(error?.line == 1)
        #expect(error?.sourceURL == Self.baseURL)
    }

    @Test func `a script that is no script is a SyntaxError with its line, and nothing of it runs`() async throws {
        let cases = [
            ("\n  let = 1 1", 2), ("return 1", 1), ("await 1", 1), ("(", 1), ("'open", 1), ("\n\n)", 3), ("`\n\n", 3),
            ("import 'x'", 1),
        ]
        let page = try await makePage()
        for (script, line) in cases {
            let error = try #require(await scriptError { try await page.evaluate("window.ran = 1; " + script) })
            #expect(error.code == .javaScriptExceptionOccurred, "\(script)")
            #expect(error.message?.hasPrefix("SyntaxError: ") == true, "\(script)")
            #expect(error.line == line, "\(script)")
            #expect(error.column == 0, "\(script)")
            #expect(error.sourceURL == Self.baseURL, "\(script)")
            #expect(try await page.evaluate("typeof ran") as? String == "undefined")
        }
    }

    @Test func `an exception of the page's own code has the position in the page's code`() async throws {
        let page = try await TestPage(
            html:
                "<script>function f() { throw new Error('inner') }\n\nfunction g() { throw new Error('later') }</script>",
            baseURL: URL(string: Self.baseURL))
        let first = await scriptError { try await page.evaluate("\n\n\nf()") }
        #expect(first?.message == "Error: inner")
        #expect(first?.line == 1)
        #expect(first?.column == 48)
        let second = await scriptError { try await page.evaluate("g()") }
        #expect(second?.line == 3)
        #expect(second?.sourceURL == Self.baseURL)
    }

    // MARK: Unsupported results

    @Test func `ev-unsupported-node-in-array, ev-unsupported-labelled-block: what cannot cross is code 5`()
        async throws
    {
        let page = try await makePage()
        for script in ["[document.body]", "{ a: document.body }", "(() => {})", "Promise.resolve(5)", "window"] {
            let calls = CompletionRecorder()
            page.webView.evaluateJavaScript(script) { calls.note("old", $0, $1) }
            try await calls.wait(count: 1)
            #expect(calls.log == ["old: nil, javaScriptResultTypeIsUnsupported"])
            do {
                try await page.evaluate(script)
                Issue.record("\(script) crossed")
            } catch {
                let error = error as NSError
                #expect(error.code == 5)
                #expect(
                    error.localizedDescription == "JavaScript execution returned a result of an unsupported type")
                #expect(error.userInfo["WKJavaScriptExceptionMessage"] == nil)
            }
        }
    }

    @Test func `ev-brace-flood: two hundred thousand braces are an error, and the page lives`() async throws {
        let page = try await makePage()
        let error = await scriptError { try await page.evaluate(String(repeating: "{", count: 200_000)) }
        #expect(error?.code == .javaScriptExceptionOccurred)
        #expect(try await page.evaluate("1 + 1") as? Int == 2)
    }

    @Test func `endless recursion is an error, and the page lives`() async throws {
        let page = try await makePage()
        let error = await scriptError { try await page.evaluate("(function f() { f() })()") }
        #expect(error?.message == "RangeError: Maximum call stack size exceeded.")
        #expect(try await page.evaluate("1 + 1") as? Int == 2)
    }
}
