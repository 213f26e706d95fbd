public import GawaWebKit

/// The scheme, host and port that a document speaks for.
///
/// Whole tuples are compared: `https://app.example.com` is neither `https://app.example.com:8443`, nor
/// `https://app.example.com.` with a dot, nor a name below it. Source: HTML Standard, "origin".
public struct WebOrigin: Sendable, Hashable {
    /// The scheme, in lower case and without a colon.
    public let scheme: String

    /// The host, in lower case, internationalised names as punycode, IPv6 addresses in brackets. Empty for some schemes.
    public let host: String

    /// The port, or nil for the scheme's own.
    public let port: Int?

    /// Reads an origin as `self.origin` writes it, such as `https://app.example.com:8443`.
    ///
    /// - Returns: nil for anything else: a path, a user name, upper case, an opaque origin, a port that is the scheme's own.
    public init?(_ text: String) {
        guard let separator = text.range(of: "://") else { return nil }
        let scheme = String(text[..<separator.lowerBound])
        var host = text[separator.upperBound...]
        var port: Int?
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            let digits = host[host.index(after: colon)...]
            guard let number = UInt16(digits), String(number) == digits else { return nil }
            port = Int(number)
            host = host[..<colon]
        }
        guard Self.isScheme(scheme), Self.isHost(host), port == nil || port != Self.standardPorts[scheme],
            !host.isEmpty || Self.standardPorts[scheme] == nil
        else {
            return nil
        }
        self.scheme = scheme
        self.host = String(host)
        self.port = port
    }

    /// The origin of a frame as the engine attests it; nil for an opaque one.
    @MainActor
    public init?(_ origin: WKSecurityOrigin) {
        guard !origin.protocol.isEmpty else { return nil }
        // An address of six groups comes with or without its brackets.
        let isBare = origin.host.contains(":") && !origin.host.hasPrefix("[")
        self.init(scheme: origin.protocol, host: isBare ? "[\(origin.host)]" : origin.host, port: origin.port)
    }

    private init(scheme: String, host: String, port: Int) {
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port == 0 || port == Self.standardPorts[scheme.lowercased()] ? nil : port
    }

    /// Whether the host is this machine by its name or number: `localhost`, `127.0.0.1` or `[::1]`.
    public var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

    private static let standardPorts = ["http": 80, "https": 443]

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first) else { return false }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("[") {
            return text.hasSuffix("]")
                && text.dropFirst().dropLast().utf8.allSatisfy {
                    (48...57).contains($0) || (97...102).contains($0) || ":.".utf8.contains($0)
                }
        }
        return text.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || "-._".utf8.contains($0)
        }
    }
}

extension WebOrigin: CustomStringConvertible {
    /// The origin as `self.origin` writes it.
    public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}
