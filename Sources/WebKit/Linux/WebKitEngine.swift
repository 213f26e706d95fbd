/// The engine as a whole, for what Apple has no name for.
@MainActor
public enum WebKitEngine {
    /// Starts GTK and the engine; the first view does it too. Doing it again does nothing.
    ///
    /// - Throws: ``EngineStartError/noDisplay(display:)`` when no display server can be reached.
    public static func start() throws(EngineStartError) {
        try Engine.start()
    }

    /// The folder in which persistent data stores keep their data (`Data`) and caches (`Caches`).
    ///
    /// The default, nil, is the user's own place for this app: `$XDG_DATA_HOME/<app>/WebKit` (or
    /// `~/.local/share/<app>/WebKit`) and `$XDG_CACHE_HOME/<app>/WebKit` (or `~/.cache/<app>/WebKit`), where `<app>` is the
    /// bundle identifier, or else the name of the executable. Folders are made for the user alone. When they cannot be
    /// made, a line on standard error says so, and data is kept in memory.
    ///
    /// Set it before the first view or use of a persistent store; later is a programmer error.
    public static var storageDirectory: URL? {
        get { StorageFolders.directory }
        set {
            precondition(
                !StorageFolders.isPlaceFixed,
                "Set WebKitEngine.storageDirectory before the first view, or use of a persistent data store")
            precondition(
                newValue?.isFileURL ?? true, "WebKitEngine.storageDirectory is a folder: make the URL from a path")
            StorageFolders.directory = newValue?.absoluteURL
        }
    }
}
