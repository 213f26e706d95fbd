internal import GawaWebKit

extension RouteResponse {
    /// What a page gets for a response of Foundation's: one that is no `HTTPURLResponse` stands for status 200.
    init(_ response: URLResponse?, pieces: AsyncThrowingStream<Data, any Error>) {
        var headers = RouteHeaders()
        var status = RouteStatus.ok
        if let response = response as? HTTPURLResponse {
            status = RouteStatus(rawValue: response.statusCode) ?? .internalServerError
            for (name, value) in response.allHeaderFields {
                // A wrong length would cut the body or keep the page waiting; the end of the pieces tells it.
                guard let name = name as? String, name.lowercased() != "content-length" else { continue }
                headers.add(name, "\(value)")
            }
        }
        if headers["Content-Type"] == nil, let type = response?.mimeType {
            headers.add("Content-Type", response?.textEncodingName.map { "\(type); charset=\($0)" } ?? type)
        }
        self = .stream(pieces)
        self.status = status
        self.headers = headers
    }
}
