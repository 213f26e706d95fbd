/// Files by their names, in a folder or in the executable.
protocol AssetStore: Sendable {
    /// Finds what the names lead to.
    ///
    /// - Throws: ``AssetFailure/notFound`` for what is no file or folder, hidden, or outside.
    func open(_ names: [String]) throws(AssetFailure) -> AssetEntry
}

/// What a path leads to.
enum AssetEntry {
    case file(AssetFile)
    case folder
}
