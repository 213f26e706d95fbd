extension URL {
    /// Reads a URL as the engine writes it.
    ///
    /// The engine leaves characters as they are that Foundation's URLs cannot hold, such as `|` and, in a query, `[`. For the sake of
    /// one of them Foundation would escape the percent signs of all escapes once more, so they are escaped here, each by itself.
    init?(engineText text: String) {
        if let url = URL(string: text, encodingInvalidCharacters: false) {
            self = url
        } else {
            self.init(string: Self.escaped(text), encodingInvalidCharacters: false)
        }
    }

    private static func escaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?".utf8)
        func isDigit(_ index: Int) -> Bool { index < bytes.count && Character(UnicodeScalar(bytes[index])).isHexDigit }
        // The scheme and the host have been checked by the engine; a host may have brackets.
        let start = bytes.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
        let hasHost = bytes[start...].starts(with: "//".utf8)
        let path = hasHost ? bytes[(start + 2)...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count : start
        var result = Array(bytes[..<path])
        var hasFragment = false
        for index in path..<bytes.count {
            let byte = bytes[index]
            let isSeparator = byte == UInt8(ascii: "#") && !hasFragment
            let isEscape = byte == UInt8(ascii: "%") && isDigit(index + 1) && isDigit(index + 2)
            if isSeparator { hasFragment = true }
            if isSeparator || isEscape || allowed.contains(byte) {
                result.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%\(digits.count == 1 ? "0" : "")\(digits)".utf8
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
