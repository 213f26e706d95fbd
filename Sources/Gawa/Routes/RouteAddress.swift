internal import Foundation

/// Where a request goes, read from the URL that the engine asks the scheme handler for.
///
/// The URL is taken apart as text: what a reader of URLs makes of it must not decide which host is meant.
struct RouteAddress: Sendable, Hashable {
    /// The scheme that the app answers.
    static let scheme = "native"
    /// The one host that it answers for.
    static let host = "native"

    /// The URL as the page wrote it.
    let url: URL
    /// The path with its escapes.
    let encodedPath: String

    /// The scheme and host as the page wrote them: `http://native`.
    let base: String

    /// Reads a URL of the engine: `native://http.native/notes` is `http://native/notes`.
    ///
    /// - Throws: Status 404 for another host, a port and a user name; 400 for what is no such URL at all.
    init(engineURL: URL) throws(RouteError) {
        let text = engineURL.absoluteString
        guard let (scheme, authority, rest) = Self.split(text), scheme == Self.scheme else {
            throw RouteError(.badRequest, "This is no address of a native route")
        }
        guard let pageScheme = Self.pageSchemes[String(authority)] else {
            throw RouteError(.notFound, "Native routes have the host '\(Self.host)' only")
        }
        try self.init(scheme: pageScheme, rest: rest)
    }

    /// Reads where a redirect leads to: a path or a whole URL.
    ///
    /// - Throws: Status 500 for what is not of the same scheme and host.
    init(location: String, from address: Self) throws(RouteError) {
        let fault = RouteError(.internalServerError, "A native route led to a place that is no native route")
        // Not the order of the parts but the text decides, so that no reader's tolerance leads elsewhere.
        guard location.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0 != "\\" }),
            let target = URL(string: location, relativeTo: address.url)?.absoluteURL,
            let (scheme, authority, rest) = Self.split(target.absoluteString),
            "\(scheme)://\(authority)" == address.base
        else {
            throw fault
        }
        try self.init(scheme: scheme, rest: rest)
    }

    private init(scheme: String, rest: Substring) throws(RouteError) {
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        base = "\(scheme)://\(Self.host)"
        encodedPath = path.isEmpty ? "/" : String(path)
        let query = rest.dropFirst(path.count).prefix { $0 != "#" }
        guard let url = URL(string: "\(base)\(encodedPath)\(query)") else {
            throw RouteError(.badRequest, "The address is malformed")
        }
        self.url = url
    }

    /// What stands in the place of the host, for each scheme that pages write.
    ///
    /// Pages of a host ask for events at the second: engines name a page's origin in requests to other hosts alone, and those of an
    /// `EventSource` have no header fields of the page.
    private static let pageSchemes = [
        "native": "native", "http.native": "http", "https.native": "https",
        "events.native": "native", "events.http.native": "http", "events.https.native": "https",
    ]

    private static func split(_ text: String) -> (scheme: String, authority: Substring, rest: Substring)? {
        guard let mark = text.range(of: "://") else { return nil }
        let after = text[mark.upperBound...]
        let authority = after.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return (text[..<mark.lowerBound].lowercased(), authority, after[authority.endIndex...])
    }
}
