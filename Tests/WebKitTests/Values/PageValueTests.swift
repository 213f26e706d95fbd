import GawaTestSupport
import Testing
import WebKit

/// Values that leave a real page: the same table through messages, evaluation and calls, in the main frame and another.
@MainActor
@Suite(.serialized)
struct PageValueTests {
    private func check(
        _ cases: [(expression: String, text: String)], _ exits: [ValueChannels.Exit] = ValueChannels.Exit.allCases
    )
        async throws
    {
        let channels = try await ValueChannels(html: "<p id=p><input><div></div>")
        for (expression, text) in cases {
            for exit in exits {
                let result = await channels.text(of: expression, through: exit)
                let isSame = text == "refused" ? result.hasPrefix("error 5: ") : result == text
                #expect(isSame, "\(expression) through \(exit): \(result) instead of \(text)")
            }
        }
    }

    @Test func `BR-114: primitives`() async throws {
        try await check([
            ("true", "true"), ("false", "false"), ("1", "1"), ("1.5", "1.5"), ("-0", "-0"), ("NaN", "nan"),
            ("Infinity", "inf"), ("-Infinity", "-inf"), ("5e-324", "5e-324"), ("2 ** 53 + 2", "9.007199254740994e+15"),
            ("1e21", "1e+21"), ("''", "\"\""), ("'text'", "\"text\""), ("null", "null"), ("undefined", "nil"),
            ("1n", "nil"),
            ("Symbol('s')", "refused"), ("Symbol.iterator", "refused"),
        ])
    }

    @Test func `ev-date-in-array, BR-016: dates`() async throws {
        try await check([
            ("new Date(0)", "@0"), ("new Date(-1)", "@-1"), ("new Date(1700000000123)", "@1700000000123"),
            ("new Date(8.64e15)", "@8640000000000000.0"),
            ("({ a: [new Date(8.64e15)] })", "{a: [@8640000000000000.0]}"),
            ("new (class extends Date {})(5)", "@5"),
        ])
    }

    @Test func `BR-014: arrays keep their holes, nulls and undefined as null, in place`() async throws {
        try await check([
            ("[]", "[]"), ("[1, null, 3]", "[1, null, 3]"), ("[null]", "[null]"), ("[undefined]", "[null]"),
            ("[,1,,]", "[null, 1, null]"),
            ("[[], [[]]]", "[[], [[]]]"), ("Object.assign([1], { extra: 2 })", "[1]"),
            ("new Array(3)", "[null, null, null]"),
            ("[1n]", "[null]"), ("new (class extends Array {})(1, 2)", "[1, 2]"),
            (
                "[1, 'a', true, null, { b: [2] }]",
                "[1, \"a\", true, null, {b: [2]}]"
            ),
        ])
    }

    @Test func `BR-014: objects keep null and lose undefined, and give their own enumerable string keys alone`()
        async throws
    {
        try await check(
            [
                ("({})", "{}"), ("({ a: null, b: 1 })", "{a: null, b: 1}"), ("({ a: undefined, b: 1 })", "{b: 1}"),
                ("({ b: 1 })", "{b: 1}"),
                ("({ 1: 2, '-1': 3, '': 4 })", "{: 4, -1: 3, 1: 2}"), ("({ get a() { return 5 } })", "{a: 5}"),
                (
                    "Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } })",
                    "{own: 2}"
                ),
                ("Object.create(null)", "{}"), ("Object.assign(Object.create(null), { a: 1 })", "{a: 1}"),
                ("({ [Symbol('s')]: 1, a: 2 })", "{a: 2}"),
                ("new (class { x = 1; #y = 2; get z() { return 3 } })", "{x: 1}"),
                ("({ a: 1n, b: 2 })", "{b: 2}"),
                (
                    "({ toString: 'x', constructor: 'y', length: 2, then: 1 })",
                    "{constructor: \"y\", length: 2, then: 1, toString: \"x\"}"
                ),
                ("Object.freeze({ a: 1 })", "{a: 1}"), ("(function () { return arguments })(1)", "refused"),
            ], [.post, .evaluate, .call, .worldEvaluate, .frameEvaluate])
    }

    @Test func `a key named __proto__ is a key, but results of the main frame lose it`() async throws {
        let expression = "JSON.parse('{\"__proto__\": { \"x\": 1 }, \"a\": 4 }')"
        try await check([(expression, "{__proto__: {x: 1}, a: 4}")], [.post, .frameEvaluate, .frameCall])
        try await check([(expression, "{a: 4}")], [.evaluate, .call, .worldEvaluate])
    }

    @Test func `ev-regexp-becomes-empty-dict: objects of the language's own classes`() async throws {
        try await check([
            ("(() => /hello/)()", "{}"), ("new Map([[1, 2]])", "{}"), ("new Set([1])", "{}"), ("new Error('e')", "{}"),
            ("new TypeError", "{}"),
            ("new ArrayBuffer(4)", "{}"), ("new DataView(new ArrayBuffer(4))", "{}"), ("Object(1)", "{}"),
            ("Object(true)", "{}"),
            ("Object(1n)", "{}"), ("Object('ab')", "{0: \"a\", 1: \"b\"}"), ("new Uint8Array([7, 8])", "{0: 7, 1: 8}"),
            ("new Float64Array([0.5, NaN])", "{0: 0.5, 1: nan}"), ("new Uint8Array", "{}"),
        ])
    }

