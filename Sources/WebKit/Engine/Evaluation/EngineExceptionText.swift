/// The parts of the engine's one-line report of an exception.
struct EngineExceptionText: Equatable {
    let sourceURL: String
    let line: Int
    /// 0 when the engine does not tell it, as for syntax errors.
    let column: Int
    let text: String

    /// Takes a report apart, or gives nil when it has no position, as for the rejection of a promise.
    ///
    /// A URL may hold colons and digits, so the known URL is tried first.
    init?(_ report: String, documentURL: String?) {
        if let documentURL, report.hasPrefix(documentURL + ":"),
            let position = Self.position(in: report.dropFirst(documentURL.count))
        {
            self.init(sourceURL: documentURL, position)
            return
        }
        guard let scheme = report.firstIndex(of: ":"), report[..<scheme].allSatisfy(\.isURLSchemeCharacter),
            !report[..<scheme].isEmpty
        else { return nil }
        var index = report.index(after: scheme)
        while let colon = report[index...].firstIndex(of: ":") {
            // White space ends a URL: what follows is text.
            guard !report[index..<colon].contains(where: \.isWhitespace) else { return nil }
            if let position = Self.position(in: report[colon...]) {
                self.init(sourceURL: String(report[..<colon]), position)
                return
            }
            index = report.index(after: colon)
        }
        return nil
    }

    private typealias Position = (line: Int, column: Int, text: Substring)

    private init(sourceURL: String, _ position: Position) {
        self.sourceURL = sourceURL
        line = position.line
        column = position.column
        text = String(position.text)
    }

    /// Reads `:line:column: text` or `:line: text`.
    private static func position(in rest: Substring) -> Position? {
        guard let (line, afterLine) = number(in: rest) else { return nil }
        if let (column, afterColumn) = number(in: afterLine), afterColumn.hasPrefix(": ") {
            return (line, column, afterColumn.dropFirst(2))
        }
        return afterLine.hasPrefix(": ") ? (line, 0, afterLine.dropFirst(2)) : nil
    }

    private static func number(in rest: Substring) -> (Int, Substring)? {
        guard rest.first == ":" else { return nil }
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        return Int(digits).map { ($0, rest[digits.endIndex...]) }
    }
}

extension Character {
    fileprivate var isURLSchemeCharacter: Bool {
        isASCII && (isLetter || isNumber || self == "+" || self == "-" || self == ".")
    }
}
