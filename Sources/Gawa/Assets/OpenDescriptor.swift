internal import Foundation

/// An open file or folder, closed when nobody holds it.
final class OpenDescriptor: Sendable {
    let number: Int32

    init(taking number: Int32) {
        self.number = number
    }

    deinit {
        // Nothing was written, so that nothing can fail that matters.
        _ = close(number)
    }

    /// Opens a name in a folder, never through a symbolic link, and never waiting for a pipe's other end.
    static func entry(_ name: String, in folder: OpenDescriptor, isFolder: Bool) throws(AssetFailure) -> OpenDescriptor
    {
        let kind = isFolder ? O_DIRECTORY : O_NONBLOCK
        let number = try uninterrupted { openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind) }
        return OpenDescriptor(taking: number)
    }

    /// Opens a folder, through any links.
    static func folder(_ path: String) throws(AssetFailure) -> OpenDescriptor {
        OpenDescriptor(
            taking: try uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    }

    /// What is open.
    func status() throws(AssetFailure) -> stat {
        var status = stat()
        _ = try Self.uninterrupted { fstat(number, &status) }
        return status
    }

    /// What a name in this folder is, a link itself among them.
    func status(of name: String) throws(AssetFailure) -> stat {
        var status = stat()
        _ = try Self.uninterrupted { fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
        return status
    }

    /// The target of a link in this folder.
    func target(of name: String) throws(AssetFailure) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(number, name, &bytes, bytes.count)
        guard count >= 0 else { throw .system(errno) }
        // One that fills the memory may have been cut.
        guard count < bytes.count, let target = String(wellFormed: bytes[..<count].map { UInt8(bitPattern: $0) }) else {
            throw .notFound
        }
        return target
    }

    /// Reads bytes at a place, fewer only where the file ends.
    func read(_ range: Range<Int>) throws(AssetFailure) -> Data {
        var data = Data(count: range.count)
        var filled = 0
        while filled < range.count {
            let count = data.withUnsafeMutableBytes { buffer in
                pread(
                    number, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
                    off_t(range.lowerBound + filled))
            }
            if count == 0 { break }
            guard count > 0 || errno == EINTR else { throw .system(errno) }
            filled += max(count, 0)
        }
        return filled == range.count ? data : data.prefix(filled)
    }

    private static func uninterrupted(_ call: () -> Int32) throws(AssetFailure) -> Int32 {
        while true {
            let result = call()
            guard result < 0 else { return result }
            guard errno == EINTR else { throw .system(errno) }
        }
    }
}
