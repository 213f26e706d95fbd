public import Foundation

/// Why a document did not come.
public struct PageLoadError: Error, Sendable {
    /// What kind of failure it is, for what an app says to its user.
    public enum Kind: Sendable, Hashable {
        /// This device has no network.
        case offline
        /// There is no such host, or it does not answer.
        case unreachable
        /// It took too long.
        case timedOut
        /// The server cannot prove who it is.
        case insecure
        /// Another.
        case other
    }

    /// The address that was to be loaded; nil where the engine does not tell it.
    public let url: URL?

    /// The kind.
    public let kind: Kind

    /// The engine's error.
    public let underlying: any Error

    init(_ error: any Error) {
        let urlError = error as? URLError
        url = urlError?.failingURL
        kind = urlError.map { Self.kind(of: $0.code) } ?? .other
        underlying = error
    }

    private static func kind(of code: URLError.Code) -> Kind {
        switch code {
        case .notConnectedToInternet, .networkConnectionLost, .dataNotAllowed, .internationalRoamingOff: .offline
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed: .unreachable
        case .timedOut: .timedOut
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            .insecure
        default: .other
        }
    }
}

extension PageLoadError: LocalizedError, CustomStringConvertible {
    /// A sentence.
    public var description: String {
        let place = url?.host() ?? url?.scheme ?? "The page"
        switch kind {
        case .offline: return "\(place) could not be loaded: there is no network"
        case .unreachable: return "\(place) could not be reached"
        case .timedOut: return "\(place) took too long to answer"
        case .insecure: return "\(place) could not prove who it is"
        case .other: return "\(place) could not be loaded: \(underlying.localizedDescription)"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
