internal import CWebKitGTK

extension URLRequest {
    /// Reads a `WebKitURIRequest *`: its URL, method and headers; the engine tells no body.
    init(engineRequest request: OpaquePointer?) {
        let text = request.flatMap { webkit_uri_request_get_uri($0) }.map { String(cString: $0) } ?? ""
        self.init(url: URL(string: text) ?? blankURL)
        guard let request else { return }
        if let method = webkit_uri_request_get_http_method(request) { httpMethod = String(cString: method) }
        if let headers = webkit_uri_request_get_http_headers(request) {
            allHTTPHeaderFields = httpFields(of: headers)
        }
    }
}

/// The fields of a `SoupMessageHeaders *`; those of one name are joined by commas, as Foundation has them.
func httpFields(of headers: OpaquePointer) -> [String: String] {
    var fields: [String: String] = [:]
    var iterator = SoupMessageHeadersIter()
    soup_message_headers_iter_init(&iterator, headers)
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
        guard let name, let value else { continue }
        let key = String(cString: name)
        let text = String(cString: value)
        fields[key] = fields[key].map { "\($0), \(text)" } ?? text
    }
    return fields
}
