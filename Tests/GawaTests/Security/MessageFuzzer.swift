/// Makes messages as a hostile page might: almost right, mutated, and garbage.
struct MessageFuzzer {
    let token: String

    private static let letters = [
        "h", "n", "c", "m", "x", "r", "e", "b", "C", "M", "X", "R", "E", "H", "", "cc", "é", "\\u0000",
    ]
    private static let values = [
        "0", "1", "2", "-1", "1.5", "1e308", "-1e309", "9007199254740991", "9007199254740993", "18446744073709551616",
        "null",
        "true", "\"\"", "\"x\"", "\"noting\"", "\"note\"", "\"say\"", "\"echo\"", "\"add\"", "\"constructor\"",
        "\"__proto__\"",
        "[]", "[1]", "[\"fuzz\"]", "[[],{}]", "{}", "{\"a\":1}", "{\"$\":\"u\"}", "{\"$\":\"n\",\"v\":\"NaN\"}",
        "{\"$\":\"i\",\"v\":\"12345678901234567890123\"}", "{\"$\":\"i\",\"v\":\"\"}", "{\"$\":\"d\",\"v\":1e400}",
        "{\"$\":\"d\",\"v\":null}", "{\"$\":\"b\",\"v\":\"AA==\"}", "{\"$\":\"b\",\"v\":\"%\"}",
        "{\"$\":\"o\",\"v\":{\"$\":1}}",
        "{\"$\":\"o\",\"v\":1}", "{\"$\":1}", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "\"\\udc00\\ud800\"",
    ]

    func message(using generator: inout SeededGenerator) -> String {
        var text = "[\"\(token)\",[\"h\",1,\"\"]"
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            text += ",[\"\(Self.letters.randomElement(using: &generator) ?? "")\""
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                text += "," + (Self.values.randomElement(using: &generator) ?? "")
            }
            text += "]"
        }
        text += "]"
        guard Bool.random(using: &generator) else { return text }
        // A few units changed, lost or doubled.
        var units = Array(text.utf16)
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !units.isEmpty {
            let index = Int.random(in: 0..<units.count, using: &generator)
            switch Int.random(in: 0...3, using: &generator) {
            case 0: units[index] = UInt16.random(in: 0...127, using: &generator)
            case 1: units.remove(at: index)
            case 2: units.insert(units[index], at: index)
            default: units.removeSubrange(index...)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
