import Gawa
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Values that are too large, too deep or hostile.
@MainActor @Suite(.serialized)
struct ConsoleBoundsTests {
    /// A script that makes a value named `o`, and what the console says of it.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let script: String
        let check: @Sendable (ConsoleValue, String) -> Bool
        var testDescription: String { name }
    }

    nonisolated static let cases: [Case] = [
        Case(name: "itself", script: "o = { a: [1] }; o.a.push(o); o.self = o") { value, text in
            text == "{a: [1, [cycle]], self: [cycle]}"
        },
        Case(name: "the same twice is no cycle", script: "const p = {}; o = [p, p]") { _, text in text == "[{}, {}]" },
        Case(name: "window", script: "o = window") { value, _ in value == .other("Window") },
        Case(name: "object that holds the window", script: "o = { w: window, d: document }") { _, text in
            text == "{w: [Window], d: #document}"
        },
        Case(name: "node", script: "o = document.body") { value, _ in value == .element("<body>…</body>") },
        Case(name: "document.all", script: "o = document.all") { value, _ in value == .other("HTMLAllCollection") },
        Case(
            name: "large element",
            script: """
                o = document.createElement('div'); o.setAttribute('data-x', 'y'.repeat(1e6)); o.append('t'.repeat(1e7))
                for (let i = 0; i < 1000; ++i) o.setAttribute('a' + i, i)
                """
        ) { value, text in
            text.hasPrefix("<div data-x=\"yyyy") && text.contains("yyy…\"") && text.hasSuffix("ttt…</div>")
                && text.count < 600
        },
        Case(name: "getter that throws", script: "o = { get bad() { calls++; throw 1 }, good: 1 }") { _, text in
            text == "{bad: (...), good: 1}"
        },
        Case(name: "getters of the prototype", script: "o = new (class Foo { get bad() { calls++ } x = 1 })") {
            _, text in
            text == "Foo {x: 1}"
        },
        Case(
            name: "conversions",
            script: """
                o = { toString() { calls++ }, toJSON() { calls++ }, valueOf() { calls++ }, [Symbol.toPrimitive]() { calls++ },
                    [Symbol.iterator]() { calls++ }, get [Symbol.toStringTag]() { calls++ }, get constructor() { calls++ } }
                """
        ) { value, _ in
            if case .object(_, let members, 0) = value { members.count == 7 } else { false }
        },
        Case(name: "revoked proxy", script: "const r = Proxy.revocable({}, {}); r.revoke(); o = r.proxy") { value, _ in
            value == .other("inaccessible")
        },
        Case(name: "revoked function", script: "const r = Proxy.revocable(() => 1, {}); r.revoke(); o = r.proxy") {
            value, _ in value == .function(name: "")
        },
        Case(name: "traps that throw", script: "o = new Proxy({}, { ownKeys() { throw 1 } })") { value, _ in
            value == .other("inaccessible")
        },
        Case(
            name: "a trap that logs",
            script: "o = new Proxy({ a: 1 }, { ownKeys(t) { console.log(o); return Reflect.ownKeys(t) } })"
        ) {
            _, text in text == "{a: 1}"
        },
        Case(name: "100 levels", script: "o = {}; let at = o; for (let i = 0; i < 100; ++i) at = at.n = {}") {
            _, text in
            text == String(repeating: "{n: ", count: 8) + "Object {…}" + String(repeating: "}", count: 8)
        },
        Case(name: "10 MiB string", script: "o = 'x'.repeat(10 << 20)") { value, text in
            value == .truncatedString(String(repeating: "x", count: 10_000), omittedCount: 10_475_760)
                && text.hasSuffix("xxx… (10475760 more characters)")
        },
        Case(name: "string in an object", script: "o = { s: 'x'.repeat(10 << 20), k: 1 }") { _, text in
            text.hasSuffix("\"… (10475760 more characters), k: 1}")
        },
        Case(name: "100,000 keys", script: "o = {}; for (let i = 0; i < 100000; ++i) o['k' + i] = i") { value, _ in
            if case .object("Object", let members, 99_900) = value { members.count == 100 } else { false }
        },
        Case(name: "100,000 elements", script: "o = Array.from({ length: 100000 }, () => ({ a: 1 }))") { value, text in
            if case .array("Array", let elements, 99_900) = value {
                elements.count == 100 && text.hasSuffix("… 99900 more]")
            } else {
                false
            }
        },
        Case(name: "sparse array", script: "o = []; o.length = 4294967295") { _, text in
            text == "[" + String(repeating: "empty, ", count: 100) + "… 4294967195 more]"
        },
        Case(name: "large map", script: "o = new Map(); for (let i = 0; i < 100000; ++i) o.set(i, { i })") { value, _ in
            if case .map(let entries, 99_900) = value { entries.count == 100 } else { false }
        },
        Case(name: "large buffer", script: "o = new Float64Array(1e7)") { value, _ in
            if case .array("Float64Array", _, 9_999_900) = value { true } else { false }
        },
        Case(
            name: "a wide tree",
            script:
                "o = []; for (const a of Array(100).fill(0)) { const b = []; o.push(b); for (let i = 0; i < 100; ++i) b.push({ i }) }"
        ) { value, text in text.count < 20_000 && text.contains("…") },
        Case(name: "many long strings", script: "o = Array.from({ length: 100 }, (_, i) => i + 'z'.repeat(1e6))") {
            value, text in
            text.count < 110_000 && text.contains("z\"… (")
        },
        Case(
            name: "long keys and names",
            script: "o = { ['k'.repeat(1e7)]: Symbol('s'.repeat(1e7)), f: { ['n'.repeat(1e7)]() {} } }"
        ) {
            _, text in text.count < 1_500
        },
        Case(name: "huge BigInt", script: "o = 1n << 1000000n") { value, _ in
            if case .bigInt(let digits) = value { digits.hasPrefix("0x1000") && digits.count < 300 } else { false }
        },
        Case(name: "long chain of prototypes", script: "o = {}; for (let i = 0; i < 100000; ++i) o = Object.create(o)")
        { _, text in
            text == "{}"
        },
        Case(
            name: "error with getters",
            script:
                "o = new Error('m'); Object.defineProperty(o, 'name', { get() { calls++ } }); o.code = 7; o.cause = new TypeError('c')"
        ) {
            _, text in text.hasPrefix("m {code: 7, cause: TypeError: c}\n")
        },
        Case(name: "exception of the document", script: "try { document.querySelector('!') } catch (e) { o = e }") {
            _, text in
            text.hasPrefix("SyntaxError: ")
        },
        Case(name: "promise", script: "o = Promise.resolve(1)") { _, text in text == "Promise {}" },
        Case(name: "no prototype", script: "o = Object.create(null); o.a = 1; o[Symbol('k')] = 2") { _, text in
            text == "{a: 1, Symbol(k): 2}"
        },
    ]

    @Test(arguments: cases)
    func `BR-108: any value is shown within bounds, in under 200 ms, without code of the page`(value: Case) async throws
    {
        // The engine's own method calls code of the page and joins whole arrays, which is not to be measured here.
        let configuration = TestPage.configuration()
        configuration.userContentController.addUserScript(
            WKUserScript(source: "console.log = () => {}", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        let page = try await ConsolePage(html: "<p>", configuration: configuration)
        let result = try await page.page.call(
            """
            window.calls = 0
            let o
            \(value.script)
            const start = performance.now()
            console.log(o)
            return [performance.now() - start, calls]
            """)
        let numbers = try #require(result as? [Double])
        #expect(numbers[0] < 200, "\(numbers[0]) ms")
        #expect(numbers[1] == 0)
        let entry = try #require(try await page.wait(count: 1).first)
        #expect(entry.arguments.count == 1)
        #expect(value.check(entry.arguments[0], entry.text), "\(entry.text.prefix(700))")
        #expect(page.console.statistics.malformedCount == 0)
    }

    @Test func `BR-108: a window of another origin is shown without what it hides`() async throws {
        let page = try ConsolePage()
        page.server.route("/", .html("<iframe src='\(page.server.url("/frame", host: "127.0.0.1"))'></iframe>"))
        page.server.route("/frame", .html("<p>"))
        try await page.page.load(page.server.url())
        let entries = try await page.entries(after: "console.log(frames[0], { w: frames[0] }, frames[0].location)")
        #expect(entries.map(\.text) == ["{} {w: {}} {}"])
    }

    @Test func `objects of another window of the same origin are known for what they are`() async throws {
        let page = try await ConsolePage(html: "<iframe></iframe>")
        let entries = try await page.entries(
            after: """
                const w = frames[0]
                console.log(w, new w.Date(0), new w.RegExp('a', 'g'), new w.Map([[1, 2]]), new w.Set([1]), new w.Array(1, 2), new w.Error('e'), w.document.body)
                """)
        #expect(
            entries.first?.text.hasPrefix(
                "[Window] 1970-01-01T00:00:00.000Z /a/g Map(1) {1 => 2} Set(1) {1} [1, 2] Error: e") == true,
            "\(entries.map(\.text))")
        #expect(entries.first?.text.hasSuffix("<body></body>") == true)
    }

    @Test func `a cut does not split a surrogate pair, and lone surrogates are replaced`() async throws {
        var limits = ConsoleLimits()
        limits.maximumStringLength = 4
        let page = try await ConsolePage(html: "<p>", PageConsole(limits: limits, standardError: false))
        try await page.page.evaluate("console.log('abc\u{1F600}d', 'ab\u{1F600}d', 'a\\ud800', '\\udc00b')")
        let entries = try await page.wait(count: 1)
        #expect(
            entries.first?.arguments == [
                .truncatedString("abc", omittedCount: 3), .truncatedString("ab\u{1F600}", omittedCount: 1),
                .string("a\u{FFFD}"), .string("\u{FFFD}b"),
            ])
    }

    @Test func `the page gives up on values that take too long`() async throws {
        let page = try await ConsolePage(html: "<p>")
        let result = try await page.page.call(
            """
            const slow = { getOwnPropertyDescriptor(t, k) { const end = performance.now() + 10; while (performance.now() < end); return Reflect.getOwnPropertyDescriptor(t, k) } }
            const o = new Proxy(Object.fromEntries(Array.from({ length: 100 }, (_, i) => ['k' + i, i])), slow)
            const start = performance.now()
            console.log(o)
            return performance.now() - start
            """)
        #expect(try #require(result as? Double) < 300)
        let text = try #require(try await page.wait(count: 1).first?.text)
        #expect(text.contains("…"), "\(text)")
    }
}
