import Foundation

/// Where the bytes of a file are.
enum AssetContent: Sendable {
    case open(OpenDescriptor)
    case embedded(EmbeddedBytes)

    /// Reads bytes at a place, fewer only where the file ends.
    func read(_ range: Range<Int>) throws(AssetFailure) -> Data {
        switch self {
        case .open(let descriptor): try descriptor.read(range)
        case .embedded(let bytes): bytes.data(range)
        }
    }
}
