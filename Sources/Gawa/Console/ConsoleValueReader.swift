import Foundation

/// Reads the forms of values in the messages of `console.js`; anything else gives `nil`.
///
/// It follows arrays into each other; ``ConsoleMessageReader`` has bounded how deep.
struct ConsoleValueReader {
    func values(_ list: [Any]) -> [ConsoleValue]? {
        var values: [ConsoleValue] = []
        values.reserveCapacity(list.count)
        for item in list {
            guard let value = value(item) else { return nil }
            values.append(value)
        }
        return values
    }

    func value(_ any: Any) -> ConsoleValue? {
        if let text = any as? String { return .string(text) }
        if let parts = any as? [Any] { return tagged(parts) }
        if any is NSNull { return .null }
        return number(any).map(ConsoleValue.number)
    }

    func number(_ any: Any) -> Double? {
        (any as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A whole number, not negative.
    func count(_ any: Any) -> Int? {
        guard let number = number(any), number >= 0, number <= 9_007_199_254_740_991 else { return nil }
        return Int(exactly: number)
    }

    // MARK: Private

    private func tagged(_ parts: [Any]) -> ConsoleValue? {
        guard let tag = parts.first as? String else { return nil }
        switch (tag, parts.count) {
        case ("u", 1): return .undefined
        case ("h", 1): return .hole
        case ("g", 1): return .getter
        case ("c", 1): return .cycle
        case ("b", 2): return number(parts[1]).map { .boolean($0 != 0) }
        case ("d", 2): return date(parts[1])
        case (_, 2): return (parts[1] as? String).flatMap { word(tag, $0) }
        case ("s", 3):
            guard let text = parts[1] as? String, let count = count(parts[2]) else { return nil }
            return .truncatedString(text, omittedCount: count)
        case ("t", 3):
            guard let list = elements(parts[1]), let count = count(parts[2]) else { return nil }
            return .set(elements: list, omittedCount: count)
        case ("m", 3):
            guard let list = pairs(parts[1]), let count = count(parts[2]) else { return nil }
            var entries: [ConsoleMapEntry] = []
            for (first, second) in list {
                guard let key = value(first), let value = value(second) else { return nil }
                entries.append(ConsoleMapEntry(key: key, value: value))
            }
            return .map(entries: entries, omittedCount: count)
        case ("a", 4):
            guard let name = parts[1] as? String, let list = elements(parts[2]), let count = count(parts[3])
            else { return nil }
            return .array(className: name, elements: list, omittedCount: count)
        case ("o", 4):
            guard let name = parts[1] as? String, let list = members(parts[2]), let count = count(parts[3])
            else { return nil }
            return .object(className: name, members: list, omittedCount: count)
        case ("e", 9): return error(parts)
        default: return nil
        }
    }

    private func word(_ tag: String, _ text: String) -> ConsoleValue? {
        switch tag {
        case "n": ["NaN": .nan, "Infinity": .infinity, "-Infinity": -.infinity, "-0": -0.0][text].map { .number($0) }
        case "i": .bigInt(text)
        case "y": .symbol(text)
        case "f": .function(name: text)
        case "r": .regularExpression(text)
        case "l": .element(text)
        case "p": .other(text)
        case "x": .truncated(className: text)
        default: nil
        }
    }

    private func date(_ any: Any) -> ConsoleValue? {
        if any is NSNull { return .date(nil) }
        // What a Date can hold.
        guard let time = number(any), abs(time) <= 8.64e15 else { return nil }
        return .date(Date(timeIntervalSince1970: time / 1_000))
    }

    private func elements(_ any: Any) -> [ConsoleValue]? {
        (any as? [Any]).flatMap(values)
    }

    private func pairs(_ any: Any) -> [(Any, Any)]? {
        guard let list = any as? [Any] else { return nil }
        var pairs: [(Any, Any)] = []
        for item in list {
            guard let pair = item as? [Any], pair.count == 2 else { return nil }
            pairs.append((pair[0], pair[1]))
        }
        return pairs
    }

    private func members(_ any: Any) -> [ConsoleMember]? {
        guard let list = pairs(any) else { return nil }
        var members: [ConsoleMember] = []
        for (key, item) in list {
            guard let key = key as? String, let value = value(item) else { return nil }
            members.append(ConsoleMember(key: key, value: value))
        }
        return members
    }

    private func error(_ parts: [Any]) -> ConsoleValue? {
        guard let name = parts[1] as? String, let message = parts[2] as? String, let stack = parts[3] as? String,
            let line = count(parts[4]), let column = count(parts[5]), let source = parts[6] as? String,
            let members = members(parts[7]), let omitted = count(parts[8])
        else { return nil }
        let known =
            line == 0 && source.isEmpty
            ? stack.split(separator: "\n").first.flatMap { ConsoleLocation(stackLine: $0) }
            : ConsoleLocation(source: source, line: line, column: column)
        return .error(
            ConsoleError(
                name: name, message: message, stack: stack, location: known, members: members, omittedCount: omitted))
    }
}
