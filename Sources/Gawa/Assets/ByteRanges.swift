/// The parts of a file that a request asks for.
///
/// Source: RFC 9110, 14.1.2 and 14.2; where it leaves a choice, as nginx has it.
enum ByteRanges: Equatable {
    /// All of it: another unit, nothing named, or more than the whole asked for in parts.
    case whole
    /// In the order asked for, each within the file and not empty.
    case parts([Range<Int>])
    /// No such bytes, or no ranges at all.
    case unsatisfiable

    /// How many parts an answer has at most; a request for more gets the whole.
    static let maximumCount = 64

    /// Reads the value of a `Range` field.
    ///
    /// Parts that overlap are given as asked for while they are not longer in all than the file: then the whole is
    /// given, so that no request makes an answer much larger than the file.
    init(_ value: String, byteCount: Int) {
        let unit = value.prefix { $0 != "=" }
        let list = value.dropFirst(unit.count + 1)
        guard unit.lowercased() == "bytes", !list.isEmpty else {
            self = .whole
            return
        }
        var parts: [Range<Int>] = []
        var total = 0
        for text in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let part = Self.part(text, byteCount: byteCount) else {
                self = .unsatisfiable
                return
            }
            if part.isEmpty {
                // The first byte of an empty file: all that there is.
                guard part.lowerBound > 0 else {
                    self = .whole
                    return
                }
                continue
            }
            parts.append(part)
            // Cannot overflow: each of the few parts is within the file.
            total += part.count
            guard parts.count <= Self.maximumCount, total <= byteCount else {
                self = .whole
                return
            }
        }
        self = parts.isEmpty ? .unsatisfiable : .parts(parts)
    }

    /// Reads one part; nil when it is malformed, empty where the file has no such bytes.
    private static func part(_ text: Substring, byteCount: Int) -> Range<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { trimmed($0) }
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let length = number(ends[1]) else { return nil }
            return byteCount - min(length, byteCount)..<byteCount
        }
        guard let first = number(ends[0]) else { return nil }
        guard !ends[1].isEmpty else { return first..<max(first, byteCount) }
        guard let last = number(ends[1]) else { return nil }
        // A number that is too large to count stands for the end.
        let end = last >= byteCount ? byteCount : last + 1
        return first..<max(first, end)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let last = text.lastIndex(where: { !isBlank($0) }) else { return "" }
        return text[...last].drop(while: isBlank)
    }

    /// A number of any length; `Int.max` for one that is too large.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
