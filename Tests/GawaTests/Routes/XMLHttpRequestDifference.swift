/// A line that a script writes otherwise when the app answers.
struct XMLHttpRequestDifference: Hashable, Sendable, CustomStringConvertible {
    /// The script.
    let name: String
    /// What the line begins with, up to its first colon.
    let label: String
    /// The words in the line that are not in the app's, when a server answers.
    let server: String
    /// The words in their place when the app answers.
    let app: String

    init(_ name: String, _ label: String, _ server: String, _ app: String) {
        self.name = name
        self.label = label
        self.server = server
        self.app = app
    }

    var description: String { "('\(name)', '\(label)': '\(server)' when a server answers, '\(app)' when the app does)" }

    /// The differences between what a script wrote, line by line.
    static func between(_ name: String, _ server: [String], _ app: [String]) -> [Self] {
        (0..<max(server.count, app.count)).compactMap { index in
            let one = index < server.count ? server[index] : "no line"
            let other = index < app.count ? app[index] : "no line"
            return one == other ? nil : between(name, one, other)
        }
    }

    private static func between(_ name: String, _ server: String, _ app: String) -> Self {
        let (label, words) = parts(of: server)
        let (otherLabel, otherWords) = parts(of: app)
        guard label == otherLabel else { return Self(name, label, server, app) }
        let before = zip(words, otherWords).prefix { $0 == $1 }.count
        let left = (words.dropFirst(before), otherWords.dropFirst(before))
        let after = zip(left.0.reversed(), left.1.reversed()).prefix { $0 == $1 }.count
        return Self(
            name, label, left.0.dropLast(after).joined(separator: " "),
            left.1.dropLast(after).joined(separator: " "))
    }

    private static func parts(of line: String) -> (label: String, words: [Substring]) {
        guard let colon = line.firstRange(of: ": ") else { return (line, []) }
        return (
            String(line[..<colon.lowerBound]),
            line[colon.upperBound...].split(separator: " ", omittingEmptySubsequences: false)
        )
    }
}
