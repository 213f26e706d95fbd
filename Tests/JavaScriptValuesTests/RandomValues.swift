import Foundation

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// A value of any kind that crosses, in the form in which it comes back.
    mutating func value(depth: Int = 5) -> Any {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &self) {
        case 0: return NSNull()
        case 1: return NSNumber(value: Bool.random(using: &self))
        case 2: return NSNumber(value: Double(Int.random(in: -1000...1000, using: &self)))
        case 3: return NSNumber(value: Double(bitPattern: next()))
        case 4, 5: return string()
        case 6:
            return Date(
                timeIntervalSince1970: Double(Int.random(in: -8_640_000_000...8_640_000_000, using: &self)) / 1000)
        case 7, 8:
            return (0..<Int.random(in: 0..<6, using: &self)).map { _ in value(depth: depth - 1) }
        default:
            var dictionary: [String: Any] = [:]
            for _ in 0..<Int.random(in: 0..<6, using: &self) { dictionary[string()] = value(depth: depth - 1) }
            return dictionary
        }
    }

    mutating func string() -> String {
        let pieces = [
            "a", "\"", "\\", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪",
            "\u{10FFFF}",
            "~", "!", "@1", "#0", "__proto__", "constructor", "toJSON", "%7B", "</script>", "1", "\n", "'", "`${x}",
        ]
        return (0..<Int.random(in: 0..<4, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }
}
