import Foundation

@testable import Gawa

extension RouteRequest {
    /// A request of a page for a path of `http://native`, with a query perhaps.
    static func of(
        _ path: String, method: String = "GET", headers: RouteHeaders = [:], body: String = ""
    ) -> RouteRequest {
        let url = URL(string: "http://native\(path)") ?? URL(fileURLWithPath: "/")
        return RouteRequest(
            method: method, url: url, path: url.path, headers: headers, body: Data(body.utf8), origin: nil)
    }
}

extension RouteResponse {
    /// Reads the body, piece by piece.
    func readPieces(_ take: (Data) -> Void) async throws {
        switch body.content {
        case .none: return
        case .data(let data): take(data)
        case .pieces(_, let start):
            let next = start()
            while let piece = try await next() { take(piece) }
        }
    }

    func wholeBody() async throws -> Data {
        var data = Data()
        try await readPieces { data += $0 }
        return data
    }
}
