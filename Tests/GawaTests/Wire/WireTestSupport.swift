import Foundation

@testable import Gawa

/// The text of a value; nil for one that is absent.
func wireText<Value: Encodable>(_ value: Value, maximumDepth: Int = 100) throws -> String? {
    var writer = WireWriter()
    return try WireEncoder.encode(value, into: &writer, maximumDepth: maximumDepth) ? writer.text() : nil
}

/// The value of a text; nil for one that is absent.
func wireValue<Value: Decodable>(
    _ text: String?, as type: Value.Type = Value.self, path: String = "result"
) throws -> Value {
    let node = try text.map { try WireText($0, maximumDepth: 100).root }
    return try WireDecoder.decode(type, from: node, path: path)
}

/// The error that decoding a text throws; nil if it throws none.
func wireError<Value: Decodable>(_ text: String?, as type: Value.Type) throws -> WireDecodingError? {
    do {
        _ = try wireValue(text, as: type)
        return nil
    } catch let error as WireDecodingError {
        return error
    }
}

/// What comes back after a way to a page and back.
func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try wireValue(try wireText(value))
}

/// Random numbers that a seed brings back (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
