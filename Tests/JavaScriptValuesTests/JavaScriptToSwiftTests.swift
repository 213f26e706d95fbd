import Foundation
import JavaScriptValues
import Testing

@Suite struct JavaScriptToSwiftTests {
    @Test(arguments: [
        ValueCase("true", is: NSNumber(value: true)),
        ValueCase("false", is: NSNumber(value: false)),
        ValueCase("null", is: NSNull()),
        ValueCase("undefined", is: nil),
        ValueCase("3", is: NSNumber(value: 3.0)),
        ValueCase("-0", is: NSNumber(value: -0.0)),
        ValueCase("0.1", is: NSNumber(value: 0.1)),
        ValueCase("1e21", is: NSNumber(value: 1e21)),
        ValueCase("5e-324", is: NSNumber(value: Double.leastNonzeroMagnitude)),
        ValueCase("NaN", is: NSNumber(value: Double.nan)),
        ValueCase("Infinity", is: NSNumber(value: Double.infinity)),
        ValueCase("-Infinity", is: NSNumber(value: -Double.infinity)),
        ValueCase("2 ** 53 + 2", is: NSNumber(value: 9_007_199_254_740_994.0)),
        ValueCase("255", is: NSNumber(value: 255.0)),
        ValueCase("'text'", is: "text"),
        ValueCase("''", is: ""),
        ValueCase("'a\\0b'", is: "a\u{0}b"),
        ValueCase("'\\u2028\\u2029'", is: "\u{2028}\u{2029}"),
        ValueCase("[]", is: [Any]()),
        ValueCase("({})", is: [String: Any]()),
        ValueCase("[1, [2], {a: 'b'}]", is: [1.0, [2.0], ["a": "b"]] as [Any]),
        ValueCase("[undefined, , 1]", is: [NSNull(), NSNull(), NSNumber(value: 1.0)]),
        ValueCase("({a: undefined, b: null})", is: ["b": NSNull()]),
        ValueCase("new Date(1234)", is: Date(timeIntervalSince1970: 1.234)),
        ValueCase("[new Date(-1)]", is: [Date(timeIntervalSince1970: -0.001)]),
        ValueCase("1n", is: nil),
        ValueCase("[1n]", is: [NSNull()]),
        ValueCase("({a: 1n, b: 2})", is: ["b": 2.0]),
        ValueCase("new Map([[1, 2]])", is: [String: Any]()),
        ValueCase("new Set([1])", is: [String: Any]()),
        ValueCase("/a/g", is: [String: Any]()),
        ValueCase("new Error('x')", is: [String: Any]()),
        ValueCase("Object.assign(new TypeError('x'), {a: 1})", is: [String: Any]()),
        ValueCase("new ArrayBuffer(2)", is: [String: Any]()),
        ValueCase("new DataView(new ArrayBuffer(2))", is: [String: Any]()),
        ValueCase("Object(1)", is: [String: Any]()),
        ValueCase("Object(true)", is: [String: Any]()),
        ValueCase("Object(1n)", is: [String: Any]()),
        ValueCase("Object('ab')", is: ["0": "a", "1": "b"]),
        ValueCase("new Uint8Array([7, 8])", is: ["0": 7.0, "1": 8.0]),
        ValueCase("new Float32Array([NaN, 0.5])", is: ["0": Double.nan, "1": 0.5]),
        ValueCase("new BigInt64Array([1n])", is: [String: Any]()),
        ValueCase("new class { x = 1; #y = 2; get z() { return 3 } }", is: ["x": 1.0]),
        ValueCase("({get a() { return [5] }})", is: ["a": [5.0]]),
        ValueCase("Object.create({a: 1}, {b: {value: 2, enumerable: true}, c: {value: 3}})", is: ["b": 2.0]),
        ValueCase("({[Symbol('s')]: 1, a: 2})", is: ["a": 2.0]),
        ValueCase("Object.assign(Object.create(null), {a: 1})", is: ["a": 1.0]),
        ValueCase("(class extends Array {}).of(1)", is: [1.0]),
        ValueCase("Object.assign([1], {x: 2})", is: [1.0]),
        ValueCase("JSON.parse('{\"__proto__\": 1, \"constructor\": 2}')", is: ["__proto__": 1.0, "constructor": 2.0]),
        ValueCase("/(?<a>b)/.exec('b').groups", is: ["a": "b"]),
        ValueCase("({2: 'x', 1: 'y', a: 'z'})", is: ["1": "y", "2": "x", "a": "z"]),
        ValueCase("new class { get [Symbol.toStringTag]() { return 'Map' } a = 1 }", is: ["a": 1.0]),
        ValueCase(
            "new class extends Date { get [Symbol.toStringTag]() { return 'X' } }(5)",
            is: Date(timeIntervalSince1970: 0.005)),
    ])
    func valuesCrossAsInAppleTable(row: ValueCase) throws {
        #expect(areSame(try ScriptContext().swiftValue(of: row.script), row.value))
    }

