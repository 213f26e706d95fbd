import Foundation

/// An entry in one line, for standard error and logs.
struct ConsoleLine {
    /// Characters of the text that are shown.
    static let maximumTextLength = 2_000
    private static let maximumPlaceLength = 300
    private static let maximumIndent = 20

    let entry: ConsoleEntry

    var text: String {
        var line = "console.\(entry.level.rawValue)"
        if !entry.frame.isMainFrame { line += " [frame \(shown(entry.frame.origin ?? "of an opaque origin", 100))]" }
        if let location = entry.location { line += " \(shown(location.description, Self.maximumPlaceLength))" }
        line += ": " + String(repeating: "  ", count: min(entry.groupDepth, Self.maximumIndent))
        return line + shown(entry.text, Self.maximumTextLength)
    }

    // Control characters could move a terminal's cursor or fake a line, so they are escaped.
    private func shown(_ text: String, _ maximum: Int) -> String {
        var shown = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            if count > maximum { return shown + "…" }
            switch scalar.value {
            case 0x0A: shown += "\\n"
            case 0x09: shown += " "
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
