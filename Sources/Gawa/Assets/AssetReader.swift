internal import Foundation

/// Gives the bytes of an answer piece by piece, so that one piece at a time is in memory.
actor AssetReader {
    /// What an answer is made of.
    enum Segment: Sendable {
        /// The head of a part, or what stands between parts.
        case text(String)
        /// Bytes of the file.
        case file(Range<Int>)

        var byteCount: Int {
            switch self {
            case .text(let text): text.utf8.count
            case .file(let range): range.count
            }
        }
    }

    /// The size of a piece, in bytes.
    static let pieceSize = 256 * 1024

    private let content: AssetContent
    private let segments: [Segment]
    private var index = 0
    private var offset = 0

    init(_ content: AssetContent, _ segments: [Segment]) {
        self.content = content
        self.segments = segments
    }

    /// A body of these segments.
    static func body(of content: AssetContent, _ segments: [Segment]) -> RouteBody {
        .pieces(byteCount: segments.reduce(0) { $0 + $1.byteCount }) {
            let reader = AssetReader(content, segments)
            return { try await reader.next() }
        }
    }

    /// Reads the next piece; nil at the end.
    ///
    /// - Throws: ``AssetFailure/shrank(to:)`` when the file ends before its time: an answer that is cut off is not whole.
    func next() throws -> Data? {
        try Task.checkCancellation()
        while index < segments.count {
            switch segments[index] {
            case .text(let text):
                index += 1
                return Data(text.utf8)
            case .file(let range):
                let start = range.lowerBound + offset
                guard start < range.upperBound else {
                    index += 1
                    offset = 0
                    continue
                }
                let wanted = start..<min(start + Self.pieceSize, range.upperBound)
                let piece = try content.read(wanted)
                guard piece.count == wanted.count else { throw AssetFailure.shrank(to: start + piece.count) }
                offset += piece.count
                return piece
            }
        }
        return nil
    }
}
