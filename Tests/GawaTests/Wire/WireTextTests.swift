import Foundation
import Testing

@testable import Gawa

struct WireTextTests {
    private func root(_ text: String, maximumDepth: Int = 20) throws -> WireNode {
        try WireText(text, maximumDepth: maximumDepth).root
    }

    @Test func `a text is read into nodes that tell what they are`() throws {
        let node = try root(#" [ null , true , -12.5e1 , "a\"b" , [ ] , { "k" : [ 1 , 2 ] , "z" : false } ] "#)
        #expect(node.kind == .array && node.count == 6)
        let elements = Array(node.elements)
        #expect(elements.map(\.kind) == [.null, .boolean, .number, .string, .array, .object])
        #expect(elements[1].boolean == true)
        #expect(elements[2].number == -125 && elements[2].integer == -125)
        #expect(elements[3].string == "a\"b")
        #expect(elements[4].count == 0 && Array(elements[4].elements).isEmpty)
        #expect(elements[5]["k"]?.elements.compactMap(\.integer) == [1, 2])
        #expect(elements[5]["z"]?.boolean == false)
        #expect(elements[5]["no"] == nil)
        #expect(elements[5].members.map(\.key) == ["k", "z"])
        #expect(elements[0]["k"] == nil && elements[0].string == nil && elements[3].number == nil)
    }

    @Test(arguments: [
        "", " ", "[", "]", "{", "}", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}",
        "tru", "truex", "nul", "True", "NaN", "Infinity", "01", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "--1",
        "0x1",
        "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "\"\0\"", "\0", "1\0", "[1]\0", "1 1", "[]]",
        "'a'", "// a\n1", "\u{FEFF}1", "\u{A0}1", "[1}", "{\"a\":1]",
    ])
    func `what is no JSON is an error with a place`(text: String) throws {
        #expect {
            try root(text)
        } throws: {
            guard case .malformed(let offset) = $0 as? WireTextError else { return false }
            return (0...text.utf8.count).contains(offset)
        }
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("9007199254740991", 9_007_199_254_740_991), ("-9007199254740991", -9_007_199_254_740_991),
        ("1.0", 1), ("1e3", 1000), ("12E-1", nil), ("9007199254740992", nil), ("9007199254740993", nil),
        ("99999999999999999999999", nil), ("18446744073709551617", nil), ("1e400", nil),
    ])
    func `an integer is one only when it is exact`(text: String, expected: Int?) throws {
        #expect(try root(text).integer == expected)
    }

    @Test func `numbers are the doubles that the standard library reads`() throws {
        var generator = SeededGenerator(seed: 7)
        var texts = [
            "1e22", "1e23", "-0.0", "0.1", "123456789012345678", "5e-324", "2.2250738585072011e-308", "1e-400",
        ]
        texts += [
            "0.000000000000000000000000000000001", "1234567890123456789012345678901234567890", "9007199254740993.0",
        ]
        for _ in 0..<3000 {
            let value = Double(bitPattern: generator.next())
            if value.isFinite { texts.append("\(value)") }
            texts.append("\(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 1000)")
            let exponent = Int.random(in: -30...30, using: &generator)
            texts.append("\(Int64.random(in: .min ... .max, using: &generator)).\(generator.next())e\(exponent)")
        }
        for text in texts {
            let number = try root(text).number
            #expect(number?.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }

    @Test func `BR-006: a lone surrogate is U+FFFD, a pair is one character, in keys too`() throws {
        #expect(try root(#""\ud800""#).string == "\u{FFFD}")
        #expect(try root(#""\uDC00x""#).string == "\u{FFFD}x")
        #expect(try root(#""\ud83d\ude00""#).string == "😀")
        #expect(try root(#""\ud83d\u0041""#).string == "\u{FFFD}A")
        #expect(try root(#""\ud83d\ud83d\ude00""#).string == "\u{FFFD}😀")
        #expect(try root(#""\udbff\udfff \u0000 \/ \b\f\n\r\t""#).string == "\u{10FFFF} \0 / \u{8}\u{C}\n\r\t")
        #expect(try root(#"{"\ud83d\ude00":1}"#)["😀"]?.integer == 1)
        #expect(try root(#"{"\ud800":1}"#).members.map(\.key) == ["\u{FFFD}"])
        #expect(try root("\"👨‍👩‍👧‍👦🇩🇪\u{10FFFF}\u{2028}\"").string == "👨‍👩‍👧‍👦🇩🇪\u{10FFFF}\u{2028}")
    }

    @Test func `of equal keys the last member counts, in small and in large objects`() throws {
        let node = try root(#"{"a":[1,{"x":2}],"b":2,"\u0061":3,"a":4,"é":5,"e\u0301":6}"#)
        #expect(node.count == 4)
        #expect(node.members.map(\.key).map { Array($0.utf8) } == ["b", "a", "é", "e\u{301}"].map { Array($0.utf8) })
        #expect(node["a"]?.integer == 4 && node["é"]?.integer == 5 && node["e\u{301}"]?.integer == 6)
        let members = (0..<3000).map { "\"k\($0 % 1000)\":\($0)" }.joined(separator: ",")
        let large = try root("{\(members)}")
        #expect(large.count == 1000)
        let isRight = large.members.enumerated().allSatisfy { offset, member in
            member.key == "k\(offset)" && member.node.integer == offset + 2000
        }
        #expect(isRight)
        #expect(try wireValue("{\"a\":1,\"b\":1,\"a\":2}", as: [String: Int].self) == ["a": 2, "b": 1])
    }

    @Test func `depth is limited, and tags do not count`() throws {
        #expect(try root("1", maximumDepth: 0).integer == 1)
        #expect(throws: WireTextError.tooDeep(limit: 0)) { try root("[]", maximumDepth: 0) }
        #expect(throws: WireTextError.tooDeep(limit: 0)) { try root("{}", maximumDepth: 0) }
        #expect(try root(#"{"a":[1,[]],"b":{}}"#, maximumDepth: 3).count == 2)
        #expect(throws: WireTextError.tooDeep(limit: 2)) { try root(#"{"a":[1,[]],"b":{}}"#, maximumDepth: 2) }
        #expect(try root(#"[{"$":"d","v":1},{"$":"u"},[]]"#, maximumDepth: 2).count == 3)
        #expect(try root(#"{"$":"o","v":{"$":1}}"#, maximumDepth: 1)["$"]?.integer == 1)
        #expect(throws: WireTextError.tooDeep(limit: 1)) { try root(#"{"$":"o","v":{"$":[]}}"#, maximumDepth: 1) }
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(throws: WireTextError.tooDeep(limit: 500)) { try root(deep, maximumDepth: 500) }
        let tags = String(repeating: #"{"$":"#, count: 200_000)
        #expect(throws: WireTextError.self) { try root(tags, maximumDepth: 500) }
        #expect(throws: WireTextError.malformed(offset: 1_000_000)) { try root(deep, maximumDepth: .max) }
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect(throws: WireTextError.malformed(offset: 500_000)) { try root(objects, maximumDepth: .max) }
    }

    @Test func `tags are the values that they stand for`() throws {
        let text =
            #"[{"$":"u"},{"$":"n","v":"NaN"},{"$":"n","v":"-0"},{"$":"i","v":"-12"},{"$":"d","v":1.5e12},"#
            + #"{"$":"b","v":"AAEC"},{"$":"o","v":{"$":{"$":"o","v":{}},"a":1}},{ "\u0024" : "u" },7]"#
        let elements = try Array(root(text).elements)
        #expect(
            elements.map(\.kind) == [
                .undefined, .number, .number, .bigInt, .date, .bytes, .object, .undefined, .number,
            ])
        #expect(elements[1].number?.isNaN == true)
        #expect(elements[2].number?.sign == .minus && elements[2].number == 0)
        #expect(elements[3].integer == nil && elements[3].string == nil)
        #expect(elements[6].count == 2 && elements[6]["$"]?.kind == .object && elements[6]["a"]?.integer == 1)
        #expect(elements[6].members.map(\.key) == ["$", "a"])
        #expect(elements[8].integer == 7)
    }

    @Test(arguments: [
        #"{"$":"x"}"#, #"{"$":1}"#, #"{"$":null}"#, #"{"$":["u"]}"#, #"{"$":{}}"#, #"{"$":{"$":"u"}}"#, #"{"$":"uu"}"#,
        #"{"$":""}"#, #"{"$":"u","v":1}"#, #"{"$":"n"}"#, #"{"$":"n","v":1}"#, #"{"$":"n","v":"nan"}"#,
        #"{"$":"n","v":"Infinity "}"#, #"{"$":"i","v":""}"#, #"{"$":"i","v":"-"}"#, #"{"$":"i","v":"1.5"}"#,
        #"{"$":"i","v":"+1"}"#, #"{"$":"i","v":1}"#, #"{"$":"d"}"#, #"{"$":"d","v":"1"}"#, #"{"$":"d","v":[]}"#,
        #"{"$":"b","v":1}"#, #"{"$":"b","w":"AA=="}"#, #"{"$":"o","v":1}"#, #"{"$":"o","v":[]}"#,
        #"{"$":"o","v":{},"v":1}"#, #"{"a":1,"$":"u"}"#, #"{"$":"u","$":"u"}"#,
        #"{"$":"d","v":1,"v":2}"#, #"{"$":"b","v":"AA==","x":1}"#, #"{"$":"\u0075"}"#,
    ])
    func `a malformed tag is an error with its path`(tag: String) throws {
        #expect(throws: WireTextError.malformedTag(path: "[1].a[\"b c\"]")) {
            try root(#"[0,{"a":{"b c":\#(tag)}}]"#)
        }
    }
}
