import Foundation

extension ConsoleValue {
    /// The value in one line (an error's stack in several), as a console prints it.
    ///
    /// - Parameter isTopLevel: Whether it stands by itself: then strings have no quotes, and errors have their stack.
    func text(isTopLevel: Bool) -> String {
        switch self {
        case .undefined: "undefined"
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let number): number.javaScriptText
        case .bigInt(let digits): digits + "n"
        case .string(let text): isTopLevel ? text : quoted(text)
        case .truncatedString(let text, let count):
            (isTopLevel ? text : quoted(text)) + "… (\(count) more characters)"
        case .symbol(let text), .regularExpression(let text), .element(let text): text
        case .function(let name): name.isEmpty ? "[function]" : "[function \(name)]"
        case .date(let date): date.map(Self.text) ?? "Invalid Date"
        case .error(let error): error.text(withStack: isTopLevel)
        case .array(let name, let elements, let omitted):
            (name == "Array" ? "" : prefix(name)) + "["
                + Self.list(elements.map { $0.text(isTopLevel: false) }, omitted)
                + "]"
        case .object(let name, let members, let omitted):
            (name == "Object" ? "" : prefix(name)) + "{" + Self.list(members.map(\.text), omitted) + "}"
        case .map(let entries, let omitted):
            "Map(\(entries.count.addingClamped(omitted))) {"
                + Self.list(
                    entries.map { $0.key.text(isTopLevel: false) + " => " + $0.value.text(isTopLevel: false) }, omitted)
                + "}"
        case .set(let elements, let omitted):
            "Set(\(elements.count.addingClamped(omitted))) {"
                + Self.list(elements.map { $0.text(isTopLevel: false) }, omitted) + "}"
        case .other(let name): "[\(name)]"
        case .hole: "empty"
        case .getter: "(...)"
        case .cycle: "[cycle]"
        case .truncated(let name): name.isEmpty ? "…" : name + " {…}"
        }
    }

    /// Items between commas, and how many more there are.
    static func list(_ items: [String], _ omittedCount: Int) -> String {
        (omittedCount > 0 ? items + ["… \(omittedCount) more"] : items).joined(separator: ", ")
    }

    private func prefix(_ name: String) -> String {
        name.isEmpty ? "" : name + " "
    }

    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension ConsoleMember {
    /// `key: value`.
    var text: String { key + ": " + value.text(isTopLevel: false) }
}

extension ConsoleError {
    /// `name: message`, the further members, and the stack in lines of its own.
    func text(withStack: Bool) -> String {
        let words = name.isEmpty ? message : message.isEmpty ? name : name + ": " + message
        let more = members.isEmpty ? "" : " {" + ConsoleValue.list(members.map(\.text), omittedCount) + "}"
        guard withStack, !stack.isEmpty else { return words + more }
        return words + more + "\n" + stack
    }
}

extension Int {
    /// The sum, or the largest number: pages choose the counts.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
