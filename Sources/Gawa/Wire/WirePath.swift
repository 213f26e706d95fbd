/// The way from a root to a value, as a program would write it: `arguments[1].due`.
struct WirePath {
    private(set) var text: String

    init(_ text: String = "") {
        self.text = text
    }

    mutating func append(index: Int) {
        text += "[\(index)]"
    }

    /// Adds a key; one that is no identifier as `["a b"]`.
    mutating func append(key: String) {
        if Self.isIdentifier(key) {
            if !text.isEmpty { text += "." }
            text += key
        } else {
            var writer = WireWriter()
            writer.append(string: WireWords.cut(key))
            text += "[\(writer.text())]"
        }
    }

    private static func isIdentifier(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, !("0"..."9").contains(first), key.utf8.count <= 100 else {
            return false
        }
        return key.unicodeScalars.allSatisfy { $0 == "_" || $0 == "$" || $0.properties.isIDContinue }
    }
}
