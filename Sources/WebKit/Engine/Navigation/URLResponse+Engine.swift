internal import CWebKitGTK

extension URLResponse {
    /// Whether the server says that it is to be kept, not shown.
    var isAttachment: Bool {
        let disposition = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition") ?? ""
        return disposition.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() == "attachment"
    }

    /// Makes a response of a `WebKitURIResponse *`.
    static func make(engineResponse response: OpaquePointer?) -> URLResponse {
        let text = response.flatMap { webkit_uri_response_get_uri($0) }.map { String(cString: $0) } ?? ""
        let url = URL(string: text) ?? blankURL
        guard let response else {
            return URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
        }
        let status = Int(webkit_uri_response_get_status_code(response))
        if status != 0 {
            var fields = webkit_uri_response_get_http_headers(response).map(httpFields) ?? [:]
            // Foundation takes the MIME type from the fields alone; the engine may have found it otherwise.
            if !fields.keys.contains(where: { $0.lowercased() == "content-type" }),
                let type = webkit_uri_response_get_mime_type(response)
            {
                fields["Content-Type"] = String(cString: type)
            }
            if let http = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields) {
                return http
            }
        }
        let length = webkit_uri_response_get_content_length(response)
        return URLResponse(
            url: url, mimeType: webkit_uri_response_get_mime_type(response).map { String(cString: $0) },
            expectedContentLength: length == 0 ? -1 : Int(length), textEncodingName: nil)
    }
}
