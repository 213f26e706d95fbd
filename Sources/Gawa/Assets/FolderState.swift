internal import Foundation

/// What a folder holds, as far as names, sizes and times tell: two that differ are equal by no chance that matters.
struct FolderState: Hashable, Sendable {
    private var files: Set<[UInt64]> = []

    /// Looks through a folder, off the main actor; names that begin with a dot are left out.
    @concurrent static func now(of root: String) async -> Self {
        var state = Self()
        // A folder that is not there, between two builds, is empty.
        guard let names = FileManager.default.enumerator(atPath: root) else { return state }
        while let name = names.nextObject() as? String {
            if AssetPath.isHidden(name) { continue }
            var status = stat()
            guard lstat(root + "/" + name, &status) == 0 else { continue }
            let time = status.lastModification
            var hasher = Hasher()
            hasher.combine(name)
            state.files.insert([
                UInt64(UInt(bitPattern: hasher.finalize())), UInt64(status.st_ino),
                UInt64(bitPattern: Int64(status.st_size)),
                UInt64(bitPattern: Int64(time.tv_sec)), UInt64(bitPattern: Int64(time.tv_nsec)),
            ])
        }
        return state
    }
}
