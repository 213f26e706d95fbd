/// A result that cannot be written as the protocol's text.
struct UnreadableResult: Error {
    let sentence: String
}

extension EncodedResult {
    init<Value: Encodable>(encoding value: Value) throws {
        // Small results fit, so that they grow no array.
        var writer = WireWriter(reserving: 192)
        do {
            // The depth is that of the page's own limit too; a deeper result would not be read there.
            let isThere = try WireEncoder.encode(value, into: &writer, maximumDepth: BridgeLimits.greatestDepth)
            self.value = isThere ? writer : nil
        } catch {
            throw UnreadableResult(sentence: "The result cannot be sent: \(error)")
        }
    }
}
