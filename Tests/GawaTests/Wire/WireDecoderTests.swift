import Foundation
import Testing

@testable import Gawa

struct WireDecoderTests {
    @Test func `wp-decode-bool-true: booleans are booleans`() throws {
        #expect(try wireValue("true", as: Bool.self) == true)
        #expect(try wireValue("false", as: Bool.self) == false)
    }

    @Test(arguments: ["1", "0", "\"true\"", "null"])
    func `wp-decode-bool-number-mismatch: numbers are no booleans`(text: String) throws {
        #expect(try wireError(text, as: Bool.self)?.reason == .typeMismatch)
    }

    @Test func `wp-decode-double-nonfinite: infinities and NaN are doubles`() throws {
        #expect(try wireValue(#"{"$":"n","v":"Infinity"}"#, as: Double.self) == .infinity)
        #expect(try wireValue(#"{"$":"n","v":"-Infinity"}"#, as: Double.self) == -.infinity)
        #expect(try wireValue(#"{"$":"n","v":"NaN"}"#, as: Double.self).isNaN)
        #expect(try wireValue(#"{"$":"n","v":"-Infinity"}"#, as: Float.self) == -.infinity)
    }

    @Test(arguments: ["\"42.5\"", "true", "[]", "{}", "null", #"{"$":"i","v":"1"}"#])
    func `wp-decode-double-mismatch: only numbers are doubles`(text: String) throws {
        #expect(try wireError(text, as: Double.self)?.reason == .typeMismatch)
        #expect(try wireError(text, as: Float.self)?.reason == .typeMismatch)
    }

    @Test func `wp-decode-float-limits: floats reach to their limits and not beyond`() throws {
        #expect(try wireValue("3.4028234663852886e+38", as: Float.self) == .greatestFiniteMagnitude)
        #expect(try wireValue("1.401298464324817e-45", as: Float.self) == .leastNonzeroMagnitude)
        #expect(try wireError("1e39", as: Float.self)?.reason == .dataCorrupted)
    }

    @Test(arguments: [
        ("42", 42), ("-42", -42), ("0", 0), ("9007199254740991", 9_007_199_254_740_991),
        ("-9007199254740991", -9_007_199_254_740_991), ("1.0", 1), (#"{"$":"n","v":"-0"}"#, 0),
        (#"{"$":"i","v":"9223372036854775807"}"#, .max), (#"{"$":"i","v":"-9223372036854775808"}"#, .min),
    ])
    func `wp-decode-int: integers are exact`(text: String, expected: Int) throws {
        #expect(try wireValue(text, as: Int.self) == expected)
    }

    @Test(arguments: [
        "1.5", #"{"$":"n","v":"NaN"}"#, #"{"$":"n","v":"Infinity"}"#, "1.7976931348623157e308", "9007199254740992",
        "9007199254740993", #"{"$":"i","v":"9223372036854775808"}"#,
    ])
    func `wp-decode-int-corrupt: a number that is no integer in range is corrupted`(text: String) throws {
        #expect(try wireError(text, as: Int.self)?.reason == .dataCorrupted)
    }

    @Test(arguments: ["\"42\"", "true", "[42]"])
    func `wp-decode-int-mismatch: strings and booleans are no integers`(text: String) throws {
        #expect(try wireError(text, as: Int.self)?.reason == .typeMismatch)
    }

    @Test func `wp-decode-int8: small integers have their range`() throws {
        #expect(try wireValue("[127,-128]", as: [Int8].self) == [127, -128])
        #expect(try wireError("128", as: Int8.self)?.reason == .dataCorrupted)
        #expect(try wireError("-129", as: Int8.self)?.reason == .dataCorrupted)
        #expect(try wireError("-1", as: UInt8.self)?.expected == "an integer from 0 to 255")
        #expect(try wireValue("[65535,0]", as: [UInt16].self) == [.max, 0])
        #expect(try wireError("65536", as: UInt16.self)?.reason == .dataCorrupted)
        #expect(try wireValue("[4294967295]", as: [UInt32].self) == [.max])
        #expect(try wireError("-32769", as: Int16.self)?.reason == .dataCorrupted)
        #expect(try wireError("2147483648", as: Int32.self)?.reason == .dataCorrupted)
        #expect(try wireError("-1", as: UInt.self)?.reason == .dataCorrupted)
    }

    @Test func `wp-decode-int64: a number beyond 2^53 is not taken for an integer`() throws {
        #expect(try wireValue("9007199254740991", as: Int64.self) == 9_007_199_254_740_991)
        #expect(try wireError("9223372036854775808", as: Int64.self)?.reason == .dataCorrupted)
        #expect(try wireError("9007199254740992", as: Int64.self)?.reason == .dataCorrupted)
        #expect(try wireValue(#"{"$":"i","v":"18446744073709551615"}"#, as: UInt64.self) == .max)
        #expect(try wireError(#"{"$":"i","v":"-1"}"#, as: UInt64.self)?.reason == .dataCorrupted)
        let digits = "170141183460469231731687303715884105727"
        #expect(try wireValue(#"{"$":"i","v":"\#(digits)"}"#, as: Int128.self) == .max)
    }

    @Test func `wp-decode-optional-undefined: what is absent, undefined or null is nil`() throws {
        #expect(try wireValue(nil, as: Int?.self) == nil)
        #expect(try wireValue(#"{"$":"u"}"#, as: Int?.self) == nil)
        #expect(try wireValue("null", as: Int?.self) == nil)
        #expect(try wireValue("null", as: URL?.self) == nil)
    }

    @Test func `wp-decode-optional-some: falsy values are not nil`() throws {
        #expect(try wireValue("0", as: Int?.self) == .some(0))
        #expect(try wireValue("\"hello\"", as: String?.self) == .some("hello"))
        #expect(try wireValue("\"\"", as: String?.self) == .some(""))
        #expect(try wireValue("false", as: Bool?.self) == .some(false))
        #expect(try wireValue("2.5", as: Double?.self) == .some(2.5))
    }

    @Test func `wp-decode-nonoptional-null: what must be there is a mismatch when it is not`() throws {
        #expect(try wireError("null", as: Int.self)?.reason == .typeMismatch)
        #expect(try wireError("null", as: String.self)?.reason == .typeMismatch)
        #expect(try wireError(nil, as: Double.self)?.reason == .typeMismatch)
        #expect(try wireError(#"{"$":"u"}"#, as: Double.self)?.found == "undefined")
        #expect(try wireError(nil, as: [Int].self)?.found == "nothing")
    }

    private struct Nested: Decodable, Equatable {
        var a: Int??
        var b: Int?
    }

    @Test func `BR-014: null keeps its place, and is told from absent where the type can`() throws {
        #expect(try wireValue("[1,null,3]", as: [Int?].self) == [1, nil, 3])
        #expect(try wireValue("[null]", as: [Int?].self) == [nil])
        #expect(try wireValue(#"{"a":null,"b":1}"#, as: [String: Int?].self) == ["a": nil, "b": 1])
        #expect(try wireValue(#"{"b":1}"#, as: [String: Int?].self) == ["b": 1])
        #expect(try wireValue("{}", as: Nested.self) == Nested(a: nil, b: nil))
        #expect(try wireValue(#"{"a":null,"b":null}"#, as: Nested.self) == Nested(a: .some(nil), b: nil))
        #expect(try wireValue(#"{"a":5,"b":6}"#, as: Nested.self) == Nested(a: 5, b: 6))
        #expect(try wireValue(#"{"a":{"$":"u"}}"#, as: Nested.self) == Nested(a: nil, b: nil))
        #expect(try wireValue(nil, as: Int??.self) == .none)
        #expect(try wireValue("null", as: Int??.self) == .some(.none))
        #expect(try wireValue(#"[{"$":"u"},null,1]"#, as: [Int??].self) == [.none, .some(.none), 1])
    }

    @Test func `BR-016: dates are whole milliseconds, and an invalid one is an error`() throws {
        #expect(try wireValue(#"{"$":"d","v":0}"#, as: Date.self) == Date(timeIntervalSince1970: 0))
        #expect(
            try wireValue(#"{"$":"d","v":1500000000123}"#, as: Date.self).timeIntervalSince1970 == 1_500_000_000.123)
        let last = try wireValue(#"{"$":"d","v":8640000000000000}"#, as: Date.self)
        #expect(last.timeIntervalSince1970 == 8.64e12)
        let error = try wireError(#"{"$":"d","v":null}"#, as: Date.self)
        #expect(error?.reason == .dataCorrupted && error?.found == "an invalid Date")
        #expect(try wireError(#"{"$":"d","v":1e300}"#, as: Date.self)?.reason == .dataCorrupted)
        #expect(try wireError("0", as: Date.self)?.reason == .typeMismatch)
        #expect(try wireError("\"2020-01-01\"", as: Date?.self)?.reason == .typeMismatch)
    }

    @Test func `BR-019: bytes are data, and nothing else is`() throws {
        #expect(try wireValue(#"{"$":"b","v":"AAH/"}"#, as: Data.self) == Data([0, 1, 255]))
        #expect(try wireValue(#"{"$":"b","v":""}"#, as: Data.self) == Data())
        #expect(try wireValue(#"{"$":"b","v":"AAH\/"}"#, as: Data.self) == Data([0, 1, 255]))
        #expect(try wireError(#"{"$":"b","v":"AA"}"#, as: Data.self)?.reason == .dataCorrupted)
        #expect(try wireError(#"{"$":"b","v":"A*=="}"#, as: Data.self)?.reason == .dataCorrupted)
        #expect(try wireError("[0,1,255]", as: Data.self)?.reason == .typeMismatch)
        #expect(try wireError(#"{"0":0}"#, as: Data.self)?.reason == .typeMismatch)
        #expect(try wireError(#"{"$":"b","v":"AAH/"}"#, as: [UInt8].self)?.found == "bytes")
    }

    @Test(arguments: [
        ("\"12.50\"", "12.5"), ("\"-0.001\"", "-0.001"), ("1.1", "1.1"), ("9007199254740991", "9007199254740991"),
        ("\"99999999999999999999999999999999999999\"", "99999999999999999999999999999999999999"), ("\"1e3\"", "1000"),
        (#"{"$":"i","v":"123456789012345678901234567890"}"#, "123456789012345678901234567890"), ("0.1", "0.1"),
        (#"{"$":"n","v":"-0"}"#, "0"), ("\"0\"", "0"), ("1e-7", "0.0000001"),
        ("\"100000000000000000000000000000000000000000\"", "100000000000000000000000000000000000000000"),
    ])
    func `decimals come from strings, numbers and BigInts`(text: String, expected: String) throws {
        #expect(try wireValue(text, as: Decimal.self) == Decimal(string: expected))
    }

    @Test(arguments: [
        "\"\"", "\"1x\"", "\" 1\"", "\"NaN\"", "\"1,5\"", "\"1.\"", "\".5\"", "\"1e\"", "\"1e99999\"", "\"--1\"",
        "\"100000000000000000000000000000000000001\"", #"{"$":"n","v":"NaN"}"#, "\"1e200\"", "\"1e-200\"", "1e300",
    ])
    func `what is no decimal, or one of more digits, is corrupted`(text: String) throws {
        #expect(try wireError(text, as: Decimal.self)?.reason == .dataCorrupted)
    }

    @Test func `a URL is a string`() throws {
        #expect(try wireValue("\"https://a.b/c?d=e#f\"", as: URL.self).absoluteString == "https://a.b/c?d=e#f")
        #expect(try wireError("\"\"", as: URL.self)?.reason == .dataCorrupted)
        #expect(try wireError("1", as: URL.self)?.reason == .typeMismatch)
    }

    @Test func `BR-066: any string is a key`() throws {
        let text = #"{"__proto__":1,"constructor":2,"toString":3,"":4,"a\u0000b":5}"#
        let expected = ["__proto__": 1, "constructor": 2, "toString": 3, "": 4, "a\0b": 5]
        #expect(try wireValue(text, as: [String: Int].self) == expected)
        let wrapped = try wireValue(#"{"$":"o","v":{"$":1,"hasOwnProperty":2}}"#, as: [String: Int].self)
        #expect(wrapped == ["$": 1, "hasOwnProperty": 2])
    }

    private enum Side: String, CodingKey, CodingKeyRepresentable, Codable { case left, right }

    @Test func `dictionaries with integer and enum keys are objects`() throws {
        #expect(try wireValue(#"{"1":"a","-2":"b"}"#, as: [Int: String].self) == [1: "a", -2: "b"])
        #expect(try wireValue(#"{"left":1,"right":2}"#, as: [Side: Int].self) == [.left: 1, .right: 2])
    }
}
