/// The elements of an array that is being read.
struct WireUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    private let decoding: WireDecoding
    private let elementCount: Int
    private(set) var currentIndex = 0
    /// The place of the current element in the tape.
    private var position: Int

    /// - Parameter index: The index of the array.
    init(decoding: WireDecoding, index: Int) {
        self.decoding = decoding
        let entry = decoding.tape.entries[index]
        elementCount = entry.count
        position = Int(entry.start)
    }

    var codingPath: [any CodingKey] { decoding.codingPath }
    var count: Int? { elementCount }
    var isAtEnd: Bool { currentIndex >= elementCount }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw decoding.missingElement(Any.self, currentIndex) }
        guard decoding.isNil(at: position) else { return false }
        advance()
        return true
    }

    // The generic methods serve the requirements for each scalar type too, and are compiled for each.

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isAtEnd else { throw decoding.missingElement(type, currentIndex) }
        let value = try decoding.decode(type, at: position, step: .index(currentIndex))
        advance()
        return value
    }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        guard !isAtEnd else { return nil }
        switch decoding.tape.entries[position].kind {
        case .undefined:
            advance()
            return nil
        case .null where !decoding.isOptional(type):
            advance()
            return nil
        default: return try decode(type)
        }
    }

    private mutating func advance() {
        position = decoding.tape.index(after: position)
        currentIndex += 1
    }

    // MARK: Nested

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder(for: [String: Any].self).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder(for: [Any].self).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder(for: (any Decoder).self)
        advance()
        return decoder
    }

    private func decoder(for type: Any.Type) throws -> WireValueDecoder {
        guard !isAtEnd else { throw decoding.missingElement(type, currentIndex) }
        return decoding.detachedDecoder(at: position, step: .index(currentIndex))
    }
}
