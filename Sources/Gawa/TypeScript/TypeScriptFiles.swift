import Foundation

/// The files that are made from a bridge's schema for its pages.
///
/// `native.js` and `native.d.ts` belong together and into version control, beside the page's sources; ``check(in:)`` in
/// the page's or the app's tests says when they no longer fit the app.
public struct TypeScriptFiles: Sendable {
    /// The name of each file and its text.
    public let texts: [(name: String, text: String)]

    /// Makes the files of a bridge in memory.
    ///
    /// - Parameters:
    ///   - schema: What the bridge offers.
    ///   - includesMock: Whether ``TypeScriptMock`` is among them. The default is that it is not.
    public init(_ schema: BridgeSchema, includesMock: Bool = false) {
        var texts = [
            (name: "native.d.ts", text: TypeScriptDeclarations(schema).text),
            (name: "native.js", text: TypeScriptModule(schema).text),
        ]
        if includesMock {
            let mock = TypeScriptMock(schema)
            texts += [("native.mock.d.ts", mock.declarations), ("native.mock.js", mock.text)]
        }
        self.texts = texts
    }

    /// Writes the files into a folder, which is made if it is missing.
    ///
    /// A file that is right already is not touched, and a reader never sees half a file.
    ///
    /// - Returns: The names of the files that were written.
    /// - Throws: What Foundation throws when a file cannot be written.
    @discardableResult
    public func write(to folder: URL) throws -> [String] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stale = try check(in: folder).map(\.name)
        for (name, text) in texts where stale.contains(name) {
            try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
        }
        return stale
    }

    /// Says which files of a folder are not what they should be.
    ///
    /// Line ends are not compared: a checkout on Windows changes them.
    ///
    /// - Returns: The stale files; none when all is right.
    /// - Throws: What Foundation throws when a file is there and cannot be read.
    public func check(in folder: URL) throws -> [StaleTypeScriptFile] {
        try texts.compactMap { name, text in
            let file = folder.appending(path: name)
            guard FileManager.default.fileExists(atPath: file.path) else {
                return StaleTypeScriptFile(name: name, reason: .missing)
            }
            let found = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            return Self.difference(text, found).map { StaleTypeScriptFile(name: name, reason: $0) }
        }
    }

    private static func difference(_ expected: String, _ found: String) -> StaleTypeScriptFile.Reason? {
        let expected = lines(expected)
        let found = lines(found)
        guard expected != found else { return nil }
        let number = zip(expected, found).prefix { $0 == $1 }.count
        return .differs(
            line: number + 1, expected: number < expected.count ? expected[number] : nil,
            found: number < found.count ? found[number] : nil)
    }

    private static func lines(_ text: String) -> [String] {
        // In Swift "\r\n" is one character, so it is replaced as scalars.
        text.replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }
}
