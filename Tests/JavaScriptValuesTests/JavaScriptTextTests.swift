import Foundation
import JavaScriptValues
import Testing

@Suite struct JavaScriptTextTests {
    private static let samples = [
        #"{"a":[1,-0,2.5e-7,true,false,null,"x\"\\\u0000\ud83d\ude00\ud83d"],"b":{}}"#,
        #"~0,2:{"a":#0,"b":[NaN,Infinity,-Infinity,@1700000000000.5,@NaN],"c":{"é":"👍"},"d":[#2,#2,#0]}"#, "undefined",
        "12.5",
        #""text""#, "'te\"xt", "'", "!a function", "~0,1,2:[[[#0,#1,#2],#0,#1],#1,#2,#0]",
    ]

    @Test func plainDataIsJSON() throws {
        let context = try ScriptContext()
        let data = #"{"a":[1,-2.5,1e+21,true,null,"x\n"],"b":{"c":""}}"#
        #expect(try context.run("codec.encode(\(data))") == data)
        #expect(
            try JavaScriptValueEncoder.encode(["a": [1, -2.5, true, NSNull(), "x\n"]])
                == #"{"a":[1,-2.5,true,null,"x\u000a"]}"#)
    }

    @Test func aStringAloneIsWrittenAsItIs() throws {
        let context = try ScriptContext()
        for text in ["", "'", "''", "a\"b\\c\nd\u{1F}", "é👍\u{FEFF}\u{2028}", "\"quoted\"", "~:1", "!no", "undefined"] {
            context.set("sample", to: text)
            #expect(try context.run("codec.encode(sample)") == "'" + text)
            #expect(try JavaScriptValueEncoder.encode(text) == "'" + text)
            #expect(try JavaScriptValueDecoder.decode("'" + text) as? String == text)
            #expect(try context.result(of: "'' + (value === sample)", with: text) == "true")
        }
    }

    @Test func aStringThatIsNoTextIsEscaped() throws {
        let context = try ScriptContext()
        #expect(try context.run(#"codec.encode("a\0'")"#) == #""a\u0000'""#)
        #expect(try context.run(#"codec.encode("a\ud83d'")"#) == #""a\ud83d'""#)
        #expect(try JavaScriptValueEncoder.encode("a\0'") == #""a\u0000'""#)
        #expect(try context.result(of: #"'' + (value === "a\0'")"#, with: "a\0'") == "true")
    }

    @Test func tagsCannotBeForged() throws {
        let context = try ScriptContext()
        for text in ["~0:[#0]", "!no", "undefined", "@1", "#0", "NaN", "'", "'a'"] {
            for value in [text, [text], [text: text]] as [Any] {
                let back = try context.result(of: "codec.encode(value)", with: value)
                #expect(areSame(try JavaScriptValueDecoder.decode(back), value))
            }
        }
    }

    @Test(arguments: [
        "", "~", "~:", " 1", "1 ", "01", "-", "1.", ".5", "1e", "+1", "tru", "nul", "[1,]", "[,1]", "[1 2]", "{\"a\"}",
        "{a:1}",
        "{\"a\":1,}", "[}", "{]", "[", "]", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"a\nb\"", "undefined ",
        "[undefined]", "~:undefined",
        "@", "~:@", "~:@x", "~:--Infinity", "{\"a\":1}}", "1,2", "\u{0}", "[\u{0}]", "-Infinit", "~:{,}", "[1]~",
    ])
    func malformedTextsAreErrors(text: String) {
        #expect(throws: JavaScriptDecodingError.self) { _ = try JavaScriptValueDecoder.decode(text) }
    }

    @Test func everyPrefixGivesAValueOrAnError() {
        for sample in Self.samples {
            for count in 0...sample.utf8.count { survive(Array(sample.utf8.prefix(count))) }
        }
    }

    @Test func alteredTextsGiveAValueOrAnError() {
        var generator = SeededGenerator(state: 7)
        let interesting = Array("~!'@#:,[]{}\"\\u0123456789eE.-+NaInfityundefltrs".utf8) + [0, 0x80, 0xC0, 0xED, 0xFF]
        for _ in 0..<20_000 {
            var text = Array((Self.samples.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                let byte = interesting.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: text[place] = byte
                case 1: text.insert(byte, at: place)
                case 2 where text.count > 1: text.remove(at: place)
                default: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
            }
            survive(text)
        }
    }

    @Test func textsOfRandomTokensGiveAValueOrAnError() {
        var generator = SeededGenerator(state: 11)
        let tokens = [
            "[", "[", "{", "]", "]", "}", ",", ",", ":", "\"a\"", "1", "#0", "#1", "#2", "@5", "NaN", "null", "\"b\":",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1..<16, using: &generator)
            let body = (0..<count).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
            survive(Array("~0,1,2:\(body)".utf8))
        }
    }

    /// Decodes, and reads what comes out to some depth.
    private func survive(_ text: [UInt8]) {
        let value = try? text.withUnsafeBufferPointer { try JavaScriptValueDecoder.decode(utf8: $0) }
        walk(value, depth: 6)
    }

    private func walk(_ value: Any?, depth: Int) {
        guard depth > 0 else { return }
        if let array = value as? NSArray, value is JavaScriptArray {
            for index in 0..<min(array.count, 4) { walk(array[index], depth: depth - 1) }
        } else if let dictionary = value as? JavaScriptDictionary {
            for key in dictionary.allKeys.prefix(4) { walk(dictionary[key], depth: depth - 1) }
        } else if let array = value as? [Any] {
            for element in array.prefix(4) { walk(element, depth: depth - 1) }
        } else if let dictionary = value as? [String: Any] {
            for element in dictionary.values.prefix(4) { walk(element, depth: depth - 1) }
        }
    }
}
