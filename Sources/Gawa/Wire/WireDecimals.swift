internal import Foundation

/// Decimals as texts.
enum WireDecimals {
    /// The decimal that a text stands for; nil if it is none, or one of more digits than a decimal holds.
    ///
    /// The text is one of JSON's numbers, except that zeros may lead.
    static func decimal(_ text: String) -> Decimal? {
        var digits = 0
        var significantDigits = 0
        var trailingZeros = 0
        var rest = Substring(text).utf8
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        var hasPoint = false
        while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
            rest.removeFirst()
            if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
                guard let next = rest.first, next &- UInt8(ascii: "0") < 10 else { return nil }
                hasPoint = true
                continue
            }
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            digits += 1
            if byte != UInt8(ascii: "0") {
                significantDigits += trailingZeros + 1
                trailingZeros = 0
            } else if significantDigits > 0 {
                trailingZeros += 1
            }
        }
        guard digits > 0, digits <= 400, significantDigits <= 38, isExponent(rest) else { return nil }
        guard let decimal = Decimal(string: text, locale: nil), decimal.isFinite else { return nil }
        // Zero stands for what is too small as well.
        return decimal.isZero && significantDigits > 0 ? nil : decimal
    }

    private static func isExponent(_ text: Substring.UTF8View) -> Bool {
        guard !text.isEmpty else { return true }
        var digits = text.dropFirst()
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        return (1...4).contains(digits.count) && digits.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }
}
