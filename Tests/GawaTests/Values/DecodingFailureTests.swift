import Foundation
import Gawa
import Testing

/// A value that is not what was asked for is an error that names where, what was expected and what was there.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct DecodingFailureTests {
    private struct Failure: Sendable {
        let call: String
        let path: String
        let expected: String
        let found: String
    }

    private static let failures: [Failure] = [
        .init(
            call: "values.int('42')", path: "arguments[0]",
            expected: "an integer within ±(2^53−1), or a BigInt from -9223372036854775808 to 9223372036854775807",
            found: "a string (\"42\")"),
        .init(
            call: "values.int8(128)", path: "arguments[0]", expected: "an integer from -128 to 127",
            found: "a number (128)"),
        .init(
            call: "values.uint8(-1)", path: "arguments[0]", expected: "an integer from 0 to 255", found: "a number (-1)"
        ),
        .init(
            call: "values.int8(1.5)", path: "arguments[0]", expected: "an integer from -128 to 127",
            found: "a number (1.5)"),
        .init(
            call: "values.int8(NaN)", path: "arguments[0]", expected: "an integer from -128 to 127",
            found: "a number (NaN)"),
        .init(
            call: "values.uint64(2n ** 64n)", path: "arguments[0]",
            expected: "an integer within ±(2^53−1), or a BigInt from 0 to 18446744073709551615",
            found: "a BigInt (18446744073709551616)"),
        .init(
            call: "values.int64(2 ** 53)", path: "arguments[0]",
            expected: "an integer within ±(2^53−1), or a BigInt from -9223372036854775808 to 9223372036854775807",
            found: "a number (9007199254740992.0)"),
        .init(call: "values.string(1)", path: "arguments[0]", expected: "a string", found: "a number (1)"),
        .init(call: "values.string()", path: "arguments[0]", expected: "a string", found: "nothing"),
        .init(call: "values.string(null)", path: "arguments[0]", expected: "a string", found: "null"),
        .init(call: "values.bool(1)", path: "arguments[0]", expected: "a boolean", found: "a number (1)"),
        .init(call: "values.double('1')", path: "arguments[0]", expected: "a number", found: "a string (\"1\")"),
        .init(call: "values.double(1n)", path: "arguments[0]", expected: "a number", found: "a BigInt (1)"),
        .init(
            call: "values.float(1e300)", path: "arguments[0]", expected: "a number that a Float holds",
            found: "a number (1e+300)"),
        .init(call: "values.date(0)", path: "arguments[0]", expected: "a Date", found: "a number (0)"),
        .init(
            call: "values.date(new Date(NaN))", path: "arguments[0]", expected: "a valid Date", found: "an invalid Date"
        ),
        .init(
            call: "values.data('AA==')", path: "arguments[0]", expected: "bytes (an ArrayBuffer or a view of one)",
            found: "a string (\"AA==\")"),
        .init(
            call: "values.data([1])", path: "arguments[0]", expected: "bytes (an ArrayBuffer or a view of one)",
            found: "an array"),
        .init(
            call: "values.decimal('1,5')", path: "arguments[0]", expected: "a decimal number of at most 38 digits",
            found: "a string (\"1,5\")"),
        .init(
            call: "values.decimal(NaN)", path: "arguments[0]", expected: "a decimal number of at most 38 digits",
            found: "a number (NaN)"),
        .init(
            call: "values.url('')", path: "arguments[0]", expected: "a string that is a URL", found: "a string (\"\")"),
        .init(
            call: "values.optionals([1, 'x'])", path: "arguments[0][1]",
            expected: "an integer within ±(2^53−1), or a BigInt from -9223372036854775808 to 9223372036854775807",
            found: "a string (\"x\")"),
        .init(
            call: "values.strings({ 0: 'a', length: 1 })", path: "arguments[0]", expected: "an array",
            found: "an object"),
        .init(
            call: "values.table({ 'a b': true })", path: "arguments[0][\"a b\"]",
            expected: "an integer within ±(2^53−1), or a BigInt from -9223372036854775808 to 9223372036854775807",
            found: "a boolean (true)"),
        .init(
            call: "values.shape({ circle: { radius: '2' } })", path: "arguments[0].circle.radius", expected: "a number",
            found: "a string (\"2\")"),
        .init(
            call: "values.shape({ circle: {} })", path: "arguments[0].circle.radius", expected: "a value",
            found: "nothing"),
        .init(
            call: "values.tree({ children: [{ children: [{}] }] })",
            path: "arguments[0].children[0].children[0].children",
            expected: "a value", found: "nothing"),
        .init(call: "values.call('int', [1, 2])", path: "arguments", expected: "1 argument", found: "2 arguments"),
    ]

    @Test
    func
        `wp-decode-int8, wp-decode-int-mismatch: a wrong argument rejects the page's promise with path, expected and found`()
        async throws
    {
        let page = try await BridgedTestPage(ValueService())
        for failure in Self.failures {
            let outcome = try await page.outcome(
                """
                try { await \(failure.call); return 'no error' } catch (error) {
                    const { path, expected, found } = error.data;
                    return [error.name, error.code, path, expected, found, error.message].join('|');
                }
                """)
            #expect(
                outcome
                    == "value TypeError|badArgument|\(failure.path)|\(failure.expected)|\(failure.found)|"
                    + "\(failure.path) should be \(failure.expected), and is \(failure.found)", "\(failure.call)")
        }
        // An enumeration's own words for what it does not know.
        let colour = try await page.outcome("return await values.colour('blue')")
        #expect(colour.hasPrefix("true TypeError badArgument arguments[0] should be "), "\(colour)")
        #expect(colour.hasSuffix("and is a string (\"blue\")"), "\(colour)")
        let shape = try await page.outcome("return await values.shape({ blob: {} })")
        #expect(shape.hasPrefix("true TypeError badArgument arguments[0] should be "), "\(shape)")
        #expect(try await page.outcome("return await values.int(1)") == "value 1")
    }

    @Test func `a wrong result of a page's function throws with path, expected and found`() async throws {
        let page = try await BridgedTestPage(ValueService())
        func failure<Value: Decodable & Sendable>(_ result: String, _ type: Value.Type) async throws -> String {
            try await page.run("globalThis.make = () => (\(result))")
            do {
                return "no error: \(try await page.functions.call("make", returning: type))"
            } catch {
                guard case .badResult(let path, let expected, let found) = error else { return "\(error)" }
                #expect(error.description == "\(path) should be \(expected), and is \(found)")
                return "\(path)|\(expected)|\(found)"
            }
        }
        #expect(try await failure("'42'", Double.self) == "result|a number|a string (\"42\")")
        #expect(try await failure("undefined", String.self) == "result|a string|nothing")
        #expect(try await failure("null", Bool.self) == "result|a boolean|null")
        #expect(try await failure("[1, [true]]", [String].self) == "result[0]|a string|a number (1)")
        #expect(
            try await failure("({ a: [0, -1] })", [String: [UInt8]].self)
                == "result.a[1]|an integer from 0 to 255|a number (-1)")
        #expect(try await failure("new Date(NaN)", Date.self) == "result|a valid Date|an invalid Date")
        #expect(try await failure("({ circle: { radius: null } })", Shape.self) == "result.circle.radius|a number|null")
        #expect(try await failure("[, 1]", [Int8].self) == "result[0]|an integer from -128 to 127|undefined")
        #expect(try await failure("({ children: 5 })", Tree.self) == "result.children|an array|a number (5)")
        #expect(
            try await failure("'x'.repeat(1000)", Int8.self)
                == "result|an integer from -128 to 127|a string (\"\(String(repeating: "x", count: 40))…\")")
    }
}
