/// The members of an object that is being read.
struct WireKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoding: WireDecoding
    /// The index of the object.
    let index: Int

    var codingPath: [any CodingKey] { decoding.codingPath }

    var allKeys: [Key] {
        WireNode(tape: decoding.tape, index: index).members.compactMap { Key(stringValue: $0.key) }
    }

    func contains(_ key: Key) -> Bool {
        decoding.tape.member(key.stringValue, of: index) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        guard let value = decoding.tape.member(key.stringValue, of: index) else { throw decoding.missing(key) }
        return decoding.isNil(at: value)
    }

    // The generic methods serve the requirements for each scalar type too, and are compiled for each.

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let value = decoding.member(key.stringValue, of: index) else { throw decoding.missing(key) }
        let result = try decoding.decode(type, at: value, step: .key(value - 1))
        decoding.noteMember(value, of: index)
        return result
    }

    /// Nil for a member that is absent or undefined, and for null unless the type is an optional itself.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = decoding.member(key.stringValue, of: index) else { return nil }
        switch decoding.tape.entries[value].kind {
        case .undefined: return nil
        case .null where !decoding.isOptional(type): return nil
        default: break
        }
        let result = try decoding.decode(type, at: value, step: .key(value - 1))
        decoding.noteMember(value, of: index)
        return result
    }

    // MARK: Nested

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(for: key).unkeyedContainer()
    }

    /// A decoder for the key `super`, of nothing if there is none.
    func superDecoder() throws -> any Decoder {
        let value = decoding.tape.member("super", of: index) ?? WireTape.absentIndex
        return decoding.detachedDecoder(at: value, step: .key("super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let value = decoding.tape.member(key.stringValue, of: index) ?? WireTape.absentIndex
        return decoding.detachedDecoder(at: value, step: .key(key.stringValue))
    }

    private func decoder(for key: Key) throws -> WireValueDecoder {
        guard let value = decoding.tape.member(key.stringValue, of: index) else { throw decoding.missing(key) }
        return decoding.detachedDecoder(at: value, step: .key(key.stringValue))
    }
}
