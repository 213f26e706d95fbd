import Foundation

/// Reads the messages of `console.js`; see `Documentation/Design/console.md`.
///
/// A page can post anything under the handler's name, so nothing is taken for granted: what has another shape is counted
/// and left out.
struct ConsoleMessageReader {
    /// What one message holds.
    struct Batch {
        var entries: [ConsoleEntry] = []
        var malformedCount = 0
    }

    let limits: ConsoleLimits

    /// Reads a message that came at a time; nothing in it may claim to be later.
    func batch(_ text: String, from frame: ConsoleFrame, at arrival: Date) -> Batch {
        var batch = Batch()
        guard text.utf8.count <= limits.maximumMessageByteCount, isShallow(text),
            let items = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [Any],
            (items.first as? NSNumber)?.doubleValue == 1
        else {
            // Not JSON, or another version: there is nothing else to tell of it.
            batch.malformedCount = 1
            return batch
        }
        batch.entries.reserveCapacity(items.count - 1)
        for item in items.dropFirst() {
            if let parts = item as? [Any], let entry = entry(parts, frame, arrival) {
                batch.entries.append(entry)
            } else {
                batch.malformedCount += 1
            }
        }
        return batch
    }

    /// Whether brackets nest no deeper than the limits allow; the parser would follow them.
    private func isShallow(_ text: String) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > limits.maximumMessageDepth { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }

    // `[kind, depth, time, stack, values, extra?]`
    private func entry(_ parts: [Any], _ frame: ConsoleFrame, _ arrival: Date) -> ConsoleEntry? {
        let values = ConsoleValueReader()
        guard parts.count >= 5, let name = parts[0] as? String, let depth = values.count(parts[1]),
            let time = values.number(parts[2]), let stack = parts[3] as? String, let list = parts[4] as? [Any]
        else { return nil }
        guard let (kind, level) = kind(name, list) else { return nil }
        var arguments: [ConsoleValue] = []
        if case .dropped = kind {
        } else {
            guard let read = values.values(list) else { return nil }
            arguments = read
        }
        var location = stack.split(separator: "\n").first.flatMap { ConsoleLocation(stackLine: $0) }
        var message = ""
        if kind == .uncaughtError {
            guard parts.count >= 6, let extra = parts[5] as? [Any], extra.count == 4, let words = extra[0] as? String,
                let source = extra[1] as? String, let line = values.count(extra[2]),
                let column = values.count(extra[3])
            else { return nil }
            message = words
            location = source.isEmpty && line == 0 ? nil : ConsoleLocation(source: source, line: line, column: column)
        } else if kind == .unhandledRejection, case .error(let error)? = arguments.first {
            location = error.location
        }
        let trace = level == .trace ? stack : nil
        return ConsoleEntry(
            kind: kind, level: level,
            text: ConsoleText(kind: kind, level: level, arguments: arguments, message: message, stack: trace).text,
            arguments: arguments, groupDepth: min(depth, 1_000), location: location, stack: trace, frame: frame,
            date: date(time, arrival))
    }

    private func kind(_ name: String, _ list: [Any]) -> (ConsoleEntry.Kind, ConsoleLevel)? {
        switch name {
        case "uncaught": return list.count == 1 ? (.uncaughtError, .error) : nil
        case "rejection": return list.count == 1 ? (.unhandledRejection, .error) : nil
        case "resource": return list.count == 1 ? (.resourceError, .error) : nil
        case "dropped":
            guard list.count == 1, let count = ConsoleValueReader().count(list[0]), count > 0 else { return nil }
            return (.dropped(count: count), .warn)
        default: return ConsoleLevel(rawValue: name).map { (.call, $0) }
        }
    }

    // The page's clock is the machine's, so a time far from the arrival is an invention.
    private func date(_ milliseconds: Double, _ arrival: Date) -> Date {
        let date = Date(timeIntervalSince1970: milliseconds / 1_000)
        return date <= arrival && arrival.timeIntervalSince(date) < 3_600 ? date : arrival
    }
}
