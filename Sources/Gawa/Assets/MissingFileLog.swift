internal import Foundation

/// Names the files that are missing on standard error, each once: a page may ask as often as it likes.
final class MissingFileLog: @unchecked Sendable {
    /// How many are named at most.
    static let maximumCount = 1000

    private let lock = NSLock()
    // Sound: read and written under the lock only.
    private var named: Set<String> = []
    private let writeLine: @Sendable (String) -> Void

    init(_ writeLine: @escaping @Sendable (String) -> Void = StandardError.write) {
        self.writeLine = writeLine
    }

    /// Names a path, with its escapes, so that it cannot break the line.
    func write(_ path: String) {
        let path = String(path.prefix(1000))
        let isNew = lock.withLock { named.count < Self.maximumCount && named.insert(path).inserted }
        if isNew { writeLine("Gawa: there is no file for \(path)") }
    }
}
