/// The members of an object that is being written.
struct WireKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sink: WireEncodingSink
    let level: WireEncodingSink.LevelID

    var codingPath: [any CodingKey] { sink.codingPath }

    func encodeNil(forKey key: Key) throws {
        _ = try sink.beginMember(key.stringValue, in: level)
        sink.writer.append(raw: "null")
    }

    // Serves the requirements for each scalar type too, and is compiled for each.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let name = key.stringValue
        let mark = try sink.beginMember(name, in: level)
        do {
            try sink.write(value, at: .key(name))
        } catch {
            throw sink.undo(error, at: .key(name), to: mark, in: level)
        }
    }

    // MARK: In any order

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder(forKey: key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(for: "super") }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key.stringValue) }

    private func encoder(for key: String) -> WireValueEncoder {
        let child = sink.child(key, in: level)
        return WireValueEncoder(sink: child, level: child.rootLevel)
    }
}
