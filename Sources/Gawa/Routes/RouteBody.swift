public import Foundation

/// What an answer carries.
public struct RouteBody: Sendable {
    /// A producer of pieces; nil is the end.
    public typealias NextPiece = @Sendable () async throws -> Data?

    enum Content: Sendable {
        case none
        case data(Data)
        /// Pieces as they come, and how many bytes in all when that is known. Each call of the closure starts anew.
        case pieces(byteCount: Int?, @Sendable () -> NextPiece)
    }

    let content: Content

    /// No bytes.
    public static let none = Self(content: .none)

    /// Bytes that are there.
    public static func data(_ data: Data) -> Self { Self(content: .data(data)) }

    /// Bytes that are made as they are sent, piece by piece.
    ///
    /// - Parameters:
    ///   - byteCount: How many in all; nil when that is not known.
    ///   - start: Begins to make them. The producer is asked for the next piece when the one before has been taken; its task
    ///     is cancelled when the page goes or aborts.
    public static func pieces(byteCount: Int? = nil, _ start: @escaping @Sendable () -> NextPiece) -> Self {
        Self(content: .pieces(byteCount: byteCount, start))
    }

    /// How many bytes; nil when that is not known.
    var byteCount: Int? {
        switch content {
        case .none: 0
        case .data(let data): data.count
        case .pieces(let byteCount, _): byteCount
        }
    }
}