    @Test func `functions, promises and what holds them are refused`() async throws {
        try await check([
            ("() => {}", "refused"), ("class {}", "refused"), ("[() => {}]", "refused"), ("({ f() {} })", "refused"),
            ("function* () {}", "refused"), ("(function* () {})()", "refused"), ("new WeakMap", "refused"),
            ("new WeakSet", "refused"),
            ("new WeakRef({})", "refused"), ("new Proxy(() => {}, {})", "refused"), ("JSON", "refused"),
            ("Math", "refused"), ("Reflect", "refused"), ("Intl", "refused"), ("Object(Symbol())", "refused"),
            ("({ get a() { throw 1 } })", "refused"), ("[{ a: { b: [Symbol()] } }]", "refused"),
            ("globalThis", "refused"),
            ("new Map().entries()", "refused"), ("[].values()", "refused"),
            ("new FinalizationRegistry(() => {})", "refused"),
        ])
        // Only the engine can tell a proxy from what it stands for.
        try await check([("new Proxy({ a: 1 }, {})", "refused")], [.evaluate, .call, .worldEvaluate])
        try await check([("new Proxy({ a: 1 }, {})", "{a: 1}")], [.post, .frameEvaluate, .frameCall])
        try await check(
            [("Promise.resolve(1)", "refused"), ("({ a: Promise.resolve(1) })", "refused")],
            [.post, .evaluate, .frameEvaluate])
    }

    @Test func `ev-blob-becomes-null: objects of the document's classes`() async throws {
        try await check([
            ("({ blob: new Blob(['x']) })", "{blob: null}"), ("new Blob(['x'])", "null"),
            ("new File(['x'], 'n')", "null"),
            ("new ImageData(1, 1)", "null"), ("new DOMRect(1, 2, 3, 4)", "nil"),
            ("new DOMException('m', 'AbortError')", "nil"),
        ])
        // Further in, the engine's own evaluation gives nil for the whole.
        try await check(
            [
                ("({ r: new DOMRect(1, 2, 3, 4), a: 1 })", "{a: 1}"), ("[new DOMRect(1, 2, 3, 4)]", "[null]"),
            ], [.post, .frameEvaluate, .frameCall])
        try await check([
            ("document", "refused"), ("window", "refused"), ("location", "refused"), ("navigator", "refused"),
            ("performance", "refused"),
            ("crypto", "refused"), ("document.body", "refused"), ("document.createElement('p')", "refused"),
            ("document.querySelectorAll('p')", "refused"), ("document.body.children", "refused"),
            ("document.all", "refused"),
            ("document.createTextNode('t')", "refused"), ("new URL('http://a/')", "refused"),
            ("new URLSearchParams('a=b')", "refused"),
            ("new FormData", "refused"), ("new Headers", "refused"), ("new Request('/')", "refused"),
            ("new Response", "refused"),
            ("new Event('e')", "refused"), ("new EventTarget", "refused"), ("new AbortController", "refused"),
            ("new AbortController().signal", "refused"), ("localStorage", "refused"), ("history", "refused"),
            ("screen", "refused"),
            ("document.body.style", "refused"), ("document.body.classList", "refused"), ("new DOMParser", "refused"),
            ("new XMLHttpRequest", "refused"), ("new MessageChannel", "refused"), ("new TextEncoder", "refused"),
            ("new ReadableStream", "refused"), ("document.createRange()", "refused"), ("getSelection()", "refused"),
            ("new MutationObserver(() => {})", "refused"), ("customElements", "refused"), ("console", "refused"),
        ])
    }

    // MARK: Identity

    @Test func `ev-shared-object-equal: an object that occurs twice comes twice`() async throws {
        try await check([
            (
                "(() => { const s = { key: null }; return { x: s, y: s, n: 41 } })()",
                "{n: 41, x: {key: null}, y: {key: null}}"
            ),
            ("(() => { const s = [1]; return [s, s] })()", "[[1], [1]]"),
            ("(() => { const d = new Date(3); return [d, d] })()", "[@3, @3]"),
        ])
    }

    @Test func `ev-self-containing-array: values that contain themselves come, and can be walked`() async throws {
        let channels = try await ValueChannels()
        let expression = "(() => { const a = []; a.push(a); return a })()"
        let object = "(() => { const o = { n: 1 }; o.o = o; return o })()"
        for isPosted in [true, false] {
            func value(_ text: String) async throws -> Any? {
                isPosted ? try await channels.posted(text) : try await channels.page.evaluate(text)
            }
            let array = try #require(try await value(expression) as? [Any])
            #expect(array.count == 1)
            var level = array
            for _ in 1...5 {
                level = try #require(level[0] as? [Any])
                #expect(level.count == 1)
            }
            let dictionary = try #require(try await value(object) as? [String: Any])
            #expect(dictionary["n"] as? Int == 1)
            let again = try #require(dictionary["o"] as? NSDictionary)
            #expect(again.object(forKey: "n") as? Int == 1)
        }
    }

    @Test func `values of another frame of the same origin are judged like the page's own`() async throws {
        try await check(
            [
                ("new frames[0].Array(1, 2)", "[1, 2]"), ("new frames[0].Object", "{}"),
                ("new frames[0].Date(5)", "@5"),
                ("new frames[0].Map", "{}"), ("frames[0].eval('(() => {})')", "refused"),
                ("new frames[0].Uint8Array([1])", "{0: 1}"),
                ("new frames[0].Blob([])", "null"), ("frames[0].document", "refused"), ("frames[0]", "refused"),
                ("frames[0].eval('({ a: [null] })')", "{a: [null]}"), ("new frames[0].DOMRect", "nil"),
            ], [.post, .evaluate, .call])
    }
}
