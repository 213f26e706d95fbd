/// Puts codec text together from scalars.
struct JavaScriptTextWriter {
    private var bytes: [UInt8] = []

    var count: Int { bytes.count }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a finite number in the fewest digits that read back as the same.
    mutating func append(number: Double) {
        // Whole numbers without ".0"; beyond 2^53 the digits of an integer would say more than the number does.
        if number == number.rounded(.towardZero), abs(number) < 9_007_199_254_740_992 {
            append(number == 0 && number.sign == .minus ? "-0" : Int(number).description)
        } else {
            append(number.description)
        }
    }

    /// Appends a string in quotation marks.
    mutating func append(string: String) {
        var string = string
        append(UInt8(ascii: "\""))
        string.withUTF8 { units in
            var start = 0
            for index in units.indices {
                let unit = unsafe units[index]
                guard unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\") else { continue }
                unsafe bytes.append(contentsOf: units[start..<index])
                appendEscape(of: unit)
                start = index + 1
            }
            unsafe bytes.append(contentsOf: units[start...])
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(of unit: UInt8) {
        append(UInt8(ascii: "\\"))
        guard unit < 0x20 else { return append(unit) }
        append(unit < 0x10 ? "u000" : "u00")
        append(String(unit, radix: 16))
    }
}
