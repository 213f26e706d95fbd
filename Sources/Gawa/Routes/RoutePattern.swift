/// Which paths a route is for.
struct RoutePattern: Sendable, Hashable {
    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
        /// All that follows, one segment or more.
        case rest(String)
    }

    /// What is wrong with a pattern.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The pattern as it was written, without a slash at its beginning.
    let text: String
    let segments: [Segment]

    init(_ text: String) throws(Fault) {
        self.text = text.hasPrefix("/") ? String(text.dropFirst()) : text
        segments = try self.text.isEmpty ? [] : Self.parse(self.text)
    }

    private static func parse(_ text: String) throws(Fault) -> [Segment] {
        var segments: [Segment] = []
        var names: Set<String> = []
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let segment = try parse(part, of: text, isLast: index == parts.count - 1)
            switch segment {
            case .literal: break
            case .parameter(let name), .rest(let name):
                guard names.insert(name).inserted else {
                    throw Fault(description: "'\(text)' has two parameters '\(name)': give each a name of its own")
                }
            }
            segments.append(segment)
        }
        return segments
    }

    private static func parse(_ part: Substring, of text: String, isLast: Bool) throws(Fault) -> Segment {
        if part.isEmpty {
            throw Fault(
                description: isLast
                    ? "'\(text)' ends with a slash: leave it out, both spellings are answered"
                    : "'\(text)' has an empty segment: write one slash between segments")
        }
        if part == "." || part == ".." {
            throw Fault(description: "'\(text)' has a dot segment, which no request has: write the path that is meant")
        }
        if part.contains(where: { $0 == "?" || $0 == "#" || $0 == "\0" }) {
            throw Fault(description: "'\(text)' has a query, a fragment or a NUL: write the path alone")
        }
        guard let first = part.first, first == ":" || first == "*" else { return .literal(String(part)) }
        let name = String(part.dropFirst())
        guard isName(name) else {
            throw Fault(description: "'\(text)' has no name after its '\(first)': use ASCII letters, digits and '_'")
        }
        if first == ":" { return .parameter(name) }
        guard isLast else {
            throw Fault(description: "'\(text)' has '*\(name)' before its end: only the last segment can take the rest")
        }
        return .rest(name)
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
        return text.utf8.allSatisfy {
            (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
        }
    }

    // MARK: Matching

    /// The values of the parameters for a path; nil for a path that this is not for.
    func match(_ path: RoutePath) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = path.segments[...]
        for segment in segments {
            guard let first = rest.first else { return nil }
            switch segment {
            case .literal(let text):
                guard first == text else { return nil }
            case .parameter(let name):
                guard !first.isEmpty else { return nil }
                values[name] = first
            case .rest(let name):
                let text = rest.joined(separator: "/")
                guard !text.isEmpty else { return nil }
                values[name] = text
                return values
            }
            rest = rest.dropFirst()
        }
        return rest.isEmpty ? values : nil
    }

    /// Whether two patterns are for the same paths.
    func isSame(as other: Self) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { $0.rank == $1.rank && $0.literal == $1.literal }
    }

    /// Whether this one is asked before another: at the first segment where they are of different kinds, text comes before a
    /// parameter, and that before the rest.
    func isMoreSpecific(than other: Self) -> Bool {
        for (one, two) in zip(segments, other.segments) where one.rank != two.rank { return one.rank < two.rank }
        return segments.count > other.segments.count
    }
}

extension RoutePattern.Segment {
    fileprivate var rank: Int {
        switch self {
        case .literal: 0
        case .parameter: 1
        case .rest: 2
        }
    }

    fileprivate var literal: String? {
        if case .literal(let text) = self { text } else { nil }
    }
}
