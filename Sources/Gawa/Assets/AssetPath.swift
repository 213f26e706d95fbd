internal import Foundation

/// The names that a URL's path is made of, decoded once, each for itself.
///
/// Decoding the whole path would make `%2F` a separator, and decoding twice would make `%252e` a dot.
enum AssetPath: Equatable {
    /// May be a file or a folder.
    case names([String], endsWithSlash: Bool)
    /// Is no file, but a page's own router may give it a meaning: `/notes/a%2Fb`.
    case routeOnly
    /// Leads upwards, is hidden, or is no text: never answered.
    case refused

    init(_ url: URL) {
        let parts = url.path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false)
        var names: [String] = []
        var isRouteOnly = false
        // Several slashes are one.
        for part in parts where !part.isEmpty {
            guard let name = Self.decode(part), !name.utf8.contains(0), !Self.isHidden(name) else {
                self = .refused
                return
            }
            if name.utf8.contains(where: Self.isSeparator) { isRouteOnly = true }
            names.append(name)
        }
        self = isRouteOnly ? .routeOnly : .names(names, endsWithSlash: parts.last?.isEmpty ?? true)
    }

    /// The path of a file's URL: begins with a slash, and every character that means something else in a URL is
    /// escaped.
    static func encoded(_ names: [String]) -> String {
        names.map { "/" + ($0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "") }.joined()
    }

    /// Whether any part of a name begins with a dot, `..` among them, whatever separates the parts on a system.
    static func isHidden(_ name: String) -> Bool {
        name.utf8.split(whereSeparator: isSeparator).contains { $0.first == UInt8(ascii: ".") }
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@")

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// nil for an escape without two digits, and for bytes that are no UTF-8, overlong forms among them.
    private static func decode(_ part: Substring) -> String? {
        let bytes = Array(part.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
            guard index + 2 < bytes.count, isDigit(bytes[index + 1]), isDigit(bytes[index + 2]) else { return nil }
        }
        return String(wellFormed: PercentEncoding.bytes(part))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        Character(UnicodeScalar(byte)).isHexDigit
    }
}
