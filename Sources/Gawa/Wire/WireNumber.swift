/// A number of JSON text.
enum WireNumber {
    /// The largest integer up to which every integer is a number of JavaScript.
    static let maximumInteger = 9_007_199_254_740_991

    /// A number written as an integer, within ±(2⁵³−1) and not −0.
    case integer(Int)
    /// Any other, as JavaScript reads it.
    case double(Double)

    /// Reads the number at a position and steps over it; nil if there is none, with the position where it breaks off.
    @inline(__always)
    init?(scanning bytes: [UInt8], at position: inout Int) {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var significand: UInt64 = 0
        let firstDigit = position
        while let digit = Self.digit(bytes[position]) {
            // Wraps in numbers so long that it is not used.
            significand = significand &* 10 &+ digit
            position += 1
        }
        var digitCount = position - firstDigit
        guard digitCount == 1 || digitCount > 1 && bytes[firstDigit] != UInt8(ascii: "0") else { return nil }
        var byte = bytes[position]
        if byte != UInt8(ascii: "."), byte | 0x20 != UInt8(ascii: "e"), digitCount <= 16,
            significand <= UInt64(Self.maximumInteger), !(isNegative && significand == 0)
        {
            self = .integer(isNegative ? -Int(significand) : Int(significand))
            return
        }
        var exponent = 0
        if byte == UInt8(ascii: ".") {
            position += 1
            let firstFractionDigit = position
            while let digit = Self.digit(bytes[position]) {
                significand = significand &* 10 &+ digit
                position += 1
            }
            guard position > firstFractionDigit else { return nil }
            exponent = firstFractionDigit - position
            digitCount -= exponent
            byte = bytes[position]
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isNegativeExponent = bytes[position] == UInt8(ascii: "-")
            if isNegativeExponent || bytes[position] == UInt8(ascii: "+") { position += 1 }
            let firstExponentDigit = position
            var written = 0
            while let digit = Self.digit(bytes[position]) {
                written = min(written * 10 + Int(digit), 100_000)
                position += 1
            }
            guard position > firstExponentDigit else { return nil }
            exponent += isNegativeExponent ? -written : written
        }
        if digitCount <= 19, significand <= 1 << 53, abs(exponent) < Self.powersOfTen.count {
            // Both are exact, so that one operation gives the nearest double.
            let power = Self.powersOfTen[abs(exponent)]
            let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
            self = .double(isNegative ? -magnitude : magnitude)
        } else {
            guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else { return nil }
            self = .double(value)
        }
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt64? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? UInt64(digit) : nil
    }

    /// Those that a double holds exactly.
    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// A double as an integer within ±(2⁵³−1), if it is one.
    static func integer(_ double: Double) -> Int? {
        guard abs(double) <= Double(maximumInteger) else { return nil }
        return Int(exactly: double)
    }
}
