/// Reads JSON text into the entries of a tape.
///
/// The open arrays and objects are a list, not calls, so that depth takes no stack.
struct WireParser {
    /// An array or object that is not complete.
    struct Frame {
        enum Role {
            case array, object
            /// The object inside a tag `o`, in which `$` is a key like others.
            case plainObject
            /// An object with `$` as its first key, before and after its letter was read.
            case tag
            case letteredTag(UInt8)
        }

        var role: Role
        /// The index of its entry, and of the key of its last member.
        let entry: Int
        var key = 0
        var count = 0
        /// One bit for each hash of a key, to notice those that may be equal.
        var keyFilter: UInt64 = 0
        var mayRepeatKeys = false
    }

    let bytes: [UInt8]
    let maximumDepth: Int
    let attachmentCount: Int
    var entries: [WireTapeEntry]
    var frames: [Frame] = []
    var position = 0
    private var depth = 0

    /// - Parameters:
    ///   - bytes: The text, with a NUL at its end.
    ///   - attachmentCount: How many bytes came beside it.
    init(_ bytes: [UInt8], maximumDepth: Int, attachmentCount: Int = 0) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.attachmentCount = attachmentCount
        entries = []
        entries.reserveCapacity(bytes.count / 6 + 4)
        entries.append(WireTapeEntry(.absent, start: 0))
    }

    mutating func parse() throws(WireTextError) {
        while true {
            skipWhitespace()
            switch bytes[position] {
            case UInt8(ascii: "{"):
                if try !beginObject() { continue }
            case UInt8(ascii: "["):
                if try !beginArray() { continue }
            case UInt8(ascii: "\""): try readString()
            case UInt8(ascii: "t"): try readWord("true", .boolean, payload: 1)
            case UInt8(ascii: "f"): try readWord("false", .boolean, payload: 0)
            case UInt8(ascii: "n"): try readWord("null", .null, payload: 0)
            default: try readNumber()
            }
            if try endValue() { return }
        }
    }

    /// Goes on after a value, and ends all that ends with it.
    ///
    /// - Returns: Whether the text is at its end.
    private mutating func endValue() throws(WireTextError) -> Bool {
        while true {
            skipWhitespace()
            let byte = bytes[position]
            let top = frames.count - 1
            guard top >= 0 else {
                guard position == bytes.count - 1 else { throw malformed }
                return true
            }
            frames[top].count += 1
            switch frames[top].role {
            case .array:
                if byte == UInt8(ascii: ",") {
                    position += 1
                    return false
                }
                guard byte == UInt8(ascii: "]") else { throw malformed }
            default:
                if case .tag = frames[top].role { frames[top].role = .letteredTag(try tagLetter()) }
                if byte == UInt8(ascii: ",") {
                    position += 1
                    skipWhitespace()
                    try readKey()
                    return false
                }
                guard byte == UInt8(ascii: "}") else { throw malformed }
            }
            position += 1
            try end(frames.removeLast())
        }
    }

    // MARK: Arrays and objects

    /// - Returns: Whether the array is complete.
    private mutating func beginArray() throws(WireTextError) -> Bool {
        let entry = entries.count
        entries.append(WireTapeEntry(.array, start: position))
        try deepen()
        position += 1
        frames.append(Frame(role: .array, entry: entry))
        skipWhitespace()
        guard bytes[position] == UInt8(ascii: "]") else { return false }
        position += 1
        try end(frames.removeLast())
        return true
    }

    /// - Returns: Whether the object is complete.
    private mutating func beginObject() throws(WireTextError) -> Bool {
        let entry = entries.count
        entries.append(WireTapeEntry(.object, start: position))
        position += 1
        var role = Frame.Role.object
        if case .letteredTag(UInt8(ascii: "o")) = frames.last?.role { role = .plainObject }
        frames.append(Frame(role: role, entry: entry))
        skipWhitespace()
        guard bytes[position] != UInt8(ascii: "}") else {
            try deepen()
            position += 1
            try end(frames.removeLast())
            return true
        }
        try readKey()
        if case .tag = frames[frames.count - 1].role { return false }
        try deepen()
        return false
    }

    private mutating func deepen() throws(WireTextError) {
        depth += 1
        guard depth <= maximumDepth else { throw .tooDeep(limit: maximumDepth) }
    }

    private mutating func end(_ frame: Frame) throws(WireTextError) {
        switch frame.role {
        case .array:
            depth -= 1
            entries[frame.entry] = WireTapeEntry(
                container: .array, firstEntry: frame.entry + 1, count: frame.count, next: entries.count)
        case .object, .plainObject:
            depth -= 1
            let count = frame.mayRepeatKeys ? shadowRepeatedKeys(of: frame) : frame.count
            entries[frame.entry] = WireTapeEntry(
                container: .object, firstEntry: frame.entry + 1, count: count, next: entries.count)
        case .tag:
            throw malformedTag(frame)
        case .letteredTag(let letter):
            try endTag(frame, letter: letter)
        }
    }

    private mutating func readKey() throws(WireTextError) {
        guard bytes[position] == UInt8(ascii: "\"") else { throw malformed }
        let key = entries.count
        try readString()
        skipWhitespace()
        guard bytes[position] == UInt8(ascii: ":") else { throw malformed }
        position += 1
        let top = frames.count - 1
        frames[top].key = key
        let entry = entries[key]
        let isDollar = isDollar(entry)
        switch frames[top].role {
        case .object where isDollar:
            guard frames[top].count == 0 else { throw malformedTag(frames[top]) }
            frames[top].role = .tag
        case .tag, .letteredTag:
            guard frames[top].count == 1, !entry.isEscaped, entry.payload == 1,
                bytes[Int(entry.start)] == UInt8(ascii: "v")
            else { throw malformedTag(frames[top]) }
        default:
            noteKey(entry, in: top)
        }
    }

    private func isDollar(_ entry: WireTapeEntry) -> Bool {
        let start = Int(entry.start)
        if entry.payload == 1 { return bytes[start] == UInt8(ascii: "$") }
        guard entry.isEscaped, entry.payload == 6 else { return false }
        return WireUnescaping.bytes(of: bytes, in: start..<(start + 6)) == [UInt8(ascii: "$")]
    }

    var malformed: WireTextError { .malformed(offset: position) }
}
