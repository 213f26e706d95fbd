import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// Results of code that the app runs in a page, read as types.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct EvaluationTests {
    private let page: BridgedTestPage
    private var functions: BridgePage { page.functions }

    init() async throws {
        page = try await BridgedTestPage(ValueService(), before: PageTools.add)
    }

    /// Evaluates an expression, and also has a function of the page return it: both give the same.
    private func value<Value: Decodable & Equatable & Sendable>(
        _ expression: String, _ type: Value.Type = Value.self
    ) async throws -> Value {
        let evaluated = try await functions.evaluate("return \(expression)", returning: type)
        try await page.run("globalThis.make = () => (\(expression))")
        let called = try await functions.call("make", returning: type)
        #expect(evaluated == called, "\(expression), evaluated and called")
        return called
    }

    private func isRefused<Value: Decodable & Sendable>(_ expression: String, _ type: Value.Type) async throws -> Bool {
        try await page.run("globalThis.make = () => (\(expression))")
        var count = 0
        do { _ = try await functions.evaluate("return \(expression)", returning: type) } catch {
            guard case .badResult("result", _, _) = error else { return false }
            count += 1
        }
        do { _ = try await functions.call("make", returning: type) } catch {
            guard case .badResult("result", _, _) = error else { return false }
            count += 1
        }
        return count == 2
    }

    @Test func `wp-decode-bool-true, wp-decode-bool-number-mismatch: booleans are booleans, and numbers are none`()
        async throws
    {
        #expect(try await value("true", Bool.self))
        #expect(try await value("1 === 1", Bool.self))
        #expect(try await value("false", Bool.self) == false)
        #expect(try await isRefused("1", Bool.self))
        #expect(try await isRefused("0", Bool.self))
    }

    @Test
    func `wp-decode-double-nonfinite, wp-decode-double-mismatch, wp-decode-float-limits: numbers keep their value`()
        async throws
    {
        #expect(try await value("Infinity", Double.self) == .infinity)
        #expect(try await value("-Infinity", Double.self) == -.infinity)
        #expect(try await functions.evaluate("return NaN", returning: Double.self).isNaN)
        #expect(try await value("-0", Double.self).sign == .minus)
        #expect(try await isRefused("'42.5'", Double.self))
        #expect(try await isRefused("true", Double.self))
        #expect(try await value("3.4028234663852886e38", Float.self) == .greatestFiniteMagnitude)
        #expect(try await value("1.401298464324817e-45", Float.self) == .leastNonzeroMagnitude)
    }

    @Test
    func
        `wp-decode-int, wp-decode-int-corrupt, wp-decode-int-mismatch, wp-decode-int8, wp-decode-int64: integers are exact`()
        async throws
    {
        for (expression, expected) in [
            ("42", 42), ("-42", -42), ("0", 0), ("Number.MAX_SAFE_INTEGER", 9_007_199_254_740_991),
            ("Number.MIN_SAFE_INTEGER", -9_007_199_254_740_991),
        ] {
            #expect(try await value(expression, Int.self) == expected)
            #expect(try await value(expression, Int64.self) == Int64(expected))
        }
        for expression in ["1.5", "NaN", "Infinity", "Number.MAX_VALUE", "'42'", "true"] {
            #expect(try await isRefused(expression, Int.self), "\(expression)")
        }
        #expect(try await value("127", Int8.self) == 127)
        #expect(try await value("-128", Int8.self) == -128)
        #expect(try await isRefused("128", Int8.self))
        #expect(try await isRefused("-129", Int8.self))
        #expect(try await isRefused("2 ** 63", Int64.self))
    }

    @Test
    func `wp-decode-optional-undefined, wp-decode-optional-some, wp-decode-nonoptional-null: only nothing is nil`()
        async throws
    {
        #expect(try await value("undefined", Int?.self) == nil)
        #expect(try await value("({}).missing", Int?.self) == nil)
        #expect(try await functions.evaluate("let unused = 1", returning: Int?.self) == nil)
        #expect(try await value("0", Int?.self) == 0)
        #expect(try await value("'hello'", String?.self) == "hello")
        #expect(try await value("''", String?.self) == "")
        #expect(try await value("false", Bool?.self) == false)
        #expect(try await value("2.5", Double?.self) == 2.5)
        #expect(try await isRefused("null", Int.self))
        #expect(try await isRefused("null", String.self))
        #expect(try await isRefused("undefined", Double.self))
    }

    @Test func `BR-001, BR-014, BR-016: text, dates and lists cross in arguments and results of an evaluation`()
        async throws
    {
        let text = "a\u{2028}b\u{2029}c\u{0}\"'`${x}\\</script>\u{1F600}"
        #expect(
            try await functions.evaluate("return text", arguments: ["text": text], returning: String.self) == text)
        #expect(
            try await functions.evaluate("return [...text].length", arguments: ["text": text], returning: Int.self)
                == text.unicodeScalars.count)
        let date = Date(timeIntervalSince1970: 1.234)
        #expect(try await functions.evaluate("return date", arguments: ["date": date], returning: Date.self) == date)
        #expect(
            try await functions.evaluate(
                "return show(list)", arguments: ["list": [1, nil, 3] as [Int?]], returning: String.self) == "[1,null,3]"
        )
        #expect(
            try await functions.evaluate(
                "return show(all)", arguments: ["all": ["__proto__": [-0.0, .nan, Double.leastNonzeroMagnitude]]],
                returning: String.self)
                == "{\"__proto__\":[-0,NaN,5e-324]}")
        let error = await #expect(throws: BridgeError.self) {
            try await functions.evaluate("return 1", arguments: ["large": [Int64.max]])
        }
        #expect(error?.description == "large[0] cannot be an argument of evaluate: call a function of the page")
    }

    @Test(arguments: ["undefined", "void 0", "console.log(1)", "(() => {})()"])
    func `BR-114: nothing is nil`(expression: String) async throws {
        #expect(try await value(expression, Int?.self) == nil)
        try await functions.evaluate("return \(expression)")
    }

    @Test func `BR-114: statements without a result are nil, and null is nil too`() async throws {
        for body in ["", "var a = 1", "function f() {}", "return null", "await null"] {
            #expect(try await functions.evaluate(body, returning: String?.self) == nil)
            try await functions.evaluate(body)
        }
    }

    @Test func `BR-115: promises, thenables and awaited requests give their value, and rejections their reason`()
        async throws
    {
        page.server.route("/text", .text("the text"))
        #expect(try await value("Promise.resolve(5)", Int.self) == 5)
        #expect(try await value("fetch('/text').then(answer => answer.text())", String.self) == "the text")
        #expect(try await value("({ then(resolve) { resolve(6) } })", Int.self) == 6)
        #expect(try await functions.evaluate("return await Promise.resolve(7) + 1", returning: Int.self) == 8)
        await #expect {
            try await functions.evaluate("await Promise.reject(new RangeError('too far'))")
        } throws: { error in
            guard case .javaScript(let error)? = error as? BridgeError else { return false }
            return error.name == "RangeError" && error.message == "too far"
        }
    }

    @Test func `BR-115: a promise that never settles is left when the task is cancelled, and when the time is over`()
        async throws
    {
        for body in ["evaluate", "call"] {
            try await page.run("globalThis.never = () => new Promise(() => {})")
            let functions = functions
            let task = Task {
                if body == "call" {
                    try await functions.call("never")
                } else {
                    try await functions.evaluate("await new Promise(() => {})")
                }
            }
            #expect(try await functions.evaluate("return 1", returning: Int.self) == 1)
            let start = ContinuousClock.now
            task.cancel()
            let result = await task.result
            #expect(throws: BridgeError.self) { try result.get() }
            #expect(ContinuousClock.now - start < .seconds(2))
            if case .failure(let error as BridgeError) = result, case .cancelled = error {
            } else {
                Issue.record("\(result)")
            }
        }
        let error = await #expect(throws: BridgeError.self) {
            try await functions.evaluate("await new Promise(() => {})", timeout: .milliseconds(20))
        }
        #expect(error?.isTimeout == true)
    }

    @Test func `BR-112: what a page throws comes with its name, message and place`() async throws {
        func failure(_ body: String) async throws -> JavaScriptError {
            do {
                try await functions.evaluate(body)
            } catch {
                if case .javaScript(let error) = error { return error }
                throw error
            }
            throw TestFailure("\(body) did not throw")
        }
        let thrown = try await failure("throw new TypeError('t');")
        #expect(thrown.name == "TypeError")
        #expect(thrown.message == "t")
        // The engine tells no place of a body's exception; that of a function of the page is told.
        #expect(thrown.description == "TypeError: t")
        let undefined = try await failure("return notThere + 1")
        #expect(undefined.name == "ReferenceError")
        #expect(undefined.message.contains("notThere"))
        #expect(try await failure("return (").name == "SyntaxError")
        #expect(try await failure("throw 'text'").message.hasSuffix("text"))
        #expect(try await failure("throw null").message.hasSuffix("null"))
        #expect(try await failure("throw { code: 7 }").message != "")
        #expect(try await failure("await Promise.reject(new Error('later'))").message == "later")
    }
}

/// What a test found instead of what it needed to go on.
struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
