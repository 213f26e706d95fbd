internal import CURLSchemeStream
internal import CWebKitGTK
internal import GLib

extension URLResponse {
    /// Puts the status, the type and the header fields into a `WebKitURISchemeResponse *`.
    @MainActor
    func fill(_ response: Retained) {
        let http = self as? HTTPURLResponse
        let status = guint(http.map(Self.status) ?? 200)
        // Without the words the page's `statusText` is empty, which it is with no server of HTTP/1.1.
        webkit_uri_scheme_response_set_status(response.pointer, status, soup_status_get_phrase(status))
        gawa_scheme_response_set_length(response.cast(), gint64(max(expectedContentLength, -1)))
        let fields = http?.allHeaderFields.compactMap { name, value in
            (name as? String).map { ($0, "\(value)") }
        }
        let declaredType = fields?.first { $0.0.lowercased() == "content-type" }?.1
        withEngineText(declaredType ?? contentType) {
            webkit_uri_scheme_response_set_content_type(response.pointer, $0)
        }
        guard let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE) else { return }
        for (name, value) in fields ?? [] {
            guard Self.isValid(name, value) else {
                Log.write("A header field of a response was left out: \(name.debugDescription) is no valid field")
                continue
            }
            withEngineText(value) { soup_message_headers_append(headers, name, $0) }
        }
        webkit_uri_scheme_response_set_http_headers(response.pointer, headers)
    }

    private var contentType: String {
        guard let mimeType, let textEncodingName else { return mimeType ?? "" }
        return "\(mimeType); charset=\(textEncodingName)"
    }

    /// What the engine can carry: it has no place for others.
    private static func status(of response: HTTPURLResponse) -> Int {
        guard !(100...999).contains(response.statusCode) else { return response.statusCode }
        Log.write("\(response.statusCode) is no HTTP status: 500 was sent")
        return 500
    }

    private static func isValid(_ name: String, _ value: String) -> Bool {
        let separators = Set("\"(),/:;<=>?@[\\]{}".utf8)
        let isToken = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !separators.contains($0) }
        return isToken && !name.isEmpty && !value.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
    }
}

/// Lends text as the engine reads header fields: one byte for each character. Others than those of Latin-1 go as UTF-8.
private func withEngineText<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let bytes = text.data(using: .isoLatin1) ?? Data(text.utf8)
    return (bytes + [0]).withUnsafeBytes { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("A byte has an address") }
        return body(start.assumingMemoryBound(to: CChar.self))
    }
}
