import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Every kind of value on its way from the app to a function of the page, and back.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct AppValueTests {
    private let page: BridgedTestPage

    init() async throws {
        page = try await BridgedTestPage(ValueService(), before: PageTools.add)
        try await page.run("globalThis.fail = value => { throw Object.assign(new RangeError('m'), { data: value }) }")
        try await page.run("globalThis.throwAsIs = value => { throw value }")
        // Arguments are without prototype tricks of the list, and none is lost.
        try await page.run("globalThis.both = (...list) => show(list.slice(0, 2)) + list.length")
    }

    private func check<Value: Codable & Equatable & Sendable>(_ value: Value, _ shown: String, nested: Bool = true)
        async throws
    {
        let functions = page.functions
        #expect(try await functions.call("show", value, returning: String.self) == shown)
        #expect(try await functions.call("mirror", value, returning: Value.self) == value, "\(shown) comes back")
        await #expect("\(shown), thrown") {
            try await functions.call("fail", value)
        } throws: { error in
            guard case .javaScript(let error)? = error as? BridgeError else { return false }
            return try error.name == "RangeError" && error.message == "m" && error.data(as: Value.self) == value
        }
        guard nested else { return }
        #expect(try await functions.call("mirror", Nest(value), returning: Nest<Value>.self) == Nest(value))
        #expect(
            try await functions.call("show", Nest(value), returning: String.self)
                == "{\"inside\":\(shown),\"list\":[\(shown),\(shown)],\"maybe\":\(shown),"
                + "\"table\":{\"__proto__\":\(shown),\"key\":\(shown)}}")
    }

    @Test func `BR-009, BR-012: booleans and integers arrive exactly, with the kind that their type says`() async throws
    {
        try await check(true, "true")
        try await check(false, "false")
        try await check(0, "0")
        try await check(9_007_199_254_740_991, "9007199254740991")
        try await check(-9_007_199_254_740_991, "-9007199254740991")
        try await check(Int8.min, "-128")
        try await check(UInt32.max, "4294967295")
        try await check(UInt(7), "7")
        try await check(Int64.max, "9223372036854775807n")
        try await check(Int64.min, "-9223372036854775808n")
        try await check(Int64(1), "1n")
        try await check((Int64(1) << 53) + 1, "9007199254740993n")
        try await check(UInt64.max, "18446744073709551615n")
    }

    @Test func `BR-009: an integer that no number holds is refused by name, in arguments and in results`() async throws
    {
        let large = 9_007_199_254_740_993
        for value in [large, -large] {
            let error = await #expect(throws: BridgeError.self) {
                try await page.functions.call("show", ["a": [1, value]], returning: String.self)
            }
            #expect(
                error?.description
                    == "arguments[0] cannot be sent: a[1]: \(value) is outside ±(2^53−1); declare it as Int64")
        }
        #expect(
            try await page.outcome("return await values.int(\(large)n)")
                == "true OperationError unreadable The result cannot be sent: \(large) is outside ±(2^53−1); declare it as Int64"
        )
    }

    @Test func `BR-011: every double arrives as itself`() async throws {
        try await check(-0.0, "-0", nested: false)
        try await check(Double.infinity, "Infinity")
        try await check(-Double.infinity, "-Infinity")
        try await check(Double.leastNonzeroMagnitude, "5e-324")
        try await check(Double.greatestFiniteMagnitude, "1.7976931348623157e+308")
        try await check(0.1, "0.1")
        try await check(Float(0.1), "0.10000000149011612")
        // NaN is not equal to itself.
        #expect(try await page.functions.call("show", [Double.nan], returning: String.self) == "[NaN]")
        #expect(try await page.functions.call("mirror", [Double.nan], returning: [Double].self)[0].isNaN)
        #expect(try await page.functions.call("mirror", -0.0, returning: Double.self).sign == .minus)
    }

    @Test func `BR-016: dates arrive with their millisecond, and one that JavaScript has not is refused`() async throws
    {
        for milliseconds in [0, -1, 1_234_567_890_123, 8_640_000_000_000_000, -8_640_000_000_000_000] {
            try await check(
                Date(timeIntervalSince1970: Double(milliseconds) / 1000), "Date \(milliseconds)")
        }
        for date in [
            Date(timeIntervalSince1970: 8_640_000_000_001), .distantFuture.addingTimeInterval(1e15),
            Date(timeIntervalSince1970: .nan),
        ] {
            let error = await #expect(throws: BridgeError.self) { try await page.functions.call("show", [date]) }
            #expect(
                error?.description.contains("arguments[0] cannot be sent: [0]: the date") == true,
                "\(String(describing: error))")
        }
    }

    @Test func `BR-019, BR-001: bytes, text, URLs and decimals arrive as the table says`() async throws {
        try await check(Data([0, 1, 255]), "Uint8Array [0,1,255]")
        try await check(Data(), "Uint8Array []")
        // A slice's indices do not begin at 0.
        try await check(Data([1, 2, 3, 4])[1..<3], "Uint8Array [2,3]", nested: false)
        try await check("a\u{2028}b\u{2029}c\u{0}\u{1F600}", "\"a\\u2028b\\u2029c\\u0000\\ud83d\\ude00\"")
        try await check("", "\"\"")
        try await check(try #require(URL(string: "https://example.com/a?b=%20#c")), "\"https://example.com/a?b=%20#c\"")
        try await check(try #require(Decimal(string: "-0.1")), "\"-0.1\"")
        let long = String(repeating: "9", count: 38)
        try await check(try #require(Decimal(string: long)), "\"\(long)\"")
        let error = await #expect(throws: BridgeError.self) { try await page.functions.call("show", Decimal.nan) }
        #expect(error?.description == "arguments[0] cannot be sent: the decimal NaN has no counterpart in JavaScript")
    }

    @Test func `BR-014: nil is left out, null or undefined by its place`() async throws {
        #expect(try await page.functions.call("both", Int?.none, 1, returning: String.self) == "[undefined,1]3")
        #expect(try await page.functions.call("both", 1, Int?.none, returning: String.self) == "[1,undefined]3")
        try await check([1, nil, 3] as [Int?], "[1,null,3]")
        try await check(["a": nil, "b": 1] as [String: Int?], "{\"a\":null,\"b\":1}")
        struct Members: Codable, Equatable {
            var absent: Int?
            var present: Int?
        }
        try await check(Members(absent: nil, present: 0), "{\"present\":0}")
        #expect(try await page.functions.call("show", Int??.some(nil), returning: String.self) == "null")
        #expect(try await page.functions.call("mirror", Int??.some(nil), returning: Int??.self) == .some(.none))
        #expect(try await page.functions.call("mirror", Int??.none, returning: Int??.self) == .none)
    }

    @Test func `BR-066: dictionaries, enumerations and whole types arrive with their own members`() async throws {
        try await check(
            ["__proto__": 1, "constructor": 2, "toString": 3, "": 4],
            "{\"\":4,\"__proto__\":1,\"constructor\":2,\"toString\":3}")
        try await check(["$": 1, "v": 2], "{\"$\":1,\"v\":2}")
        try await check(["$": "u"], "{\"$\":\"u\"}")
        try await check([7: "x", -1: "y"], "{\"-1\":\"y\",\"7\":\"x\"}")
        try await check(Shape.circle(radius: 2), "{\"circle\":{\"radius\":2}}")
        try await check(Shape.square, "{\"square\":{}}")
        try await check(Colour.red, "\"red\"")
        try await check(Level.high, "9")
        try await check(Set([4]), "[4]")
        #expect(try await page.functions.call("mirror", Sample(), returning: Sample.self) == Sample())
    }

    @Test func `a depth at the limit crosses to the page and back, and one more is refused`() async throws {
        let tree = Tree.deep(256)
        #expect(try await page.functions.call("mirror", tree, returning: Tree.self) == tree)
        let error = await #expect(throws: BridgeError.self) { try await page.functions.call("mirror", Tree.deep(257)) }
        #expect(error?.description.hasSuffix("nested deeper than 512 levels") == true)
        try await page.run(
            "globalThis.deeper = () => { let tree = []; for (let depth = 1; depth < 513; depth++) tree = [tree]; return tree }"
        )
        await #expect {
            try await page.functions.call("deeper")
        } throws: { error in
            guard case .javaScript(let error)? = error as? BridgeError else { return false }
            return error.name == "DataCloneError" && error.message.hasSuffix("cannot be sent: too deep")
        }
    }

    @Test func `a thrown value that is no error comes as a value`() async throws {
        func thrown<Value: Codable & Equatable & Sendable>(_ value: Value, message: String) async {
            await #expect("\(value)") {
                try await page.functions.call("throwAsIs", value)
            } throws: { error in
                guard case .javaScript(let error)? = error as? BridgeError else { return false }
                #expect(error.message == message)
                return try error.data(as: Value.self) == value
            }
        }
        await thrown("text", message: "text")
        await thrown(7, message: "7")
        await thrown(["code": 7], message: "[object Object]")
        await thrown(Int64.max, message: "9223372036854775807")
        await thrown([Int?.none], message: "")
        await #expect {
            try await page.functions.call("throwAsIs", Int??.some(nil))
        } throws: { error in
            guard case .javaScript(let error)? = error as? BridgeError else { return false }
            return try error.message == "null" && error.data(as: Int??.self) == .some(.some(nil))
        }
    }
}
