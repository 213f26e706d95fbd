/// Writes Swift values as the values of a page.
enum WireEncoder {
    /// Whether a value is nil, and so is left out at the root; a nil inside another optional is not, but null.
    static func isAbsent<Value>(_ value: Value) -> Bool {
        (value as? any WireOptional)?.isNil ?? false
    }

    /// Writes a value at the end of a text.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: The text; on an error it is as it was.
    ///   - maximumDepth: How deep arrays and objects may nest, where 0 allows none.
    /// - Returns: False if the value is nil, for which nothing is written.
    @discardableResult
    static func encode<Value: Encodable>(
        _ value: Value, into writer: inout WireWriter, maximumDepth: Int
    ) throws(WireEncodingError) -> Bool {
        let start = writer.utf8Count
        let hasTags = writer.hasTags
        do {
            if try writer.append(scalar: value) { return true }
        } catch {
            writer.truncate(to: start)
            throw WireEncodingError(path: "", problem: error)
        }
        let kind = WireEncodingKind(Value.self)
        if case .optional = kind, isAbsent(value) { return false }
        let sink = WireEncodingSink(maximumDepth: maximumDepth)
        // The sink goes on with this text itself, without a copy.
        swap(&sink.writer, &writer)
        do {
            try sink.writeRoot(value, kind)
            writer = try sink.finish()
        } catch {
            swap(&sink.writer, &writer)
            writer.truncate(to: start)
            writer.hasTags = hasTags
            throw sink.locate(error, at: nil, stepCount: 0)
        }
        return true
    }
}
