/// A place in a script, as the page's engine names it. It is the page's word, which a page can forge.
public struct ConsoleLocation: Sendable, Hashable, CustomStringConvertible {
    /// The script's address; text and no URL, since scripts may have other names. At most about 10,000 characters.
    public let source: String

    /// The line, from 1; 0 when it is not known.
    public let line: Int

    /// The column, from 1; 0 when it is not known.
    public let column: Int

    /// Makes a place.
    public init(source: String, line: Int, column: Int) {
        self.source = source
        self.line = line
        self.column = column
    }

    /// `source:line:column`.
    public var description: String { "\(source):\(line):\(column)" }

    /// Reads the last part of a line of a stack, `function@source:line:column`; `nil` for native code.
    init?(stackLine: Substring) {
        let place = stackLine.firstIndex(of: "@").map { stackLine[stackLine.index(after: $0)...] } ?? stackLine
        let parts = place.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let column = Int(parts[parts.count - 1]), let line = Int(parts[parts.count - 2]),
            line > 0, column >= 0
        else { return nil }
        self.init(source: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }
}
