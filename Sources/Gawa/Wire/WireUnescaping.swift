/// Reads the escapes of a JSON string.
enum WireUnescaping {
    /// The UTF-8 that a string stands for.
    ///
    /// A lone surrogate becomes U+FFFD.
    ///
    /// - Parameters:
    ///   - text: JSON text that was read before, so that its escapes are well formed.
    ///   - range: The bytes between the quotes.
    ///   - limit: Stops after about this many bytes.
    static func bytes(of text: [UInt8], in range: Range<Int>, limit: Int = .max) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(min(range.count, limit))
        var position = range.lowerBound
        while position < range.upperBound, result.count < limit {
            let byte = text[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            let letter = text[position]
            position += 1
            switch letter {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                var unit = codeUnit(text, at: position)
                position += 4
                if (0xD800..<0xDC00).contains(unit), position + 6 <= range.upperBound,
                    text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
                {
                    let second = codeUnit(text, at: position + 2)
                    if (0xDC00..<0xE000).contains(second) {
                        unit = 0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)
                        position += 6
                    }
                }
                result.append(contentsOf: (Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
            default: result.append(letter)
            }
        }
        return result
    }

    private static func codeUnit(_ text: [UInt8], at position: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in position..<(position + 4) { unit = unit << 4 | UInt32(hexadecimalDigit(text[index]) ?? 0) }
        return unit
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Unicode.Scalar {
    fileprivate var utf8: String.UTF8View { String(Character(self)).utf8 }
}
