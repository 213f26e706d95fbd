internal import Foundation

/// A failure that a handler answers with: a status and a sentence for the page's developers.
///
/// Thrown by a handler, it becomes the answer. Other errors become status 500, and their text stays on the native side.
public struct RouteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status.
    public let status: RouteStatus

    /// What went wrong; the body of the answer, as text.
    public let description: String

    /// Makes an error.
    public init(_ status: RouteStatus, _ description: String = "") {
        self.status = status
        self.description = description
    }

    /// Where in a JSON body a fault is, and what it is.
    static func sentence(of error: DecodingError) -> String {
        let (context, what): (DecodingError.Context, String) =
            switch error {
            case .typeMismatch(let type, let context): (context, "is no \(type)")
            case .valueNotFound(let type, let context): (context, "is null, not \(type)")
            case .keyNotFound(let key, let context): (context, "has no '\(key.stringValue)'")
            case .dataCorrupted(let context): (context, "is malformed")
            @unknown default: (.init(codingPath: [], debugDescription: ""), "is malformed")
            }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return "body\(path) \(what)"
    }
}
