import GawaTestSupport
import Testing
import WebKit

/// What errors of `callAsyncJavaScript` say, and what the library's own wrapping must not change.
@MainActor
@Suite(.serialized)
struct CallAsyncErrorTests {
    static let baseURL = "http://errors.example/call"

    private func makePage(_ html: String = "<p>") async throws -> TestPage {
        try await TestPage(html: html, baseURL: URL(string: Self.baseURL))
    }

    @Test func `ca-syntax-error: a body that does not parse is an exception, and nothing of it runs`() async throws {
        let page = try await makePage()
        for arguments in [[:], ["a": 1]] as [[String: Any]] {
            for body in [
                "retrun null", "\n\nretrun null", "return )", "let a; let a", "{", "'", "`", "import x from 'y'",
            ] {
                let error = await scriptError { try await page.call("window.ran = 1; " + body, arguments) }
                #expect(error?.code == .javaScriptExceptionOccurred, "\(body)")
                #expect(error?.message?.hasPrefix("SyntaxError: ") == true, "\(body)")
            }
        }
        #expect(try await page.evaluate("typeof ran") as? String == "undefined")
    }

    // A throw rejects the promise of the async function, and a rejection has no position on Apple's platforms either.
    @Test func `an exception of the body has line and column 0, with arguments and without`() async throws {
        let page = try await makePage()
        for body in ["nosuch()", "\n  nosuch()", "await null; nosuch()"] {
            for arguments in [[:], ["a": 1], ["longer": ["x": "y"], "b": true]] as [[String: Any]] {
                let error = await scriptError { try await page.call(body, arguments) }
                #expect(
                    error
                        == ScriptErrorFacts(
                            code: .javaScriptExceptionOccurred, message: "ReferenceError: Can't find variable: nosuch",
                            line: 0, column: 0))
            }
        }
    }

    @Test func `an error of the body knows its own line, with arguments and without`() async throws {
        let page = try await makePage()
        let body = "\ntry {\n nosuch() } catch (error) { return error.line }"
        #expect(try await page.call(body) as? Int == 3)
        #expect(try await page.call(body, ["a": 1]) as? Int == 3)
    }

    @Test func `directive prologues work: a strict body is strict, with arguments too`() async throws {
        let page = try await makePage()
        for arguments in [[:], ["a": 1]] as [[String: Any]] {
            let strict =
                "'use strict'; return [(function () { return this })(), this === window, typeof arguments, ARG]"
            let body = strict.replacingOccurrences(of: "ARG", with: arguments.isEmpty ? "1" : "a")
            let result = await outcome { try await page.call(body, arguments) }
            #expect(result == "[null, true, \"object\", 1]")
            let error = await scriptError { try await page.call("\"use strict\"\nundeclared = 1", arguments) }
            #expect(error?.message == "ReferenceError: Can't find variable: undeclared")
            #expect(valueText(try await page.call("sloppy = 1; return sloppy", arguments)) == "1")
        }
    }

    @Test func `bodies that end in a comment, and bodies with declarations at their top, work with arguments too`()
        async throws
    {
        let page = try await makePage()
        #expect(try await page.call("return a // the end", ["a": 1]) as? Int == 1)
        #expect(try await page.call("return f(); function f() { return a }", ["a": 2]) as? Int == 2)
        #expect(try await page.call("var a; return a", ["a": 3]) as? Int == 3)
        #expect(try await page.call("{ let a = 4; return a }", ["a": 3]) as? Int == 4)
        #expect(
            await scriptError { try await page.call("let a = 4; return a", ["a": 3]) }?.message?
                .hasPrefix("SyntaxError") == true)
        #expect(try await page.call("<!-- old\nreturn a", ["a": 5]) as? Int == 5)
        #expect(try await page.call("label: for (;;) { break label } return a", ["a": 6]) as? Int == 6)
    }

    @Test func `a page that spoils the built-ins changes neither arguments nor results`() async throws {
        let page = try await makePage(
            """
            <script>
            JSON.parse = JSON.stringify = () => 'spoilt'
            Array.prototype.toJSON = String.prototype.toJSON = Date.prototype.toJSON = () => 'spoilt'
            Object.prototype.toJSON = () => 'spoilt'
            Array.prototype[Symbol.iterator] = Array.prototype.map = undefined
            Function.prototype.call = Function.prototype.apply = () => 'spoilt'
            Map.prototype.get = Map.prototype.set = () => 'spoilt'
            Object.keys = Object.defineProperty = Reflect.apply = () => 'spoilt'
            try { __webkitDecodeArguments = () => 'spoilt' } catch {}
            try { Object.defineProperty(window, '__webkitDecodeArguments', { value: 1 }) } catch {}
            for (const key of ['0', '1', 'x'])
                Reflect.defineProperty(Object.prototype, key, { set() { throw 'spoilt' }, get() { return 'spoilt' } })
            </script>
            """)
        let value: [String: Any] = ["x": [1, "two", Date(timeIntervalSince1970: 3), Double.nan]]
        #expect(valueText(try await page.call("return a", ["a": value])) == "{x: [1, \"two\", @3000, nan]}")
        #expect(valueText(try await page.evaluate("({ x: [1, 'two'] })")) == "{x: [1, \"two\"]}")
    }
}
