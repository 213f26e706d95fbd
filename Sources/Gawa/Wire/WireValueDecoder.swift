/// The decoder of the value at one place of a tape.
struct WireValueDecoder: Decoder {
    let decoding: WireDecoding
    let index: Int

    var codingPath: [any CodingKey] { decoding.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard decoding.tape.entries[index].kind == .object else {
            throw decoding.mismatch([String: Any].self, "an object", at: index, step: nil)
        }
        return KeyedDecodingContainer(WireKeyedDecodingContainer<Key>(decoding: decoding, index: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard decoding.tape.entries[index].kind == .array else {
            throw decoding.mismatch([Any].self, "an array", at: index, step: nil)
        }
        return WireUnkeyedDecodingContainer(decoding: decoding, index: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

// The generic method serves the requirements for each scalar type too, and is compiled for each.
extension WireValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { decoding.isNil(at: index) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoding.decode(type, at: index, step: nil)
    }
}

extension WireDecoding {
    @inline(__always)
    func isNil(at index: Int) -> Bool {
        switch tape.entries[index].kind {
        case .absent, .undefined, .null: true
        default: false
        }
    }

    /// A decoder that may be used at any time, with a path of its own.
    func detachedDecoder(at index: Int, step: WireStep) -> WireValueDecoder {
        WireValueDecoder(decoding: WireDecoding(partOf: self, at: step), index: index)
    }
}
