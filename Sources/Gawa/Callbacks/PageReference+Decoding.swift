extension PageReference {
    /// What the page passed where a type is decoded.
    ///
    /// - Throws: `DecodingError`: it is something else, or a part of an argument.
    static func decode(_ kind: Kind, as type: Any.Type, from decoder: any Decoder) throws -> PageReference {
        guard let decoder = decoder as? WireValueDecoder else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "\(type) comes from a page that calls only"))
        }
        let decoding = decoder.decoding
        let expected = kind == .function ? "a function" : "a stream"
        guard let (index, reference) = decoding.reference, index == decoder.index, decoding.base.isEmpty else {
            let isPart = !decoding.base.isEmpty || !decoding.steps.isEmpty
            throw decoding.mismatch(
                type, isPart ? "\(expected), which can only be a whole argument" : expected, at: decoder.index,
                step: nil)
        }
        guard reference.kind == kind else { throw decoding.mismatch(type, expected, at: index, step: nil) }
        return reference
    }
}
