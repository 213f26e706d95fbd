/// A tuple origin: scheme, host and port, compared as a whole.
struct Origin: Hashable, Sendable, CustomStringConvertible {
    let scheme: String
    let host: String
    /// 0 for the default port of the scheme.
    let port: Int

    /// Reads an origin as `self.origin` writes it, or the origin of a URL; nil for an opaque one.
    ///
    /// A `blob:` URL has the origin of the URL inside it; `data:`, `about:` and `javascript:` have none of their own.
    init?(_ text: String) {
        let text = text.hasPrefix("blob:") ? String(text.dropFirst(5)) : text
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            text.dropFirst(scheme.count).hasPrefix("://"), !Self.schemesWithoutOrigin.contains(scheme)
        else { return nil }
        self.scheme = scheme
        // Not `host`, which reads an internationalised name as Unicode, where look-alikes are.
        self.host = parts.encodedHost?.lowercased() ?? ""
        let port = parts.port ?? 0
        guard 0...65535 ~= port else { return nil }
        self.port = port == Self.defaultPorts[scheme] ? 0 : port
        if self.host.isEmpty && Self.defaultPorts[scheme] != nil { return nil }
    }

    /// Whether the origin that a frame claims can be true of the document that the host saw committed.
    ///
    /// An opaque origin always can: it has no rights. A main frame with an origin must be that of the committed URL,
    /// unless that has none of its own: an `about:blank` window has its opener's.
    @MainActor
    static func isPlausible(_ claim: String, isMainFrame: Bool, committedURL: String) -> Bool {
        guard isMainFrame, let claimed = KnownOrigins.origin(claim), let committed = KnownOrigins.origin(committedURL)
        else { return true }
        return claimed == committed
    }

    var description: String { port == 0 ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)" }

    private static let schemesWithoutOrigin: Set<String> = ["about", "blob", "data", "javascript"]
    private static let defaultPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]
}
