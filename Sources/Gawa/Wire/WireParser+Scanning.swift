extension WireParser {
    @inline(__always)
    mutating func skipWhitespace() {
        while true {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    mutating func readWord(
        _ word: StaticString, _ kind: WireTapeEntry.Kind, payload: UInt64
    ) throws(WireTextError) {
        let start = position
        let isEqual = word.withUTF8Buffer { characters in
            for character in characters {
                guard bytes[position] == character else { return false }
                position += 1
            }
            return true
        }
        guard isEqual else { throw malformed }
        entries.append(WireTapeEntry(kind, start: start, payload: payload))
    }

    @inline(__always)
    mutating func readString() throws(WireTextError) {
        position += 1
        let start = position
        var isEscaped = false
        while true {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                try skipEscape()
                continue
            }
            // The NUL at the end is one of these too.
            guard byte >= 0x20 else { throw malformed }
            position += 1
        }
        entries.append(
            WireTapeEntry(.string, start: start, payload: UInt64(position - start), isEscaped: isEscaped))
        position += 1
    }

    private mutating func skipEscape() throws(WireTextError) {
        position += 1
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard WireUnescaping.hexadecimalDigit(bytes[position]) != nil else { throw malformed }
                position += 1
            }
        default: throw malformed
        }
    }

    mutating func readNumber() throws(WireTextError) {
        let start = position
        guard let number = WireNumber(scanning: bytes, at: &position) else { throw malformed }
        switch number {
        case .integer(let value):
            entries.append(WireTapeEntry(.integer, start: start, payload: UInt64(bitPattern: Int64(value))))
        case .double(let value):
            entries.append(WireTapeEntry(.double, start: start, payload: value.bitPattern))
        }
    }
}
