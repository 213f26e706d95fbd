/// A single made-up value.
struct ProbingSingleValue: SingleValueDecodingContainer {
    let decoder: ProbingDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        decoder.shape.checkForNull()
        return false
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        decoder.shape.addForm(decoder.session.schema(of: type))
        if decoder.shape.remainingRefusals > 0 {
            decoder.shape.remainingRefusals -= 1
            throw DecodingError.typeMismatch(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: ProbeError.refused.description))
        }
        return try decoder.session.value(of: type, decoder.profile)
    }
}
