/// Origins by the text that they were read from.
///
/// Each message of a page names the same two or three, and reading a URL takes longer than most else that a message needs.
@MainActor
enum KnownOrigins {
    private static var origins: [String: Origin?] = [:]

    /// Reads an origin as ``Origin/init(_:)`` does, or remembers it; nil for an opaque one.
    static func origin(_ text: String) -> Origin? {
        // Two texts that differ can be one key, a Kelvin sign and a K for example, unless both are ASCII. A `data:` URL may
        // have megabytes.
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 < 0x80 }) else { return Origin(text) }
        if let known = origins[text] { return known }
        let origin = Origin(text)
        if origins.count == 64 { origins.removeAll() }
        origins.updateValue(origin, forKey: text)
        return origin
    }
}
