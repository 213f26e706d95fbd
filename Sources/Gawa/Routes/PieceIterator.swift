internal import Foundation

/// Holds the iterator of a sequence that one task after another asks, never two at once.
actor PieceIterator<Pieces: AsyncSequence & Sendable> where Pieces.Element == Data {
    private var first: Data?
    private var iterator: Pieces.AsyncIterator?
    private var pieces: Pieces?

    /// Makes an iterator.
    ///
    /// - Parameter first: What comes before the sequence's own pieces.
    init(_ pieces: Pieces, first: Data? = nil) {
        self.pieces = pieces
        self.first = first
    }

    func next() async throws -> Data? {
        if let first {
            self.first = nil
            return first
        }
        if let pieces {
            self.pieces = nil
            iterator = pieces.makeAsyncIterator()
        }
        // A mutating call cannot be made on an actor's property across a suspension. Sound: nobody else has it meanwhile, as it
        // is taken out, and a second call finds nothing.
        guard let taken = iterator else { return nil }
        nonisolated(unsafe) var current = taken
        iterator = nil
        guard let piece = try await current.next() else { return nil }
        iterator = current
        return piece
    }
}
