/// Reads Swift values from the values of a page.
enum WireDecoder {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - node: The value in a text; nil for one that is absent.
    ///   - path: Where it is, for errors, a literal or `.argument(1)`.
    ///   - reference: What of the page the value stands for, if it is an argument that does.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from node: WireNode?, path: WireRoot, reference: PageReference? = nil
    ) throws(WireDecodingError) -> Value {
        let index = node?.index ?? WireTape.absentIndex
        let decoding = WireDecoding(tape: node?.tape ?? .empty, root: path)
        if let reference { decoding.reference = (index, reference) }
        do {
            return try decoding.decode(type, at: index, step: nil)
        } catch {
            throw decoding.error(of: error, rootIndex: index)
        }
    }
}

extension WireTape {
    /// The tape of no text, in which all is absent.
    fileprivate static let empty = WireTape(bytes: [0], entries: [WireTapeEntry(.absent, start: 0)])
}
