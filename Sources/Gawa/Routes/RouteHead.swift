internal import GawaWebKit

/// An answer as it goes to the engine: its head complete, its body as the method and the status allow.
struct RouteHead: Sendable {
    let status: Int
    let headers: RouteHeaders
    let content: RouteBody.Content

    /// Completes an answer.
    ///
    /// - Parameters:
    ///   - access: Of whom asked: the answer tells the engine that this origin may read it, and nobody else.
    ///   - isEmbeddable: Whether the route gives to anyone: its type is then to be taken at its word.
    init(_ response: RouteResponse, method: String, access: RouteAccess, isEmbeddable: Bool) {
        status = response.status.rawValue
        var headers = response.headers
        for field in headers.fields where field.name.lowercased().hasPrefix("access-control-") && method != "OPTIONS" {
            headers[field.name] = nil
        }
        if response.status.hasNoBody {
            // RFC 9110, 15.3.6 and 8.6.
            headers["Content-Length"] = status == 205 ? "0" : nil
        } else if method != "HEAD" || headers["Content-Length"] == nil {
            // What a handler says of it is believed only where there is no body to compare it with.
            headers["Content-Length"] = response.body.byteCount.map { "\($0)" }
        }
        if isEmbeddable { headers["X-Content-Type-Options"] = "nosniff" }
        if case .full(let origin) = access {
            let names = Set(headers.fields.map { $0.name.lowercased() })
                .filter { $0 != "vary" && !$0.hasPrefix("access-control-") }.sorted()
            headers["Access-Control-Allow-Origin"] = origin.description
            headers["Access-Control-Allow-Credentials"] = "true"
            if !names.isEmpty {
                headers["Access-Control-Expose-Headers"] = names.joined(separator: ", ")
            }
        }
        headers.addVary("Origin")
        self.headers = headers
        content = method == "HEAD" || response.status.hasNoBody ? .none : response.body.content
    }

    /// Whether the pieces of the body may be any time apart.
    var isEventStream: Bool { headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") ?? false }

    /// The head as Foundation has it.
    func response(to url: URL) -> URLResponse {
        let fields = headers.dictionary
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
            // Foundation makes one of any status and fields.
            ?? URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }
}

extension RouteHeaders {
    /// Adds a name to `Vary`, once.
    mutating func addVary(_ name: String) {
        let names = self["Vary"]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        guard !names.contains(where: { $0 == "*" || $0.lowercased() == name.lowercased() }) else { return }
        self["Vary"] = (names + [name]).joined(separator: ", ")
    }

    /// Each name once, several lines joined, as Foundation holds them.
    var dictionary: [String: String] {
        var names: Set<String> = []
        var fields: [String: String] = [:]
        for field in self.fields where names.insert(field.name.lowercased()).inserted {
            fields[field.name] = self[field.name]
        }
        return fields
    }
}
