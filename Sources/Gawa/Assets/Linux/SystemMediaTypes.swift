import Foundation

/// What the system knows of files' types: the shared MIME database, without it `/etc/mime.types`.
///
/// The database of the user's home is left out: what an app's files are must not depend on who runs it. Read once.
///
/// Source: [Shared MIME-info Database](https://specifications.freedesktop.org/shared-mime-info-spec/latest/), `globs2`.
enum SystemMediaTypes {
    /// The type of an extension, in lower case and without a dot.
    static func type(ofExtension name: String) -> String? { types[name] }

    private static let types: [String: String] = {
        let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
        let texts = (folders ?? "/usr/local/share:/usr/share").split(separator: ":").compactMap { folder in
            // A folder without a database is nothing to speak of.
            try? String(contentsOfFile: "\(folder)/mime/globs2", encoding: .utf8)
        }
        let types = texts.reversed().reduce(into: [:]) { types, text in
            // The folder that is named first comes last, and wins.
            types.merge(extensions(ofGlobs: text)) { $1 }
        }
        guard types.isEmpty, let text = try? String(contentsOfFile: "/etc/mime.types", encoding: .utf8) else {
            return types
        }
        return extensions(ofTypes: text)
    }()

    /// Reads lines of `weight:type:*.extension`, of which the heaviest counts.
    static func extensions(ofGlobs text: String) -> [String: String] {
        var types: [String: (weight: Int, type: String)] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            // Flags such as `cs`, for names whose case matters, follow in a fourth part.
            guard parts.count == 3, let weight = Int(parts[0]), parts[2].hasPrefix("*.") else { continue }
            let name = parts[2].dropFirst(2).lowercased()
            guard !name.isEmpty, !name.contains(where: { "*?[".contains($0) }) else { continue }
            if types[name].map({ $0.weight < weight }) ?? true { types[name] = (weight, String(parts[1])) }
        }
        return types.mapValues(\.type)
    }

    /// Reads lines of a type and its extensions.
    static func extensions(ofTypes text: String) -> [String: String] {
        var types: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            for name in words.dropFirst() where types[name.lowercased()] == nil { types[name.lowercased()] = words[0] }
        }
        return types
    }
}
