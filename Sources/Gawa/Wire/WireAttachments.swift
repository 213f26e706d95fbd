internal import Foundation

/// Bytes that belong at places of a text, and are too many to stand there.
///
/// They are kept as they are. What sends the text decides how they travel: in it as base64, or beside it.
struct WireAttachments: Sendable {
    /// From this length on bytes are attached.
    static let leastByteCount = 4096

    struct Part: Sendable {
        /// The byte of the text before which the part belongs.
        var position: Int
        let data: Data
    }

    /// In the order of the text.
    private(set) var parts: [Part] = []

    @inline(__always)
    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ data: Data, at position: Int) {
        parts.append(Part(position: position, data: data))
    }

    /// Adds those of a part of another text.
    ///
    /// - Parameter start: Where that part of the other begins in this text.
    mutating func append(_ other: WireAttachments, in range: Range<Int>, at start: Int) {
        for part in other.parts where range.contains(part.position) {
            append(part.data, at: part.position - range.lowerBound + start)
        }
    }

    /// Forgets those after a position; a tag is open where one belongs, so that none is at it.
    mutating func truncate(to position: Int) {
        while let last = parts.last, last.position > position { parts.removeLast() }
    }
}
