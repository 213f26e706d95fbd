/// The encoder of a value in one place of a sink.
struct WireValueEncoder: Encoder {
    let sink: WireEncodingSink
    let level: WireEncodingSink.LevelID

    var codingPath: [any CodingKey] { sink.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        sink.open(.object, in: level)
        return KeyedEncodingContainer(WireKeyedEncodingContainer<Key>(sink: sink, level: level))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        sink.open(.array, in: level)
        return WireUnkeyedEncodingContainer(sink: sink, level: level)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

// The generic method serves the requirements for each scalar type too, and is compiled for each.
extension WireValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        try sink.writeNull(inPlace: level)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try sink.write(value, inPlace: level)
    }
}
