/// Why the source of a target with files is not written.
enum EmbeddingError: Error, CustomStringConvertible {
    case noTarget
    case name(String)
    case noFolder(String)
    case noFile(String)
    case unspeakable(String)
    case stale(String)

    var description: String {
        switch self {
        case .noTarget: "Say --target NAME, the name of one C target of this package"
        case .name(let name): "'\(name)' is no name in C: use ASCII letters, digits and underscores"
        case .noFolder(let path): "\(path) is no folder"
        case .noFile(let path): "\(path) is no regular file: links are not followed"
        case .unspeakable(let name):
            "'\(name)' cannot be written in C: take quotes, backslashes and control characters out"
        case .stale(let path):
            "\(path) is stale: run swift package --allow-writing-to-package-directory embed-assets without --check"
        }
    }
}
