/// The path of a request, decoded segment by segment.
///
/// An encoded slash stays in its segment. One slash at the end makes no segment; empty segments elsewhere stay, and match no
/// parameter.
struct RoutePath: Sendable, Hashable {
    /// What is between the slashes.
    let segments: [String]

    /// Whether there is a slash at the end, beside the one that every path begins with.
    let endsWithSlash: Bool

    /// The whole path, decoded.
    var text: String { "/" + segments.joined(separator: "/") + (endsWithSlash ? "/" : "") }

    /// Decodes a path.
    ///
    /// - Throws: Status 400 for one that leads upwards, in whatever spelling, has a NUL, or is no UTF-8. Engines resolve what
    ///   leads upwards before they ask, so that only who means no good sends it.
    init(encoded: String) throws(RouteError) {
        let slash = UInt8(ascii: "/")
        guard encoded.utf8.first == slash else { throw RouteError(.badRequest, "The path is malformed") }
        // By bytes: a slash with an accent behind it is a slash for whoever reads files.
        var parts = encoded.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        endsWithSlash = parts.count > 1 && parts.last?.isEmpty == true
        if parts.last?.isEmpty == true { parts.removeLast() }
        var segments: [String] = []
        for part in parts { segments.append(try Self.decode(Substring(part))) }
        self.segments = segments
    }

    private static func decode(_ part: Substring) throws(RouteError) -> String {
        let bytes = PercentEncoding.bytes(part)
        guard let segment = String(wellFormed: bytes) else { throw RouteError(.badRequest, "The path is no UTF-8") }
        guard !bytes.contains(0) else { throw RouteError(.badRequest, "The path has a NUL in it") }
        // An encoded slash is no end of a segment, but a handler may well hand the text to what takes it for one.
        let names = segment.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard segment != ".", !names.contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw RouteError(.badRequest, "The path has a dot segment in it")
        }
        return segment
    }
}
