/// A folder that cannot be made or used.
struct StorageError: Error, CustomStringConvertible {
    let folder: URL
    let number: Int32

    var description: String { "\(folder.path): \(String(cString: strerror(number)))" }
}
