import Foundation

/// Why a file is not given.
enum AssetFailure: Error, Equatable {
    /// There is none that may be given.
    case notFound
    /// The system refused; the value of `errno`.
    case system(Int32)
    /// It became shorter while it was sent: so many bytes of it there were.
    case shrank(to: Int)

    /// The status of the answer.
    var status: RouteStatus {
        switch self {
        case .notFound: .notFound
        case .shrank: .internalServerError
        case .system(let code):
            switch code {
            // ELOOP: it has become a link between the look and the opening. ENXIO: a socket.
            case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, ENXIO, EINVAL: .notFound
            case EACCES, EPERM: .forbidden
            case EMFILE, ENFILE, ENOMEM: .serviceUnavailable
            default: .internalServerError
            }
        }
    }
}
