import Foundation
import Testing

@testable import Gawa

/// Bytes that travel beside a text.
struct WireAttachmentTests {
    private func detached<Value: Encodable>(
        _ value: Value, limit: Int = 100
    ) throws -> (text: String, attachments: [Data], whole: String) {
        var writer = WireWriter()
        try WireEncoder.encode(value, into: &writer, maximumDepth: 100)
        #expect(writer.hasTags)
        let parts = writer.detached(limit: limit)
        return (String(decoding: parts.text, as: UTF8.self), parts.attachments, writer.text())
    }

    private func read<Value: Decodable>(
        _ text: String, _ attachments: [Data], as type: Value.Type = Value.self
    ) throws -> Value {
        let text = try WireText(terminated: Array(text.utf8) + [0], attachments: attachments, maximumDepth: 100)
        return try WireDecoder.decode(type, from: text.root, path: "value")
    }

    /// Bytes that are unlike all others of another length.
    private func bytes(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }) }

    @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
    func `bytes are beside the text from 4,096 on, and come back either way`(count: Int) throws {
        let value = ["first": [bytes(count)], "second": []]
        let written = try detached(value)
        #expect(written.attachments == (count < 4096 ? [] : [bytes(count)]))
        #expect(written.text.contains(#"{"$":"b","v":0}"#) == (count >= 4096))
        #expect(try read(written.text, written.attachments) == value)
        #expect(try read(written.whole, []) == value)
    }

    @Test func `bytes more than may be beside a text are in it`() throws {
        let value = (0..<5).map { bytes(4096 + $0) }
        for limit in 0...6 {
            let written = try detached(value, limit: limit)
            #expect(written.attachments == Array(value.prefix(limit)))
            #expect(try read(written.text, written.attachments) == value)
        }
    }

    private struct InAnyOrder: Codable, Equatable {
        enum Key: String, CodingKey { case first, inner, last }

        var first: Data
        var inner: [Data]
        var last: Data

        init(_ first: Data, _ inner: [Data], _ last: Data) {
            (self.first, self.inner, self.last) = (first, inner, last)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            first = try container.decode(Data.self, forKey: .first)
            last = try container.decode(Data.self, forKey: .last)
            var list = try container.nestedUnkeyedContainer(forKey: .inner)
            inner = []
            while !list.isAtEnd { inner.append(try list.decode(Data.self)) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(first, forKey: .first)
            var list = container.nestedUnkeyedContainer(forKey: .inner)
            try container.encode(last, forKey: .last)
            for data in inner { try list.encode(data) }
        }
    }

    @Test func `bytes keep their places in containers that are written in any order and in wrapped objects`() throws {
        let value = [
            "$": InAnyOrder(bytes(5000), [bytes(5001), bytes(3), bytes(5002)], bytes(5003)),
            "a": InAnyOrder(bytes(1), [], bytes(6000)),
        ]
        let written = try detached(value)
        #expect(written.attachments.count == 5)
        #expect(try read(written.text, written.attachments) == value)
        #expect(try read(written.whole, []) == value)
    }

    /// Writes its `$` last, so that what is before it moves.
    private struct LateDollar: Encodable {
        enum Key: String, CodingKey { case before, dollar = "$" }

        let before: Data
        let dollar: Data

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(before, forKey: .before)
            try container.encode(dollar, forKey: .dollar)
        }
    }

    @Test func `bytes move with an object that turns out to need a tag`() throws {
        let written = try detached([LateDollar(before: bytes(4100), dollar: bytes(4200))])
        let read: [[String: Data]] = try read(written.text, written.attachments)
        #expect(read == [["before": bytes(4100), "$": bytes(4200)]])
    }

    /// Goes on after a member that fails.
    private struct Forgiving: Encodable {
        enum Key: String, CodingKey { case kept, failed, last }

        struct Failing: Encodable {
            let data: Data

            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(data)
                throw CancellationError()
            }
        }

        let kept: Data
        let failed: Data
        let last: Data

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(kept, forKey: .kept)
            try? container.encode(Failing(data: failed), forKey: .failed)
            try container.encode(last, forKey: .last)
        }
    }

    @Test func `bytes of a value that is taken back are taken back`() throws {
        let written = try detached(Forgiving(kept: bytes(4100), failed: bytes(4200), last: bytes(4300)))
        #expect(written.attachments == [bytes(4100), bytes(4300)])
        let read: [String: Data] = try read(written.text, written.attachments)
        #expect(read == ["kept": bytes(4100), "last": bytes(4300)])

        var writer = WireWriter()
        writer.append(raw: "[")
        #expect(throws: WireEncodingError.self) {
            try WireEncoder.encode(Forgiving.Failing(data: bytes(4200)), into: &writer, maximumDepth: 100)
        }
        #expect(writer.attachments.isEmpty && writer.text() == "[")
    }

    @Test func `bytes beside a text count towards its length`() throws {
        var writer = WireWriter()
        try WireEncoder.encode([bytes(5000), bytes(6000)], into: &writer, maximumDepth: 100)
        #expect(writer.byteCount == writer.utf8Count + 11_000)
        let written = writer.detached(limit: 10)
        let text = try WireText(terminated: written.text + [0], attachments: written.attachments, maximumDepth: 100)
        #expect((11_000...11_100).contains(text.root.leastByteCount))
    }

    @Test func `one of the bytes may be named twice`() throws {
        let read: [Data] = try read(#"[{"$":"b","v":1},{"$":"b","v":1},{"$":"b","v":0}]"#, [bytes(1), bytes(2)])
        #expect(read == [bytes(2), bytes(2), bytes(1)])
    }

    @Test(arguments: ["2", "-1", "-0", "0.0", "0e0", "9007199254740991", "1e300", "null", "[0]", "true", "0,\"w\":1"])
    func `a number of bytes that are not there makes a text unreadable`(number: String) {
        let text = Array("[{\"$\":\"b\",\"v\":\(number)}]".utf8) + [0]
        #expect(throws: WireTextError.malformedTag(path: "[0]")) {
            try WireText(terminated: text, attachments: [bytes(1), bytes(2)], maximumDepth: 100)
        }
        #expect(throws: WireTextError.malformedTag(path: "[0]")) {
            try WireText("[{\"$\":\"b\",\"v\":0}]", maximumDepth: 100)
        }
    }

    @Test func `what a process sends for text is read or refused, byte by byte`() throws {
        let text = Array(#"["é\ud83d\u0000",{"$":"b","v":0},1e5,{"$":"i","v":"12"}]"#.utf8)
        var generator = SeededGenerator(seed: 7)
        for round in 0..<20_000 {
            var altered = text
            for _ in 0...round % 3 {
                altered[Int(generator.next() % UInt64(altered.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            if round.isMultiple(of: 5) { altered.removeLast(Int(generator.next() % UInt64(altered.count))) }
            guard let read = try? WireText(terminated: altered + [0], attachments: [bytes(2)], maximumDepth: 9) else {
                continue
            }
            for node in read.root.elements {
                _ = node.string
                _ = try? WireDecoder.decode(Data.self, from: node, path: "value")
                _ = try? WireDecoder.decode([String: Int].self, from: node, path: "value")
            }
        }
        #expect(throws: WireTextError.malformed(offset: 1)) {
            try WireText(terminated: [0x31, 0, 0x31, 0], attachments: [], maximumDepth: 9)
        }
        #expect(throws: WireTextError.malformed(offset: 0)) {
            try WireText(terminated: [0], attachments: [], maximumDepth: 9)
        }
    }
}
