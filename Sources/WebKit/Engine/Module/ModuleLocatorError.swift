/// Why the module of our web processes cannot be loaded.
enum ModuleLocatorError: Error, Equatable, CustomStringConvertible {
    case missing(lookedIn: [String])
    case writableByOthers(path: String)
    case strangers(folder: String, files: [String])

    /// A sentence that names the cure.
    var description: String {
        switch self {
        case .missing(let folders):
            """
            \(ModuleLocator.fileName) is missing. A program that moves takes the folder Gawa_WebKit.resources along, which \
            the build put beside its executable. Looked in: \(folders.joined(separator: ", "))
            """
        case .writableByOthers(let path):
            """
            \(path) can be written by other users, so the module there is not loaded. Make yourself or root the owner, \
            and take the right to write from others: chmod go-w '\(path)'
            """
        case .strangers(let folder, let files):
            """
            \(folder) holds other modules than \(ModuleLocator.fileName), and the engine would load them too: \
            \(files.joined(separator: ", ")). Move them elsewhere.
            """
        }
    }
}
