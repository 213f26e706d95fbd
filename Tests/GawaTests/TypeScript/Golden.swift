import Foundation
import Testing

/// Texts that are kept as files and compared exactly.
///
/// `GAWA_RENEW_GOLDEN=1` in the environment of a test run writes them anew; look at the difference before it is committed.
enum Golden {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    static func expect(
        _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["GAWA_RENEW_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        }
        let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(kept == text, "\(name) is not what is made now", sourceLocation: sourceLocation)
    }
}
