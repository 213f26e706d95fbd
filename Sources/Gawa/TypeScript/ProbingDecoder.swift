/// A decoder that answers with made-up values and notes what it is asked for.
struct ProbingDecoder: Decoder {
    let session: ProbeSession
    let profile: ProbeProfile
    let shape: ProbeShape
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        shape.beginObject()
        return KeyedDecodingContainer(ProbingObject<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        shape.beginList()
        return ProbingList(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        shape.beginSingleValue()
        return ProbingSingleValue(decoder: self)
    }

    func nested(_ shape: ProbeShape, at key: (any CodingKey)?) -> ProbingDecoder {
        ProbingDecoder(
            session: session, profile: profile, shape: shape, codingPath: codingPath + (key.map { [$0] } ?? []))
    }
}