    @Test(arguments: [
        "() => 1", "function f() {}", "class A {}", "Symbol('x')", "Object(Symbol())", "Promise.resolve(1)",
        "(function* () {})()", "(async function* () {})()", "new WeakMap()", "new WeakSet()", "new WeakRef({})",
        "[1].values()", "new Map().entries()", "'a'.matchAll(/a/g)", "JSON", "Math", "Reflect", "Intl", "Atomics",
        "new Intl.NumberFormat()", "new FinalizationRegistry(() => {})", "(function () { return arguments })(1)",
        "Object.prototype", "new class extends Promise {}(() => {})", "new Proxy(() => 1, {})", "globalThis",
        "({get a() { throw 1 }})", "new Proxy({}, {ownKeys() { throw 1 }})",
        "(() => { const {proxy, revoke} = Proxy.revocable({}, {}); revoke(); return proxy })()",
    ])
    func whatCannotCrossIsRefusedWhole(expression: String) throws {
        let context = try ScriptContext()
        for script in [expression, "[\(expression)]", "({a: {b: [1, \(expression)]}})"] {
            if expression == "globalThis" { continue }
            #expect(throws: JavaScriptDecodingError.self) { _ = try context.swiftValue(of: script) }
        }
    }

    @Test func resultsCastAtEveryLevel() throws {
        let value = try ScriptContext().swiftValue(
            of: "({n: 3, s: 'x', t: true, d: new Date(0), a: [{k: [1.5]}], o: {p: {q: 2}}})")
        let root = try #require(value as? [String: Any])
        #expect(root["n"] as? Int == 3)
        #expect(root["n"] as? Double == 3)
        #expect(root["n"] as? Bool == nil)
        #expect(root["s"] as? String == "x")
        #expect(root["t"] as? Bool == true)
        #expect(root["d"] as? Date == Date(timeIntervalSince1970: 0))
        let list = try #require(root["a"] as? [[String: Any]])
        #expect(list[0]["k"] as? [Double] == [1.5])
        #expect(((root["o"] as? [String: Any])?["p"] as? [String: Any])?["q"] as? Int == 2)
        #expect((root["o"] as? [String: [String: Int]]) == ["p": ["q": 2]])
    }

    @Test func sharedReferencesCastAndShareInSwift() throws {
        let value = try ScriptContext().swiftValue(of: "(() => { const o = {id: 1}; return {a: o, b: [o, o]} })()")
        let root = try #require(value as? [String: Any])
        #expect((root["a"] as? [String: Any])?["id"] as? Int == 1)
        #expect((root["b"] as? [[String: Int]]) == [["id": 1], ["id": 1]])
    }

    // MARK: Cases

    @Test func `BR-001: line separators arrive unchanged`() throws {
        #expect(try ScriptContext().swiftValue(of: "'a\\u2028b\\u2029c'") as? String == "a\u{2028}b\u{2029}c")
    }

    @Test(arguments: [
        ("'👨‍👩‍👧‍👦🇩🇪\\u{10FFFF}'", "👨‍👩‍👧‍👦🇩🇪\u{10FFFF}"), ("'a\\uD83D'", "a\u{FFFD}"), ("'\\uDE00a'", "\u{FFFD}a"),
        ("'\\uD83D\\uD83D\\uDE00'", "\u{FFFD}😀"), ("'\\uD83Dx\\uDE00'", "\u{FFFD}x\u{FFFD}"),
        ("'x'.repeat(999) + '😀'[0]", String(repeating: "x", count: 999) + "\u{FFFD}"),
    ])
    func `BR-006: lone surrogates arrive as replacement characters`(expression: String, expected: String) throws {
        #expect(try ScriptContext().swiftValue(of: expression) as? String == expected)
    }

    @Test(arguments: ["100%", "%7B%22%7D", "%u2028", "a+b", "a%2Fb"])
    func `BR-008: percent sequences are text`(text: String) throws {
        #expect(try ScriptContext().swiftValue(of: "'\(text)'") as? String == text)
    }

    @Test func `BR-014: nulls keep their places`() throws {
        let context = try ScriptContext()
        #expect(areSame(try context.swiftValue(of: "[1, null, 3]"), [1.0, NSNull(), 3.0] as [Any]))
        #expect(areSame(try context.swiftValue(of: "[null]"), [NSNull()]))
        let both = try #require(try context.swiftValue(of: "({a: null, b: 1})") as? [String: Any])
        let one = try #require(try context.swiftValue(of: "({b: 1})") as? [String: Any])
        #expect(both["a"] is NSNull && one["a"] == nil)
    }

    @Test(arguments: [0, 1, 999, -1, 1_700_000_000_123, 8.64e15, -8.64e15])
    func `BR-016: dates keep their milliseconds`(milliseconds: Double) throws {
        let context = try ScriptContext()
        let date = try #require(try context.swiftValue(of: "new Date(\(milliseconds))") as? Date)
        #expect(try Double(context.result(of: "value.getTime()", with: date)) == milliseconds)
    }

    @Test func `BR-016: an invalid date is null, since printing one would stop the program`() throws {
        let context = try ScriptContext()
        let values = try #require(try context.swiftValue(of: "[new Date(NaN), 1]") as? [Any])
        #expect(values[0] is NSNull)
        #expect("\(values)".contains("1"))
    }
}
