/// The bytes of an answer that the engine has not taken yet, and how they end.
struct SchemeBody {
    /// What a read gives.
    enum Piece {
        case bytes(Int)
        case pending
        case end
        case failure(any Error)
    }

    private enum End {
        case finished
        case failed(any Error)
    }

    private var pieces: [Data] = []
    /// The first piece that is not taken whole, and how much of it is.
    private var first = 0
    private var taken = 0
    private var end: End?
    /// How many bytes the engine has not taken.
    private(set) var byteCount = 0

    mutating func append(_ data: Data) {
        guard !data.isEmpty else { return }
        pieces.append(data)
        byteCount += data.count
    }

    mutating func finish() {
        end = .finished
    }

    /// Fails the body once the bytes before are read.
    mutating func fail(_ error: any Error) {
        end = .failed(error)
    }

    /// Fails the body now.
    mutating func abandon(_ error: any Error) {
        pieces = []
        first = 0
        byteCount = 0
        end = .failed(error)
    }

    /// Copies the next bytes, as many as there are room and data for.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Piece {
        guard first < pieces.count else {
            switch end {
            case .none: return .pending
            case .finished: return .end
            case .failed(let error): return .failure(error)
            }
        }
        var count = 0
        while count < buffer.count, first < pieces.count {
            let piece = pieces[first]
            let length = min(buffer.count - count, piece.count - taken)
            let start = piece.startIndex + taken
            piece.copyBytes(
                to: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + length]),
                from: start..<start + length)
            count += length
            taken += length
            if taken == piece.count { dropFirst() }
        }
        byteCount -= count
        return .bytes(count)
    }

    private mutating func dropFirst() {
        // The bytes go at once, the place in the array with many others.
        pieces[first] = Data()
        first += 1
        taken = 0
        if first == pieces.count || first > 1024 {
            pieces.removeFirst(first)
            first = 0
        }
    }
}
