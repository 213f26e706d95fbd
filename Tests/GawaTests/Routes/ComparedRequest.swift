import Foundation
import TestServer

@testable import Gawa

/// A request as a server and as the app get it, without what only one of the two can tell.
struct ComparedRequest: Sendable {
    /// What the path of every request begins with.
    static let root = "/xhr"

    let method: String
    /// The path after the root, its escapes decoded.
    let path: String
    /// The query with its escapes.
    let query: String
    let headers: [(name: String, value: String)]
    let body: Data

    init(_ request: TestServer.Request) {
        method = request.method
        path = Self.afterRoot(request.path)
        query = request.query ?? ""
        headers = request.headers
        body = request.body
    }

    init(_ request: RouteRequest) {
        method = request.method
        path = Self.afterRoot(request.path)
        query = Self.query(of: request.url)
        headers = request.headers.fields.map { ($0.name, $0.value) }
        body = request.body
    }

    private static func afterRoot(_ path: String) -> String {
        path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    }

    private static func query(of url: URL) -> String {
        URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedQuery ?? ""
    }

    /// The decoded values of all items of that name in the query.
    func items(_ name: String) -> [String] {
        query.split(separator: "&").compactMap { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name else { return nil }
            return String(parts[1]).removingPercentEncoding
        }
    }

    /// The first value of a header field.
    subscript(header name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
