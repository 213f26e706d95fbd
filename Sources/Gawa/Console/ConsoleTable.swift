/// What `console.table` prints: a row for each element or member, a column for each key of those.
///
/// Source: [Console Standard, table](https://console.spec.whatwg.org/#table). What cannot be a table is `nil`.
struct ConsoleTable {
    private static let maximumCellLength = 100
    private static let maximumColumnCount = 50

    private let columns: [String]
    private let rows: [[String]]

    /// Takes the arguments of the call: the data, and perhaps an array of the columns to show.
    init?(_ arguments: [ConsoleValue]) {
        guard let data = arguments.first, let lines = Self.members(data), !lines.isEmpty else { return nil }
        var keys: [String] = []
        var hasValues = false
        var known: Set<String> = []
        for line in lines {
            guard let cells = Self.members(line.value) else {
                hasValues = true
                continue
            }
            for cell in cells where known.count < Self.maximumColumnCount && known.insert(cell.key).inserted {
                keys.append(cell.key)
            }
        }
        if arguments.count > 1, case .array(_, let wanted, _) = arguments[1] {
            keys = wanted.prefix(Self.maximumColumnCount).map { $0.text(isTopLevel: true) }
        }
        columns = ["(index)"] + keys + (hasValues ? ["Values"] : [])
        rows = lines.map { line in
            let cells = Self.members(line.value)
            let found = Dictionary((cells ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
            var row = [line.key] + keys.map { found[$0]?.text(isTopLevel: false) ?? "" }
            if hasValues { row.append(cells == nil ? line.value.text(isTopLevel: false) : "") }
            return row
        }
    }

    var text: String {
        let lines = ([columns] + rows).map { $0.map(Self.cell) }
        let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
                .joined(separator: " | ")
        }.joined(separator: "\n")
    }

    private static func cell(_ text: String) -> String {
        let line = text.replacing("\n", with: " ")
        return line.count > maximumCellLength ? line.prefix(maximumCellLength) + "…" : line
    }

    private static func members(_ value: ConsoleValue) -> [ConsoleMember]? {
        switch value {
        case .object(_, let members, _): members
        case .array(_, let elements, _):
            elements.enumerated().map { ConsoleMember(key: String($0.offset), value: $0.element) }
        case .set(let elements, _):
            elements.enumerated().map { ConsoleMember(key: String($0.offset), value: $0.element) }
        case .map(let entries, _):
            entries.map { ConsoleMember(key: $0.key.text(isTopLevel: true), value: $0.value) }
        default: nil
        }
    }
}
