import Foundation
import Testing

@testable import Gawa

/// Values and texts of chance. A failure names its seed.
struct WireRandomTests {
    /// A value of any kind, with a coding of its own.
    private indirect enum Value: Codable, Equatable {
        case null, boolean(Bool), integer(Int), double(Double), string(String), date(Date), data(Data), wide(Int64)
        case decimal(Decimal), array([Value]), object([String: Value]), optional(String?, Int??), record(Record)

        init(using generator: inout SeededGenerator, depth: Int = 0) {
            switch Int.random(in: 0..<(depth < 4 ? 13 : 9), using: &generator) {
            case 0: self = .null
            case 1: self = .boolean(.random(using: &generator))
            case 2:
                let limit = 9_007_199_254_740_991 >> Int.random(in: 0..<53, using: &generator)
                self = .integer(Int.random(in: -limit...limit, using: &generator))
            case 3:
                let double = Double(bitPattern: generator.next())
                self = .double(double.isNaN ? .infinity : double)
            case 4: self = .string(Self.string(using: &generator))
            case 5:
                let milliseconds = Int.random(in: -8_000_000_000_000...8_000_000_000_000, using: &generator)
                self = .date(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
            case 6:
                let count = Int.random(in: 0..<40, using: &generator)
                self = .data(Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }))
            case 7: self = .wide(Int64.random(in: .min ... .max, using: &generator))
            case 8:
                let exponent = Int.random(in: -30...30, using: &generator)
                self = .decimal(Decimal(sign: .minus, exponent: exponent, significand: Decimal(generator.next())))
            case 9:
                let count = Int.random(in: 0..<5, using: &generator)
                self = .array((0..<count).map { _ in Value(using: &generator, depth: depth + 1) })
            case 10:
                var object: [String: Value] = [:]
                for _ in 0..<Int.random(in: 0..<12, using: &generator) {
                    object[Self.string(using: &generator)] = Value(using: &generator, depth: depth + 1)
                }
                self = .object(object)
            case 11: self = .optional([nil, ""].randomElement(using: &generator) ?? nil, .some(nil))
            default:
                self = .record(
                    Record(a: .random(in: 0...1, using: &generator), b: Value(using: &generator, depth: depth + 1)))
            }
        }

        private static func string(using generator: inout SeededGenerator) -> String {
            let pieces = ["$", "a", "v", "\0", "\"", "\\", "/", "é", "e\u{301}", "😀", "\u{2028}", "\u{7F}", "\n", "0"]
            let count = Int.random(in: 0..<5, using: &generator)
            return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        }
    }

    private struct Record: Codable, Equatable {
        var a: Float
        var b: Value
        var c: Value?
    }

    private func randomText(_ seed: UInt64) throws -> String {
        var generator = SeededGenerator(seed: seed)
        return try #require(try wireText(Value(using: &generator)))
    }

    @Test func `values come back as they went`() throws {
        for seed in UInt64(0)..<3000 {
            var generator = SeededGenerator(seed: seed)
            let value = Value(using: &generator)
            let text = try #require(try wireText(value))
            let back = try wireValue(text, as: Value.self)
            #expect(back == value, "seed \(seed)")
            if back != value { return }
            if !text.contains("\"$\"") {
                #expect(throws: Never.self, "seed \(seed)") {
                    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
                }
            }
        }
    }

    /// Touches all that a text holds, by every accessor.
    private func walk(_ node: WireNode) -> Int {
        var count = 1
        _ = (node.string, node.integer, node.number, node.boolean, node["a"]?.kind, node["$"]?.kind)
        for element in node.elements { count += walk(element) }
        for member in node.members { count += walk(member.node) + member.key.utf8.count }
        return count
    }

    private func readInEveryWay(_ text: String) {
        guard let root = try? WireText(text, maximumDepth: 30).root else { return }
        _ = walk(root)
        _ = try? WireDecoder.decode(Value.self, from: root, path: "r")
        _ = try? WireDecoder.decode([String: Value].self, from: root, path: "r")
        _ = try? WireDecoder.decode([[Int]].self, from: root, path: "r")
        _ = try? WireDecoder.decode([Decimal].self, from: root, path: "r")
        _ = try? WireDecoder.decode(Record.self, from: root, path: "r")
        _ = try? WireDecoder.decode([Data].self, from: root, path: "r")
        _ = try? WireDecoder.decode(DateComponents.self, from: root, path: "r")
        for error in [try? wireError(text, as: Int.self), try? wireError(text, as: [Record].self)] {
            #expect((error?.found.utf8.count ?? 0) < 300)
        }
    }

    @Test func `changed texts give a value or an error and never a trap`() throws {
        let insertions = Array("{}[]\",:\\ud8$vnibo01-.eE+ \n\0truefalsenull\u{80}\u{FF}".utf8)
        for seed in UInt64(0)..<4000 {
            var generator = SeededGenerator(seed: seed + (1 << 32))
            var bytes = Array(try randomText(seed).utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes.remove(at: position)
                case 1: bytes[position] = insertions.randomElement(using: &generator) ?? 0
                case 2: bytes.insert(insertions.randomElement(using: &generator) ?? 0, at: position)
                case 3: bytes.removeLast(bytes.count - position)
                default:
                    let end = Int.random(in: position...bytes.count, using: &generator)
                    bytes.insert(contentsOf: bytes[position..<end], at: position)
                }
            }
            readInEveryWay(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func `random texts give a value or an error, the same as Foundation's`() throws {
        let alphabet = Array("[]{}\",:\\u0d8e1-.t n".utf8)
        for seed in UInt64(0)..<20_000 {
            var generator = SeededGenerator(seed: seed)
            let count = Int.random(in: 0..<12, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            readInEveryWay(String(decoding: bytes, as: UTF8.self))
            let any = (0..<count * 4).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            readInEveryWay(String(decoding: any, as: UTF8.self))
            // Foundation takes lone surrogates for an error, numbers out of range too.
            if bytes.contains(UInt8(ascii: "\\")) || bytes.contains(UInt8(ascii: "e")) { continue }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            let ours = try? WireText(String(decoding: bytes, as: UTF8.self), maximumDepth: 30)
            #expect((theirs != nil) == (ours != nil), "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
