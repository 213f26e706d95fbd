import Foundation

/// A file as it was found: a regular file that is open, or one in the executable.
struct AssetFile: Sendable {
    let content: AssetContent
    let byteCount: Int
    /// Names the bytes: any change of the file makes another.
    let tag: EntityTag
    /// The time of the last change; nil for what is in the executable.
    let modified: HTTPDate?

    init(_ bytes: EmbeddedBytes, tag: EntityTag) {
        content = .embedded(bytes)
        byteCount = bytes.count
        self.tag = tag
        modified = nil
    }

    init(_ descriptor: OpenDescriptor) throws(AssetFailure) {
        let status = try descriptor.status()
        // It may have been replaced since it was looked at.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notFound }
        content = .open(descriptor)
        byteCount = Int(status.st_size)
        let time = status.lastModification
        modified = HTTPDate(seconds: Int(time.tv_sec))
        let parts = [
            UInt64(status.st_ino), UInt64(byteCount),
            UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(time.tv_nsec),
        ]
        tag = EntityTag(text: parts.map { String($0, radix: 16) }.joined(separator: "-"))
    }

    /// All bytes.
    func contents() throws(AssetFailure) -> Data {
        let data = try content.read(0..<byteCount)
        guard data.count == byteCount else { throw .shrank(to: data.count) }
        return data
    }
}
