internal import Foundation

/// What the script at document start says of a request, in header fields of its own; see `Documentation/Design/native-routes.md`.
enum RouteMark: String, CaseIterable {
    /// The page has the origin of the host that it asks, of which engines tell nothing.
    case own = "Gawa-Own"
    /// The page stands still until the answer has come to its end.
    case synchronous = "Gawa-Synchronous"
}

extension RouteHeaders {
    /// Whether a mark is set. A page may have set it beside the script.
    func has(_ mark: RouteMark) -> Bool {
        self[mark.rawValue]?.split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == "1" } ?? false
    }

    /// The fields that are the page's.
    var withoutMarks: Self {
        var headers = self
        for mark in RouteMark.allCases { headers[mark.rawValue] = nil }
        return headers
    }
}
