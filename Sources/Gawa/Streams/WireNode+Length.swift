extension WireNode {
    /// A number of bytes that the value's text has at least, and that grows with the memory that it takes.
    var leastByteCount: Int {
        let end = tape.index(after: index)
        var count = 0
        for entry in tape.entries[index..<end] {
            switch entry.kind {
            case .string, .bytes, .bigInt: count += entry.integer + 2
            case .attachment: count += tape.attachments[entry.integer].count
            default: count += 1
            }
        }
        return count
    }
}
