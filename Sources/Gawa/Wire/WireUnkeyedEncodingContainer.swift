/// The elements of an array that is being written.
struct WireUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let sink: WireEncodingSink
    let level: WireEncodingSink.LevelID

    var codingPath: [any CodingKey] { sink.codingPath }
    var count: Int { sink.count(of: level) }

    func encodeNil() throws {
        _ = try sink.beginElement(in: level)
        sink.writer.append(raw: "null")
    }

    // Serves the requirements for each scalar type too, and is compiled for each.
    func encode<Value: Encodable>(_ value: Value) throws {
        let index = count
        let mark = try sink.beginElement(in: level)
        do {
            try sink.write(value, at: .index(index))
        } catch {
            throw sink.undo(error, at: .index(index), to: mark, in: level)
        }
    }

    // MARK: In any order

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        let child = sink.childElement(in: level)
        return WireValueEncoder(sink: child, level: child.rootLevel)
    }
}
