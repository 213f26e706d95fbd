import Foundation
import JavaScriptValues
import Testing

@Suite struct SwiftToJavaScriptTests {
    @Test(arguments: [
        ValueCase(nil, "value === undefined"),
        ValueCase(Int?.none as Any, "value === undefined"),
        ValueCase(NSNull(), "value === null"),
        ValueCase([Int?.none as Any, Optional(Optional(3)) as Any], "value[0] === null && value[1] === 3"),
        ValueCase(
            ["a": Any?.none as Any, "b": Optional<Any>.some(Optional<Int>.some(1) as Any) as Any],
            "value.a === null && value.b === 1"),
        ValueCase(true, "value === true"),
        ValueCase(NSNumber(value: false), "value === false"),
        ValueCase(NSNumber(value: Int8(1)), "value === 1"),
        ValueCase(NSNumber(value: 1.0), "value === 1"),
        ValueCase(NSNumber(value: 0), "value === 0"),
        ValueCase(NSNumber(booleanLiteral: true), "value === true"),
        ValueCase(Int8.min, "value === -128"),
        ValueCase(UInt8.max, "value === 255"),
        ValueCase(Int16.min, "value === -32768"),
        ValueCase(UInt16.max, "value === 65535"),
        ValueCase(Int32.min, "value === -2147483648"),
        ValueCase(UInt32.max, "value === 4294967295"),
        ValueCase(Float(0.5), "value === 0.5"),
        ValueCase(CGFloat(1.25), "value === 1.25"),
        ValueCase(Double.pi, "value === Math.PI"),
        ValueCase(Decimal(string: "1.1") as Any, "value === 1.1"),
        ValueCase(NSDecimalNumber(string: "0.1"), "value === 0.1"),
        ValueCase(1e300, "value === 1e300"),
        ValueCase(1e21, "value === 1e21"),
        ValueCase(123_456_789_012_345_680.0, "value === 123456789012345680"),
        ValueCase("text", "value === 'text'"),
        ValueCase(NSString("n"), "value === 'n'"),
        ValueCase("abc".dropFirst(), "value === 'bc'"),
        ValueCase(NSMutableString(string: "m"), "value === 'm'"),
        ValueCase(Date(timeIntervalSince1970: 1.234), "value instanceof Date && value.getTime() === 1234"),
        ValueCase(NSDate(timeIntervalSince1970: -0.001), "value.getTime() === -1"),
        ValueCase(Date(timeIntervalSince1970: 1e20), "isNaN(value.getTime())"),
        ValueCase([1, 2], "Array.isArray(value) && value.join() === '1,2'"),
        ValueCase([String?.some("a"), nil], "value[0] === 'a' && value[1] === null"),
        ValueCase(NSArray(array: [1, "x", ["k": true]]), "value[0] === 1 && value[1] === 'x' && value[2].k === true"),
        ValueCase(["a": [1.5]], "value.a[0] === 1.5"),
        ValueCase(["a": 1] as NSDictionary, "value.a === 1"),
        ValueCase(["a": ["b": [Int]()]] as [AnyHashable: Any], "Array.isArray(value.a.b) && value.a.b.length === 0"),
        ValueCase(AnyHashable("h"), "value === 'h'"),
        ValueCase([AnyHashable(1): 2].keys.map { $0 }, "value[0] === 1"),
        ValueCase(
            ["__proto__": 1, "constructor": 2, "": 3],
            "Object.keys(value).length === 3 && Object.hasOwn(value, '__proto__')"),
        ValueCase(
            ["__proto__": Date(timeIntervalSince1970: 0)],
            "Object.hasOwn(value, '__proto__') && value instanceof Object"),
        ValueCase(
            [Date(timeIntervalSince1970: 0), [String: Any](), [Any]()] as [Any],
            "value instanceof Array && value[1] instanceof Object && value[2] instanceof Array"),
    ])
    func valuesCrossAsInAppleTable(row: ValueCase) throws {
        #expect(try ScriptContext().result(of: row.script, with: row.value) == "true")
    }

