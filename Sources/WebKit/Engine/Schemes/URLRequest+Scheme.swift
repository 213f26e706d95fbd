internal import CURLSchemeStream
internal import CWebKitGTK
internal import GLib

extension URLRequest {
    /// Reads a `WebKitURISchemeRequest *`, its body too.
    ///
    /// - Parameter isBodyLeftOut: Becomes true when there is a body that the engine cannot give.
    @MainActor
    init(schemeRequest request: Retained, isBodyLeftOut: inout Bool) {
        let text = webkit_uri_scheme_request_get_uri(request.pointer).map { String(cString: $0) } ?? ""
        self.init(url: URL(engineText: text) ?? blankURL)
        httpMethod = webkit_uri_scheme_request_get_http_method(request.pointer).map { String(cString: $0) } ?? "GET"
        if let headers = webkit_uri_scheme_request_get_http_headers(request.pointer) {
            allHTTPHeaderFields = httpFields(of: headers)
        }
        httpBody = Self.body(of: request, url: text, isLeftOut: &isBodyLeftOut)
    }

    /// The body, or nil when there is none or the engine cannot give it.
    ///
    /// The engine looks up the bytes of a `Blob` where this process has none, and ends it. Nothing of a request tells
    /// whether there is a `Blob` in its body, so the call is made where its death does no harm.
    @MainActor
    private static func body(of request: Retained, url: String, isLeftOut: inout Bool) -> Data? {
        let method = webkit_uri_scheme_request_get_http_method(request.pointer).map { String(cString: $0) } ?? "GET"
        // Neither fetch nor XMLHttpRequest nor a form gives these a body.
        guard method != "GET", method != "HEAD" else { return nil }
        var stream: UnsafeMutableRawPointer?
        let trial = gawa_call_safely(
            { request in
                request.flatMap { webkit_uri_scheme_request_get_http_body(OpaquePointer($0)) }
                    .map { UnsafeMutableRawPointer($0) }
            }, UnsafeMutableRawPointer(request.pointer), &stream)
        guard trial == GAWA_TRIAL_RETURNED else {
            let reason = trial == GAWA_TRIAL_DIED ? "it has a Blob in it" : "it could not be read safely"
            isLeftOut = true
            Log.write("The body of the \(method) request to \(url) was left out: \(reason)")
            return nil
        }
        guard let stream else { return nil }
        let body = read(Retained(taking: OpaquePointer(stream)))
        isLeftOut = body == nil
        return body
    }

    @MainActor
    private static func read(_ stream: Retained) -> Data? {
        var body = Data()
        let size = 1 << 16
        return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            while true {
                let count = g_input_stream_read(stream.cast(), buffer.baseAddress, gsize(size), nil, nil)
                guard count >= 0 else { return nil }
                guard count > 0 else { return body }
                body.append(contentsOf: buffer[..<Int(count)])
            }
        }
    }
}
