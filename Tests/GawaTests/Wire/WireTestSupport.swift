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
    return try WireDecoder.decode(type, from: node, path: .named(path))
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
