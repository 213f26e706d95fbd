internal import CGLib

/// The folders of one persistent store.
@MainActor
struct StorageFolders: Hashable {
    let data: URL
    let caches: URL

    var cookies: URL { data.appending(component: "Cookies.sqlite", directoryHint: .notDirectory) }

    /// The folders of the store with an identifier; nil is the default store.
    init(_ identifier: UUID?) {
        let root = Self.root
        let name = identifier.map { "Stores/\($0.uuidString)" } ?? "Default"
        data = root.data.appending(path: name, directoryHint: .isDirectory)
        caches = root.caches.appending(path: name, directoryHint: .isDirectory)
    }

    /// Makes the folders for this user alone.
    func make() throws {
        for (folder, root) in [(data, Self.root.data), (caches, Self.root.caches)] {
            try Self.makeFolder(folder)
            try Self.protect(root)
        }
    }

    /// Removes the folders with all that is in them.
    func remove() throws {
        for folder in [data, caches] where FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
        }
    }

    /// The identifiers of the stores that have folders, in no order.
    static func identifiers() -> [UUID] {
        let folder = root.data.appending(path: "Stores", directoryHint: .isDirectory)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.compactMap { UUID(uuidString: $0) }
    }

    // MARK: The place

    /// The folder that the app chose, or nil for the standard place.
    static var directory: URL?

    /// Somebody has asked for the place, so it stays.
    private(set) static var isPlaceFixed = false

    private static var root: (data: URL, caches: URL) {
        isPlaceFixed = true
        if let directory {
            return (
                directory.appending(component: "Data", directoryHint: .isDirectory),
                directory.appending(component: "Caches", directoryHint: .isDirectory)
            )
        }
        // GLib reads the XDG variables and leaves out paths that are relative, as their specification wants.
        func folder(_ base: UnsafePointer<CChar>?) -> URL {
            URL(fileURLWithPath: base.map { String(cString: $0) } ?? NSHomeDirectory(), isDirectory: true)
                .appending(path: "\(appIdentifier)/WebKit", directoryHint: .isDirectory)
        }
        return (folder(g_get_user_data_dir()), folder(g_get_user_cache_dir()))
    }

    /// The bundle identifier, or else the name of the executable.
    private static let appIdentifier: String = {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // The kernel marks one that was replaced while it runs.
        let name = executable.map { $0.hasSuffix(" (deleted)") ? String($0.dropLast(10)) : $0 }
        let identifier = Bundle.main.bundleIdentifier ?? name.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
        let isName = !identifier.isEmpty && identifier != "." && identifier != ".." && !identifier.contains("/")
        return isName ? identifier : ProcessInfo.processInfo.processName.replacing("/", with: "-")
    }()

    // MARK: Making

    private static func makeFolder(_ folder: URL) throws {
        if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, folder.path != "/" else { throw StorageError(folder: folder, number: errno) }
        try makeFolder(folder.deletingLastPathComponent())
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
            throw StorageError(folder: folder, number: errno)
        }
    }

    /// Lets nobody else into a folder that may have been there before.
    private static func protect(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(folder: folder, number: errno) }
        defer { close(descriptor) }
        // Fails when the folder is another user's, who could read and write all in it.
        guard fchmod(descriptor, 0o700) == 0 else { throw StorageError(folder: folder, number: errno) }
    }
}
