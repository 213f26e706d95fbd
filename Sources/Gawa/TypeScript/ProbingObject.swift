/// A keyed container of made-up values.
struct ProbingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ProbingDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The case of an enum that is being made up, or one key for a type that takes any.
    var allKeys: [Key] {
        let key = Key(stringValue: decoder.profile.caseName ?? "key")
        decoder.shape.askForAllKeys(key?.stringValue)
        return key.map { [$0] } ?? []
    }

    func contains(_ key: Key) -> Bool {
        decoder.shape.checkForValue(key.stringValue)
        return decoder.profile.caseName.map { $0 == key.stringValue } ?? decoder.profile.isFull
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        decoder.shape.checkForValue(key.stringValue)
        return false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        decoder.shape.addMember(key.stringValue, .schema(decoder.session.schema(of: type)))
        return try decoder.session.value(of: type, decoder.profile)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { optional(type, key) }

    /// A member that can be missing, and is in attempts with as little as possible.
    func optional<T: Decodable>(_ type: T.Type, _ key: Key) -> T? {
        decoder.shape.addMember(key.stringValue, .schema(decoder.session.schema(of: type)), isOptional: true)
        // A type that is in the middle of being defined has no values yet, and no value is right here.
        return decoder.profile.isFull ? try? decoder.session.value(of: type, decoder.profile) : nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder.nested(decoder.shape.nestedShape("super"), at: nil)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder.nested(decoder.shape.nestedShape(key.stringValue), at: key)
    }
}
