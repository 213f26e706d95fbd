import GawaTestSupport
import Testing
import WebKit

/// The arguments of `callAsyncJavaScript`: what crosses, and under which names.
@MainActor
@Suite(.serialized)
struct CallAsyncArgumentTests {
    // MARK: Values

    @Test
    func
        `ca-rt-string, ca-rt-array, ca-rt-nested-array, ca-rt-dict, ca-rt-dict-date, ca-rt-dict-nested: arguments come back`()
        async throws
    {
        let cases: [(value: Any, text: String)] = [
            ("Foo", "\"Foo\""), ([1, 2], "[1, 2]"), ([[1, 2]], "[[1, 2]]"), (["a": 1, "b": 2], "{a: 1, b: 2}"),
            (
                ["a": "foo", "b": Date(timeIntervalSinceReferenceDate: 0)] as [String: Any],
                "{a: \"foo\", b: @978307200000}"
            ),
            (["a": ["a": 1]], "{a: {a: 1}}"), (true, "true"), (NSNull(), "null"), ("", "\"\""), ([Int](), "[]"),
            ([String: Int](), "{}"), (0.1, "0.1"),
            (["constructor": 2, "toString": 3], "{constructor: 2, toString: 3}"),
        ]
        let page = try await TestPage(html: "<p>")
        for (value, text) in cases {
            let result = await outcome { try await page.call("return a", ["a": value]) }
            #expect(result == text)
        }
    }

    @Test func `ca-circular-array-arg: an array that holds itself crosses`() async throws {
        let page = try await TestPage(html: "<p>")
        let array = NSMutableArray(object: "value")
        array.add(array)
        defer { array.removeAllObjects() }
        #expect(try await page.call("return a[0]", ["a": array]) as? String == "value")
        #expect(try await page.call("return a[1] === a && a[1][1][0] === 'value'", ["a": array]) as? Bool == true)
    }

    @Test func `ca-invalid-arg-type, ca-invalid-arg-nested: a refused argument is an exception, and nothing runs`()
        async throws
    {
        let page = try await TestPage(html: "<p>")
        let refused: [Any] = [
            Data(), [1, Data()], ["k": [Data()]], page, NSObject(), [1: "key"], ["k": [true: 1]],
            URL(fileURLWithPath: "/"),
            { 1 },
        ]
        for value in refused {
            let error = await scriptError { try await page.call("window.ran = 1; return 1", ["a": value]) }
            #expect(error?.code == .javaScriptExceptionOccurred, "\(value)")
            #expect(error?.message?.isEmpty == false, "\(value)")
            #expect(error?.line == 0, "\(value)")
        }
        #expect(try await page.evaluate("typeof ran") as? String == "undefined")
    }

    @Test func `a refused argument is named by its path`() async throws {
        let page = try await TestPage(html: "<p>")
        let error = await scriptError { try await page.call("", ["order": ["lines": [1, Data()]]]) }
        #expect(error?.message?.contains("order.lines[1]") == true)
        let key = await scriptError { try await page.call("", ["order": [1: 2]]) }
        #expect(key?.message?.contains("not a string") == true)
    }

    @Test func `arguments are locals: they can be reassigned and captured, and leave no trace`() async throws {
        let page = try await TestPage(html: "<p>")
        let body = "const read = () => a; a += 1; const b2 = b; b = 5; return [a, read(), b2, b, typeof window.a]"
        #expect(valueText(try await page.call(body, ["a": 1, "b": [2]])) == "[2, 2, [2], 5, \"undefined\"]")
        #expect(try await page.call("return arguments.length", ["a": 1, "b": 2]) as? Int == 2)
        #expect(valueText(try await page.call("return Array.from(arguments)", ["a": ["x": 1]])) == "[{x: 1}]")
        #expect(try await page.call("return this === window", ["a": 1]) as? Bool == true)
        #expect(
            try await page.call("return (await import('data:text/javascript,export default 10')).default + a", ["a": 1])
                as? Int == 11)
    }

    @Test func `a hundred arguments arrive, each under its name`() async throws {
        let page = try await TestPage(html: "<p>")
        let arguments = Dictionary(uniqueKeysWithValues: (0..<100).map { ("a\($0)", $0) })
        let body = "return [\((0..<100).map { "a\($0)" }.joined(separator: ","))]"
        #expect(try await page.call(body, arguments) as? [Int] == Array(0..<100))
    }

    @Test func `an argument of ten million characters arrives`() async throws {
        let page = try await TestPage(html: "<p>")
        let text = String(repeating: "ä€", count: 5_000_000)
        #expect(try await page.call("return a.length", ["a": text]) as? Int == 10_000_000)
        #expect(try await page.call("return a", ["a": text]) as? String == text)
    }

    // MARK: Names

    @Test func `odd names that JavaScript allows name their argument`() async throws {
        let names = [
            "$", "_", "a1", "ä", "名前", "𝒳", "__proto__", "constructor", "toString", "undefined", "NaN", "eval",
            "arguments",
            "async", "let", "yield", "static", "of", "get", "window", "document", "self", "globalThis", "JSON",
            "Promise", "then",
            "length", "name", "__webkitDecodeArguments", "__webkitArgument0", "a\u{200D}b",
        ]
        let page = try await TestPage(html: "<p>")
        for name in names {
            let result = await outcome { try await page.call("return \(name)", [name: ["x": 1]]) }
            #expect(result == "{x: 1}", "\(name)")
        }
    }

    @Test func `names that are no identifiers are a SyntaxError, and nothing runs`() async throws {
        let page = try await TestPage(html: "<p>")
        let names = [
            "", " ", "1a", "a-b", "a b", "for", "class", "await", "enum", "this", "null", "true", "a.b", "'a'", "#a",
            "@a", "a/*", "a\0b",
            "a//", "a,b", "a,", "...a", "a = 1", "a = (window.ran = 1)", "{ a }", "[a]",
            "a){ window.ran = 1 }) ((async function(b",
            "a\n", "a\u{2028}b", "\u{1F600}",
        ]
        for name in names {
            let error = await scriptError { try await page.call("window.ran = 1; return 1", [name: 1]) }
            #expect(error?.code == .javaScriptExceptionOccurred, "\(name)")
            #expect(error?.message?.hasPrefix("SyntaxError") == true, "\(name): \(error?.message ?? "ran")")
            #expect(try await page.evaluate("typeof ran") as? String == "undefined", "\(name)")
        }
        #expect(try await page.call("return 1") as? Int == 1)
    }
}
