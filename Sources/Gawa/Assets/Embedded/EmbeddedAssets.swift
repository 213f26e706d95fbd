/// An app's files in its executable, so that nothing is read from a disk at run time.
///
/// A C target holds them; `swift package embed-assets` writes its source, which the compiler fills with `#embed`, so that tens
/// of megabytes cost a build less than a second:
///
/// ```swift
/// import PageFiles
///
/// let assets = AssetFolder(embedded: EmbeddedAssets(PageFiles_assets()))
/// ```
///
/// See `Documentation/Design/assets.md` for the target.
public struct EmbeddedAssets: Sendable {
    private let files: [(name: String, bytes: EmbeddedBytes)]
    /// Names by what they come to in Unicode: those that are written differently are one key.
    private let numbers: [String: [Int]]
    private let folders: Set<String>
    private let tags = EmbeddedTags()

    /// Reads the table that a C target's function returns; any other pointer is a programmer error.
    ///
    /// - Parameter table: What `PageFiles_assets()` of the target `PageFiles` returns.
    public init(_ table: UnsafeRawPointer) {
        // The layout is that of `gawa_table` in the source that the plug-in writes.
        precondition(
            table.load(as: UInt64.self) == Self.mark,
            "This is no table of embedded files: pass what the C target's function returns, made by the same Gawa")
        let count = Int(table.load(fromByteOffset: 8, as: UInt64.self))
        var files: [(name: String, bytes: EmbeddedBytes)] = []
        if count > 0 {
            let entries = table.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
            for entry in stride(from: 0, to: count * 24, by: 24).map({ entries + $0 }) {
                let name = String(cString: entry.load(as: UnsafePointer<CChar>.self))
                let start = entry.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
                let byteCount = Int(entry.load(fromByteOffset: 16, as: UInt64.self))
                files.append((name, EmbeddedBytes(start: start, count: byteCount)))
            }
        }
        var folders: Set<String> = [""]
        for file in files {
            var names = file.name.split(separator: "/").dropLast()
            while !names.isEmpty {
                folders.insert(names.joined(separator: "/"))
                names.removeLast()
            }
        }
        self.files = files
        self.folders = folders
        numbers = Dictionary(grouping: files.indices) { files[$0].name }
    }

    /// The paths of the files from their folder on, in the order of their bytes.
    public var paths: [String] { files.map(\.name) }

    /// `GAWAEMB1`, as the first of its bytes are the last.
    private static let mark: UInt64 = 0x4741_5741_454D_4231
}

extension EmbeddedAssets: AssetStore {
    func open(_ names: [String]) throws(AssetFailure) -> AssetEntry {
        let path = names.joined(separator: "/")
        // As it is written, else in another form of Unicode.
        guard let found = numbers[path], let first = found.first else {
            if folders.contains(path) { return .folder }
            throw .notFound
        }
        let number = found.first { files[$0].name.utf8.elementsEqual(path.utf8) } ?? first
        let bytes = files[number].bytes
        return .file(AssetFile(bytes, tag: tags.tag(of: number, bytes)))
    }
}
