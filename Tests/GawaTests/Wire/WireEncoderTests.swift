import Foundation
import Testing

@testable import Gawa

struct WireEncoderTests {
    @Test func `BR-009: integers are exact, as numbers or as BigInts by their type`() throws {
        #expect(try wireText(9_007_199_254_740_991) == "9007199254740991")
        #expect(try wireText([-9_007_199_254_740_991]) == "[-9007199254740991]")
        #expect(try wireText(Int64(1)) == #"{"$":"i","v":"1"}"#)
        #expect(try wireText(["a": [UInt64.max]]) == #"{"a":[{"$":"i","v":"18446744073709551615"}]}"#)
        for value in [Int64.max, .min, 9_007_199_254_740_993, 0] {
            #expect(try roundTrip(value) == value)
            #expect(try roundTrip(["k": [value]]) == ["k": [value]])
        }
        #expect(try roundTrip(UInt64.max) == .max)
        #expect(try roundTrip([Int128.min, .max]) == [.min, .max])
        #expect(try roundTrip(UInt128.max) == .max)
    }

    @Test func `BR-009: an integer that would be rounded is an error that names it and its place`() {
        struct Item: Encodable { var name = "a", count: Int }
        struct Result: Encodable { var items: [Item] }
        let value = Result(items: [Item(count: 1), Item(count: 9_007_199_254_740_993)])
        var writer = WireWriter()
        writer.append(raw: "[1,")
        #expect {
            try WireEncoder.encode(value, into: &writer, maximumDepth: 10)
        } throws: {
            "\($0)" == "items[1].count: 9007199254740993 is outside ±(2^53−1); declare it as Int64"
        }
        #expect(writer.utf8Count == 3 && !writer.hasTags)
        #expect(throws: WireEncodingError.self) { try WireEncoder.encode(UInt.max, into: &writer, maximumDepth: 1) }
        #expect(throws: WireEncodingError.self) { try WireEncoder.encode([Int.min], into: &writer, maximumDepth: 1) }
        #expect(writer.text() == "[1,")
    }

    @Test func `BR-012: booleans and numbers stay apart`() throws {
        struct Mixed: Encodable { var flag = true, count = 1, ratio = 1.0 }
        let text = try #require(try wireText(Mixed()))
        let root = try WireText(text, maximumDepth: 2).root
        #expect(root.members.map(\.node.kind) == [.boolean, .number, .number])
        #expect(text == #"{"flag":true,"count":1,"ratio":1}"#)
    }

    @Test func `BR-014: nil is left out at the root and as a member, and null elsewhere`() throws {
        struct Holder: Encodable { var a: Int?, b: Int??, c: Int?? }
        #expect(try wireText(Int?.none) == nil)
        #expect(try wireText([Int]?.none) == nil)
        #expect(try wireText(Int??.none) == nil)
        #expect(try wireText(Int??.some(.none)) == "null")
        #expect(try wireText(Int??.some(5)) == "5")
        #expect(WireEncoder.isAbsent(Int?.none) && !WireEncoder.isAbsent(Int??.some(.none)))
        #expect(!WireEncoder.isAbsent(0))
        #expect(try wireText([1, nil, 3] as [Int?]) == "[1,null,3]")
        #expect(try wireText(["a": nil] as [String: Int?]) == #"{"a":null}"#)
        #expect(try wireText(Holder(a: nil, b: nil, c: .some(nil))) == #"{"c":null}"#)
    }

    @Test func `BR-016: dates are written to the nearest millisecond, and all come back`() throws {
        #expect(try wireText(Date(timeIntervalSince1970: 0)) == #"{"$":"d","v":0}"#)
        #expect(try wireText(Date(timeIntervalSince1970: 1_500_000_000.1239)) == #"{"$":"d","v":1500000000124}"#)
        #expect(try wireText(Date(timeIntervalSince1970: -0.0004)) == #"{"$":"d","v":0}"#)
        var generator = SeededGenerator(seed: 3)
        for round in 0..<20_000 {
            let limit = round % 2 == 0 ? 8_640_000_000_000_000 : 4_000_000_000_000
            let milliseconds = Int.random(in: -limit...limit, using: &generator)
            let date = try wireValue(#"{"$":"d","v":\#(milliseconds)}"#, as: Date.self)
            #expect(try wireText(date) == #"{"$":"d","v":\#(milliseconds)}"#)
            if round % 2 == 1 { #expect(date == Date(timeIntervalSince1970: Double(milliseconds) / 1000)) }
        }
        for seconds in [8.64e12 + 1, -8.64e12 - 1, .infinity, .nan, 1e300] {
            #expect(throws: WireEncodingError.self) { try wireText([Date(timeIntervalSince1970: seconds)]) }
        }
        #expect(try roundTrip(Date.distantFuture) == .distantFuture)
        #expect(try roundTrip(Date.distantPast) == .distantPast)
    }

    @Test func `BR-019: data are bytes, at the root and nested`() throws {
        #expect(try wireText(Data([0, 1, 255])) == #"{"$":"b","v":"AAH/"}"#)
        #expect(try wireText(["d": Data([0])]) == #"{"d":{"$":"b","v":"AA=="}}"#)
        for count in 0..<70 {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) })
            #expect(try roundTrip([data]) == [data])
        }
        #expect(try wireText(Data([1, 2, 3])[1...]) == #"{"$":"b","v":"AgM="}"#)
    }

    @Test func `decimals and URLs are strings`() throws {
        #expect(try wireText(Decimal(string: "-1234567890.0987654321")) == "\"-1234567890.0987654321\"")
        #expect(throws: WireEncodingError.self) { try wireText([Decimal.nan]) }
        #expect(try wireText(URL(string: "https://a.b/c?d=\"e\"#f")) == "\"https://a.b/c?d=%22e%22#f\"")
        let decimals = ["0", "1e127", "-1e-128", "99999999999999999999999999999999999999", "0.1"]
        for decimal in decimals.compactMap({ Decimal(string: $0) }) { #expect(try roundTrip(decimal) == decimal) }
    }

    @Test func `BR-066: any string is a key, and an object with a dollar is wrapped`() throws {
        struct Dollar: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case first, dollar = "$", nested }
            var first = [1], dollar = 2, nested = ["$": ["$": 3]]
        }
        for key in ["__proto__", "constructor", "toString", "", "a\0b", "\"", "$", "$$", "é"] {
            #expect(try roundTrip([key: 1]) == [key: 1])
        }
        #expect(try wireText(["__proto__": 1]) == #"{"__proto__":1}"#)
        #expect(try wireText(["$": 1]) == #"{"$":"o","v":{"$":1}}"#)
        let text = #"{"$":"o","v":{"first":[1],"$":2,"nested":{"$":"o","v":{"$":{"$":"o","v":{"$":3}}}}}}"#
        #expect(try wireText([Dollar()]) == "[\(text)]")
        #expect(try roundTrip([Dollar(), Dollar()]) == [Dollar(), Dollar()])
        #expect(try wireText(["$": 1], maximumDepth: 1) != nil)
    }

    @Test func `depth is limited for containers of every kind`() throws {
        final class Link: Codable {
            var next: Link?
            init(_ next: Link?) { self.next = next }
        }
        var list = Link(nil)
        for _ in 0..<99 { list = Link(list) }
        #expect(try wireText(list, maximumDepth: 100)?.utf8.count == 99 * 9 + 2)
        #expect(throws: WireEncodingError(path: "", problem: .tooDeep(limit: 99)).problem) {
            do { _ = try wireText(list, maximumDepth: 99) } catch let error as WireEncodingError { throw error.problem }
        }
        #expect(try wireText([[1]], maximumDepth: 2) == "[[1]]")
        #expect(throws: WireEncodingError.self) { try wireText([[1]], maximumDepth: 1) }
        #expect(throws: WireEncodingError.self) { try wireText(["a": ["b": 1]], maximumDepth: 1) }
        #expect(throws: WireEncodingError.self) { try wireText(Set([1]), maximumDepth: 0) }
        struct Empty: Encodable {}
        #expect(try wireText(Empty(), maximumDepth: 1) == "{}")
        #expect(throws: WireEncodingError.self) { try wireText(Empty(), maximumDepth: 0) }
        #expect(try wireText("a", maximumDepth: 0) == "\"a\"")
    }

    @Test func `tags are reported`() throws {
        var writer = WireWriter()
        try WireEncoder.encode(["a": [1.5]], into: &writer, maximumDepth: 5)
        #expect(!writer.hasTags)
        try WireEncoder.encode([[Date()]], into: &writer, maximumDepth: 5)
        #expect(writer.hasTags)
    }
}
