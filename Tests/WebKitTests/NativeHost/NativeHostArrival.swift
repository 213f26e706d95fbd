import WebKit

/// A request as it reached the app.
struct NativeHostArrival: Equatable, CustomStringConvertible {
    let method: String
    let url: String
    let origin: String?
    let referer: String?
    let body: String?
    let fields: [String: String]

    init(_ request: URLRequest) {
        method = request.httpMethod ?? ""
        url = request.url?.absoluteString ?? ""
        origin = request.value(forHTTPHeaderField: "Origin")
        referer = request.value(forHTTPHeaderField: "Referer")
        body = request.httpBody.map { String(decoding: $0, as: UTF8.self) }
        fields = request.allHTTPHeaderFields ?? [:]
    }

    /// Who asked, as far as the request tells.
    var asker: String { "\(origin ?? "no origin"), \(referer ?? "no referer")" }

    var description: String { "\(method) \(url) from \(asker)" }

    static func == (left: Self, right: Self) -> Bool {
        left.description == right.description && left.body == right.body
    }
}
