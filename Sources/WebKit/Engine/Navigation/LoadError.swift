internal import CWebKitGTK
internal import GLib

/// Apple's errors for the engine's failures of a load.
@MainActor
enum LoadError {
    static func error(from error: GLibError?, url: String?) -> any Error {
        guard let error else { return urlError(.unknown, url: url, text: nil) }
        switch (error.domain, error.code) {
        case ("WebKitPolicyError", Int(WEBKIT_POLICY_ERROR_CANNOT_SHOW_URI.rawValue)) where !isOwnScheme(of: url):
            return urlError(.unsupportedURL, url: url, text: error.message)
        case (NSURLErrorDomain, let code):
            if let code = URLError.Code(rawValue: code) { return urlError(code, url: url, text: error.message) }
            return NSError(domain: NSURLErrorDomain, code: code, userInfo: userInfo(url, error.message))
        case ("WebKitPolicyError", _):
            // Apple's WebKitErrorDomain has the same numbers: 101 cannot show URL, 102 interrupted by a policy change.
            return NSError(domain: "WebKitErrorDomain", code: error.code, userInfo: userInfo(url, error.message))
        default:
            guard code(of: error) == .unknown, !isOfEngine(error.domain) else {
                return urlError(code(of: error), url: url, text: error.message)
            }
            return NSError(
                domain: schemeHandlerDomain(error.domain), code: error.code, userInfo: userInfo(url, error.message))
        }
    }

    /// Whether an error is the engine's own; the others are those of scheme handlers.
    private static func isOfEngine(_ domain: String) -> Bool {
        domain.isEmpty || domain.hasSuffix("-quark")
            || ["WebKitNetworkError", "WebKitDownloadError", "WebKitMediaError"].contains(domain)
    }

    /// The domain that a scheme handler gave: the engine reads its bytes as Latin-1.
    private static func schemeHandlerDomain(_ domain: String) -> String {
        domain.data(using: .isoLatin1).flatMap { String(data: $0, encoding: .utf8) } ?? domain
    }

    static func urlError(_ code: URLError.Code, url: String?, text: String?) -> URLError {
        URLError(code, userInfo: userInfo(url, text))
    }

    private static func code(of error: GLibError) -> URLError.Code {
        switch (error.domain, error.code) {
        case ("WebKitNetworkError", Int(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue)): .cancelled
        case ("WebKitNetworkError", Int(WEBKIT_NETWORK_ERROR_UNKNOWN_PROTOCOL.rawValue)): .unsupportedURL
        case ("WebKitNetworkError", Int(WEBKIT_NETWORK_ERROR_FILE_DOES_NOT_EXIST.rawValue)): .fileDoesNotExist
        case ("WebKitNetworkError", Int(WEBKIT_NETWORK_ERROR_TRANSPORT.rawValue)): .networkConnectionLost
        case ("g-resolver-error-quark", _): .cannotFindHost
        case ("g-io-error-quark", Int(G_IO_ERROR_CONNECTION_REFUSED.rawValue)): .cannotConnectToHost
        case ("g-io-error-quark", Int(G_IO_ERROR_HOST_UNREACHABLE.rawValue)): .cannotConnectToHost
        case ("g-io-error-quark", Int(G_IO_ERROR_NETWORK_UNREACHABLE.rawValue)): .notConnectedToInternet
        case ("g-io-error-quark", Int(G_IO_ERROR_HOST_NOT_FOUND.rawValue)): .cannotFindHost
        case ("g-io-error-quark", Int(G_IO_ERROR_TIMED_OUT.rawValue)): .timedOut
        case ("g-io-error-quark", Int(G_IO_ERROR_CANCELLED.rawValue)): .cancelled
        case ("g-io-error-quark", Int(G_IO_ERROR_NOT_FOUND.rawValue)): .fileDoesNotExist
        case ("g-io-error-quark", Int(G_IO_ERROR_PERMISSION_DENIED.rawValue)): .noPermissionsToReadFile
        case ("g-io-error-quark", Int(G_IO_ERROR_BROKEN_PIPE.rawValue)): .networkConnectionLost
        case ("g-io-error-quark", Int(G_IO_ERROR_PARTIAL_INPUT.rawValue)): .networkConnectionLost
        case ("soup-session-error-quark", Int(SOUP_SESSION_ERROR_PARSING.rawValue)): .cannotParseResponse
        case ("soup-session-error-quark", Int(SOUP_SESSION_ERROR_TOO_MANY_REDIRECTS.rawValue)): .httpTooManyRedirects
        case ("soup-session-error-quark", Int(SOUP_SESSION_ERROR_REDIRECT_NO_LOCATION.rawValue)),
            ("soup-session-error-quark", Int(SOUP_SESSION_ERROR_REDIRECT_BAD_URI.rawValue)):
            .redirectToNonExistentLocation
        case ("g-tls-error-quark", _): .secureConnectionFailed
        // The engine's own limit has no domain.
        case ("", _) where error.message.contains("redirections"): .httpTooManyRedirects
        default: .unknown
        }
    }

    private static func userInfo(_ url: String?, _ text: String?) -> [String: Any] {
        var userInfo: [String: Any] = [:]
        if let text { userInfo[NSLocalizedDescriptionKey] = text }
        if let url {
            if let url = URL(string: url) { userInfo[NSURLErrorFailingURLErrorKey] = url }
            // The older key, which `URLError.failureURLString` reads.
            userInfo["NSErrorFailingURLStringKey"] = url
        }
        return userInfo
    }

    /// Whether the engine loads the scheme of an address, so that it is the rest that it cannot show.
    private static func isOwnScheme(of url: String?) -> Bool {
        guard let scheme = url?.split(separator: ":", maxSplits: 1).first else { return false }
        return WKWebView.handlesURLScheme(String(scheme))
    }
}
