extension WireWriter {
    /// Adds a key and a colon.
    @inline(__always)
    mutating func append(key: String) {
        append(string: key)
        append(ascii: ":")
    }

    /// Begins the tag around an object with a key `$`; a closing brace ends it.
    mutating func beginWrapping() {
        hasTags = true
        append(raw: "{\"$\":\"o\",\"v\":")
    }

    /// Puts what was written since a position inside such a tag.
    ///
    /// - Returns: By how many bytes it has moved.
    mutating func wrap(from position: Int) -> Int {
        let moved = WireWriter(self, from: position)
        truncate(to: position)
        beginWrapping()
        let shift = utf8Count - position
        append(moved)
        return shift
    }

    private init(_ other: WireWriter, from position: Int) {
        self.init()
        append(other, position..<other.utf8Count)
    }
}
