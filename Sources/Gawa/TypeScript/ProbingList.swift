/// An unkeyed container of made-up values: one element for a type that reads to the end, else as many as are read.
struct ProbingList: UnkeyedDecodingContainer {
    /// A type that neither stops nor asks for the end is stopped here.
    private static let maximumCount = 1_000

    let decoder: ProbingDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    private(set) var currentIndex = 0

    init(decoder: ProbingDecoder) { self.decoder = decoder }

    var count: Int? {
        decoder.shape.asksForEnd = true
        return 1
    }

    var isAtEnd: Bool {
        decoder.shape.asksForEnd = true
        return currentIndex > 0
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try add(.schema(decoder.session.schema(of: type)))
        return try decoder.session.value(of: type, decoder.profile)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let shape = ProbeShape()
        try add(.shape(shape))
        return decoder.nested(shape, at: nil)
    }

    private mutating func add(_ part: ProbeShape.Part) throws {
        guard decoder.shape.elementCount < Self.maximumCount else { throw ProbeError.noValue(of: "an endless list") }
        decoder.shape.addElement(part)
        currentIndex += 1
    }
}
