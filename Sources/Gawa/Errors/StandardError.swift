import Foundation

/// Where the library tells the developer what nobody else takes.
enum StandardError {
    /// Writes a line, on any thread.
    static func write(_ line: String) {
        // Nobody can be told that standard error is closed.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
