internal import Foundation

/// Opens files below a folder, and nothing else whatever changes meanwhile.
///
/// The names are walked one by one, each opened relative to the open folder before it and never through a symbolic
/// link: a link is read and its target walked in the same way. So what is opened lies below the root at the time, and
/// there is no path that could be made to mean something else between a check and its use.
struct AssetTree: AssetStore {
    /// How many links one path may go through; as many as the system allows.
    private static let maximumLinkCount = 40

    let root: URL

    /// Opens what the names lead to.
    ///
    /// - Throws: ``AssetFailure/notFound`` for what is no regular file or folder, hidden, or outside.
    func open(_ names: [String]) throws(AssetFailure) -> AssetEntry {
        // At each time, so that a folder that a build has made anew is seen.
        let rootFolder = try OpenDescriptor.folder(root.path(percentEncoded: false))
        var folders = [rootFolder]
        var pending = Array(names.reversed())
        var linkCount = 0
        while let wanted = pending.popLast() {
            // These come from links alone. A folder's parent is the one that it was reached from, wherever it may be
            // moved.
            if wanted.isEmpty || wanted == "." { continue }
            if wanted == ".." {
                folders.removeLast()
                guard !folders.isEmpty else { throw .notFound }
                continue
            }
            guard !AssetPath.isHidden(wanted), let folder = folders.last else { throw .notFound }
            let (name, status) = try Self.find(wanted, in: folder)
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                folders.append(try OpenDescriptor.entry(name, in: folder, isFolder: true))
            case S_IFREG:
                guard pending.allSatisfy(\.isEmpty) else { throw .notFound }
                return .file(try AssetFile(try OpenDescriptor.entry(name, in: folder, isFolder: false)))
            case S_IFLNK:
                linkCount += 1
                guard linkCount <= Self.maximumLinkCount else { throw .notFound }
                let target = try folder.target(of: name)
                if target.hasPrefix("/") {
                    pending.append(contentsOf: try innerNames(ofTarget: target).reversed())
                    folders = [rootFolder]
                } else {
                    pending.append(contentsOf: Self.parts(of: target).reversed())
                }
            default: throw .notFound
            }
        }
        return .folder
    }

    /// A name as it is written, else in the other forms of Unicode: what a file was packed with on one system is
    /// asked for as another writes it.
    private static func find(
        _ name: String, in folder: OpenDescriptor
    ) throws(AssetFailure) -> (name: String, status: stat) {
        var failure = AssetFailure.notFound
        for form in forms(of: name) {
            do throws(AssetFailure) {
                return (form, try folder.status(of: form))
            } catch {
                guard error == .system(ENOENT) else { throw error }
                failure = error
            }
        }
        throw failure
    }

    private static func forms(of name: String) -> [String] {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return [name] }
        return [name, name.precomposedStringWithCanonicalMapping, name.decomposedStringWithCanonicalMapping]
    }

    /// The names below the root that an absolute target comes to.
    ///
    /// They are walked from the root again: should this look be overtaken, they lead to another file below it, or to
    /// none.
    private func innerNames(ofTarget target: String) throws(AssetFailure) -> [String] {
        guard let root = Self.realPath(root.path(percentEncoded: false)), let target = Self.realPath(target),
            target == root || target.hasPrefix(root == "/" ? root : root + "/")
        else { throw .notFound }
        return Self.parts(of: String(target.dropFirst(root.count)))
    }

    private static func parts(of path: String) -> [String] { path.split(separator: "/").map(String.init) }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        // The system's memory, which is ours to free.
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
