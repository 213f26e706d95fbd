internal import Foundation

/// The tags of embedded files, made at first use: to read all bytes at the program's start would take too long.
final class EmbeddedTags: @unchecked Sendable {
    private let lock = NSLock()
    // Sound: read and written under the lock only.
    private var tags: [Int: EntityTag] = [:]

    /// The tag of the file with a number.
    func tag(of number: Int, _ bytes: EmbeddedBytes) -> EntityTag {
        if let tag = lock.withLock({ tags[number] }) { return tag }
        // Outside the lock: a large file must not keep others waiting. Two that make it make the same.
        let tag = bytes.tag
        lock.withLock { tags[number] = tag }
        return tag
    }
}
