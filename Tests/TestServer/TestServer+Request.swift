internal import CSoup
package import Foundation

extension TestServer {
    /// A request as it arrived.
    package struct Request: Sendable {
        package let method: String

        /// The whole address, with the host that the client named.
        package let url: URL

        /// The header fields in the order of arrival, names as the client spelled them.
        package let headers: [(name: String, value: String)]

        package let body: Data

        /// The path without its percent escapes; a slash at its end is kept.
        package var path: String {
            // `URL.path` drops a slash at the end.
            let path = URLComponents(url: url, resolvingAgainstBaseURL: false)?.path ?? ""
            return path.isEmpty ? "/" : path
        }

        /// The query as it arrived, without the question mark: `url` escapes what Foundation cannot hold.
        package let query: String?

        /// The first value of a header field, whatever the case of its name.
        package subscript(header name: String) -> String? {
            headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
        }

        /// The decoded value of the first query item of that name.
        package subscript(query name: String) -> String? {
            URLComponents(url: url, resolvingAgainstBaseURL: false)?
                .queryItems?.first { $0.name == name }?.value
        }
    }
}

extension TestServer.Request {
    @MainActor
    init(_ message: OpaquePointer) {
        method = String(cString: soup_server_message_get_method(message))
        let uri = soup_server_message_get_uri(message)
        query = g_uri_get_query(uri).map { String(cString: $0) }
        let address = g_uri_to_string(uri)
        defer { g_free(address) }
        url = address.flatMap { URL(string: String(cString: $0)) } ?? URL(fileURLWithPath: "/")

        var fields: [(name: String, value: String)] = []
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, soup_server_message_get_request_headers(message))
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            fields.append((String(cString: name), String(cString: value)))
        }
        headers = fields

        let content = soup_message_body_flatten(soup_server_message_get_request_body(message))
        defer { g_bytes_unref(content) }
        var count: gsize = 0
        body = g_bytes_get_data(content, &count).map { Data(bytes: $0, count: Int(count)) } ?? Data()
    }
}
