import Foundation

/// The smallest pieces of TypeScript and JavaScript source text.
enum TypeScriptText {
    /// Words that cannot name a variable or a parameter in a module.
    private static let reservedWords: Set<String> = [
        "arguments", "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default",
        "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if",
        "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private",
        "protected",
        "public", "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var",
        "void", "while", "with", "yield",
    ]

    /// Whether a text can be the name of a member without quotes.
    static func isIdentifier(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_$][A-Za-z0-9_$]*/) != nil
    }

    /// The name of a member, in quotes where it needs them.
    static func memberName(_ text: String) -> String {
        isIdentifier(text) ? text : quoted(text)
    }

    /// A name for a variable or a parameter that is like a text, and the text itself where it can be.
    static func identifier(_ text: String) -> String {
        if isIdentifier(text) { return reservedWords.contains(text) ? text + "_" : text }
        var words = text.unicodeScalars.split { scalar in
            !(scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)))
                && scalar != "_" && scalar != "$"
        }.map(String.init)
        guard !words.isEmpty else { return "value" }
        words[1...] = ArraySlice(words[1...].map { $0.prefix(1).uppercased() + $0.dropFirst() })
        let joined = words.joined()
        return isIdentifier(joined) ? identifier(joined) : "_" + joined
    }

    /// A string literal.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            // What ends a line, or turns the direction of text around, would make the file lie to its reader.
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isBidiControl
                || scalar.value == 0x2028 || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A raw value as a literal type.
    static func literal(_ value: TypeSchema.RawValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .bigint(let digits): digits + "n"
        case .number(let number): Int64(exactly: number).map(String.init) ?? "\(number)"
        }
    }

    /// A documentation comment with a line break at its end, or nothing for an empty text.
    static func comment(_ text: String, indent: String = "") -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines).replacing("*/", with: "*\\/")
        guard !text.isEmpty else { return "" }
        let lines = text.components(separatedBy: .newlines).map { $0.replacing(/\s+$/, with: "") }
        if lines.count == 1 { return "\(indent)/** \(lines[0]) */\n" }
        let body = lines.map { $0.isEmpty ? "\(indent) *\n" : "\(indent) * \($0)\n" }.joined()
        return "\(indent)/**\n\(body)\(indent) */\n"
    }
}