    @Test func otherTypesAreRefusedWithTheirPath() {
        let rows: [(Any, path: String, typeName: String)] = [
            (Data([1]), "", "Data"),
            ([1, URL(fileURLWithPath: "/")] as [Any], "[1]", "URL"),
            (["a": ["b": [0, Set([1])]]] as [String: Any], "a.b[1]", "Set<Int>"),
            (["a b": Data()], "[\"a b\"]", "Data"),
            ([[NSObject()]], "[0][0]", "NSObject"),
            (NSArray(array: [NSData()]), "[0]", "NSData"),
            ((1, 2), "", "(Int, Int)"),
        ]
        for row in rows {
            #expect(throws: JavaScriptEncodingError.unsupportedType(path: row.path, typeName: row.typeName)) {
                _ = try JavaScriptValueEncoder.encode(row.0)
            }
        }
    }

    @Test func keysMustBeStrings() {
        #expect(throws: JavaScriptEncodingError.nonStringKey(path: "", typeName: "Int")) {
            _ = try JavaScriptValueEncoder.encode([1: 2])
        }
        #expect(throws: JavaScriptEncodingError.self) {
            _ = try JavaScriptValueEncoder.encode(["a": [NSDictionary(object: 1, forKey: NSNumber(value: 1))]])
        }
    }

    // MARK: Cases

    @Test func `BR-001: line separators arrive unchanged`() throws {
        let units = "[...value].map(c => c.charCodeAt()).join()"
        #expect(try ScriptContext().result(of: units, with: "a\u{2028}b\u{2029}c") == "97,8232,98,8233,99")
    }

    @Test func `BR-002: every ASCII character arrives`() throws {
        let context = try ScriptContext()
        for code in 0..<128 {
            let text = String(UnicodeScalar(UInt8(code)))
            #expect(try context.result(of: "value.length === 1 && value.charCodeAt(0)", with: text) == "\(code)")
        }
        #expect(
            try context.result(of: "value.message", with: ["message": "name 'Path' isn't known"])
                == "name 'Path' isn't known")
    }

    @Test(arguments: [
        ValueCase(9_007_199_254_740_991, "9007199254740991"),
        ValueCase(9_007_199_254_740_993, "9007199254740992"),
        ValueCase(Int64.max, "9223372036854775808"),
        ValueCase(Int64.min, "-9223372036854775808"),
        ValueCase(UInt64.max, "18446744073709551616"),
        ValueCase(NSNumber(value: Int64.max), "9223372036854775808"),
        ValueCase(NSNumber(value: UInt64.max), "18446744073709551616"),
    ])
    func integersBecomeTheNearestDouble(row: ValueCase) throws {
        #expect(try ScriptContext().result(of: "BigInt(value[0])", with: [row.value as Any]) == row.script)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func `BR-011: unusual numbers arrive as themselves`(number: Double) throws {
        let context = try ScriptContext()
        for value in [number, NSNumber(value: number)] as [Any] {
            #expect(areSame(try echo(value, in: context), NSNumber(value: number)))
            #expect(areSame(try echo([["a": value]], in: context), [["a": NSNumber(value: number)]]))
        }
    }

    @Test func `BR-012: booleans and numbers stay apart`() throws {
        let context = try ScriptContext()
        let value: [Any] = [true, false, 1, 0, 1.0, NSNumber(value: true), NSNumber(value: 1)]
        let types = try context.result(of: "value.map(x => typeof x).join()", with: value)
        #expect(types == "boolean,boolean,number,number,number,boolean,number")
        let back = try #require(try echo(["flag": true, "count": 1], in: context) as? [String: Any])
        #expect((back["flag"] as? NSNumber)?.objCType.pointee != (back["count"] as? NSNumber)?.objCType.pointee)
        #expect(areSame(back["flag"], NSNumber(value: true)) && areSame(back["count"], NSNumber(value: 1.0)))
    }

    @Test func `BR-014: nils keep their places`() throws {
        let value: [Int?] = [1, nil, 3]
        #expect(try ScriptContext().result(of: "JSON.stringify(value)", with: value) == "[1,null,3]")
    }

    @Test func randomValuesComeBack() throws {
        let context = try ScriptContext()
        for seed in 0..<400 {
            var generator = SeededGenerator(state: UInt64(seed))
            let value = generator.value()
            let text = try JavaScriptValueEncoder.encode(value)
            #expect(areSame(try JavaScriptValueDecoder.decode(text), value), "seed \(seed)")
            #expect(areSame(try echo(value, in: context), value), "seed \(seed)")
        }
    }

    private func echo(_ value: Any?, in context: ScriptContext) throws -> Any? {
        try JavaScriptValueDecoder.decode(context.result(of: "codec.encode(value)", with: value))
    }
}
