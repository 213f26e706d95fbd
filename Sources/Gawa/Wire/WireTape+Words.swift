extension WireTape {
    /// A value in words for people, such as `a string ("42")`, at most some 220 bytes long.
    func words(at index: Int) -> String {
        let entry = entries[index]
        return switch entry.kind {
        case .absent: "nothing"
        case .null: "null"
        case .undefined: "undefined"
        case .boolean: "a boolean (\(entry.payload != 0))"
        case .integer: "a number (\(entry.integer))"
        case .double: "a number (\(Self.words(entry.double)))"
        case .string: "a string (\(quotedBeginning(of: entry)))"
        case .array: "an array"
        case .object: "an object"
        case .bigInt: "a BigInt (\(beginning(of: entry)))"
        case .date: entry.double.isFinite ? "a Date" : "an invalid Date"
        case .bytes, .attachment: "bytes"
        case .function: "a function"
        case .stream: "a stream"
        }
    }

    /// A number as JavaScript would write it, in most cases.
    private static func words(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "Infinity" : "-Infinity" }
        return "\(number)"
    }

    private func quotedBeginning(of entry: WireTapeEntry) -> String {
        var writer = WireWriter()
        writer.append(string: beginning(of: entry))
        return writer.text()
    }

    private func beginning(of entry: WireTapeEntry) -> String {
        let start = Int(entry.start)
        let end = start + entry.integer
        // More than is shown, so that the cut is not seen.
        let beginning =
            entry.isEscaped
            ? WireUnescaping.bytes(of: bytes, in: start..<end, limit: 300)
            : Array(bytes[start..<min(end, start + 300)])
        return WireWords.cut(String(decoding: beginning, as: UTF8.self))
    }
}
