internal import Foundation

/// A header field of a value and parameters: `form-data; name="a"; filename="b.png"`.
///
/// Browsers write `%22`, `%0D` and `%0A` in names for the characters that would end them, and nothing else; these are
/// decoded, so that a name is what the page gave. Source: HTML Standard, "multipart/form-data encoding algorithm";
/// RFC 9110, 5.6.6.
struct HeaderValue: Hashable {
    /// The value, in lower case.
    let value: String
    /// The parameters by their names in lower case; of one that comes twice the first counts.
    private(set) var parameters: [String: String] = [:]

    init(_ text: String) {
        var rest = text[...]
        value = Self.take(&rest, until: { $0 == ";" }).trimmingCharacters(in: .whitespaces).lowercased()
        while rest.popFirst() != nil {
            let name = Self.take(&rest, until: { $0 == "=" || $0 == ";" })
                .trimmingCharacters(in: .whitespaces).lowercased()
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let found = Self.takeValue(&rest)
            if !name.isEmpty, parameters[name] == nil { parameters[name] = found }
        }
    }

    private static func takeValue(_ rest: inout Substring) -> String {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard rest.first == "\"" else {
            return take(&rest, until: { $0 == ";" }).trimmingCharacters(in: .whitespaces)
        }
        rest.removeFirst()
        let quoted = String(take(&rest, until: { $0 == "\"" }))
        _ = take(&rest, until: { $0 == ";" })
        return quoted.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }

    private static func take(_ rest: inout Substring, until isEnd: (Character) -> Bool) -> Substring {
        let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }
}
