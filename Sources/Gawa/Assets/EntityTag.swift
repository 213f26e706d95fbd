/// A validator of a file's bytes: `"text"`, or `W/"text"` for a weak one.
///
/// Source: RFC 9110, 8.8.3.
struct EntityTag: Hashable, CustomStringConvertible {
    let text: String
    var isWeak = false

    var description: String { (isWeak ? "W/" : "") + "\"\(text)\"" }

    /// Whether two strong tags are the same.
    func strongMatches(_ other: Self) -> Bool { !isWeak && !other.isWeak && text == other.text }

    /// Whether the texts are the same.
    func weakMatches(_ other: Self) -> Bool { text == other.text }

    /// What `If-Match` and `If-None-Match` name.
    enum Condition: Hashable {
        /// `*`
        case any
        case tags([EntityTag])

        /// Reads a field's value; what is no tag in it ends the list.
        init(_ value: String) {
            self = value == "*" ? .any : .tags(EntityTag.list(value))
        }
    }

    /// Reads tags between commas. A tag's text may hold commas itself.
    static func list(_ value: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = value[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == "\"" else { return tags }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: "\"") else { return tags }
            tags.append(EntityTag(text: String(rest[..<end]), isWeak: isWeak))
            rest = rest[rest.index(after: end)...]
        }
    }
}
