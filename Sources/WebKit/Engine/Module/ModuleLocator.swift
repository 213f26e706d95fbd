/// Finds the folder of the module that our web processes load, and sees that nobody else could have put it there.
///
/// `Bundle.module` is no help: it stops the program when the executable has moved, and falls back to a path baked in at
/// build time, where whoever can create it gets code loaded.
struct ModuleLocator {
    static let fileName = "GawaWebProcess.so"

    /// The folders to look in, in order.
    let candidates: [String]

    /// The folders beside this process's executable: the build's resource bundle, and `../lib/<executable>/`.
    static func besideExecutable() -> ModuleLocator {
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = executable.deletingLastPathComponent()
        return ModuleLocator(candidates: [
            folder.appendingPathComponent("Gawa_WebKit.resources").path,
            folder.deletingLastPathComponent().appendingPathComponent("lib")
                .appendingPathComponent(executable.lastPathComponent).path,
        ])
    }

    /// The folder, or the end of the program with a sentence that names the cure.
    ///
    /// For Apple's initialisers, which cannot throw.
    static func folderOrExit() -> String {
        do {
            return try besideExecutable().folder()
        } catch {
            Log.write("\(error)")
            exit(1)
        }
    }

    /// Returns the first candidate that has the module, without symbolic links in its path.
    func folder() throws(ModuleLocatorError) -> String {
        for candidate in candidates {
            let path = URL(fileURLWithPath: candidate).resolvingSymlinksInPath().path
            guard FileManager.default.fileExists(atPath: path + "/" + Self.fileName) else { continue }
            try check(path)
            return path
        }
        throw .missing(lookedIn: candidates)
    }

    // MARK: Trust

    private func check(_ folder: String) throws(ModuleLocatorError) {
        // The engine loads each module that it finds there.
        let modules = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".so")
        }
        guard modules == [Self.fileName] else { throw .strangers(folder: folder, files: modules.sorted()) }
        try check(path: folder + "/" + Self.fileName, isAncestor: false)
        try check(path: folder, isAncestor: false)
        var ancestor = URL(fileURLWithPath: folder).deletingLastPathComponent()
        while true {
            try check(path: ancestor.path, isAncestor: true)
            guard ancestor.path != "/" else { return }
            ancestor.deleteLastPathComponent()
        }
    }

    /// Refuses what another user could have written or exchanged.
    private func check(path: String, isAncestor: Bool) throws(ModuleLocatorError) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { throw .writableByOthers(path: path) }
        let mode = facts.st_mode
        guard mode & S_IFMT == (path.hasSuffix(".so") ? S_IFREG : S_IFDIR),
            facts.st_uid == 0 || facts.st_uid == geteuid()
        else { throw .writableByOthers(path: path) }
        // In a sticky folder, as /tmp, others can add and not exchange.
        let isSticky = isAncestor && mode & S_ISVTX != 0
        if mode & S_IWOTH != 0 && !isSticky { throw .writableByOthers(path: path) }
        if mode & S_IWGRP != 0 && !isSticky && !Self.isPrivate(group: facts.st_gid) {
            throw .writableByOthers(path: path)
        }
    }

    /// Whether a group is root's, or the user's own, which many systems make for each user and let write by default.
    private static func isPrivate(group: gid_t) -> Bool {
        guard group != 0 else { return true }
        guard let user = getpwuid(geteuid()), user.pointee.pw_gid == group, let entry = getgrgid(group) else {
            return false
        }
        return strcmp(user.pointee.pw_name, entry.pointee.gr_name) == 0
    }
}
