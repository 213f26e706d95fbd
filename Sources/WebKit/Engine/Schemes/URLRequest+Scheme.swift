internal import CURLSchemeStream
internal import CWebKitGTK
internal import GLib

extension URLRequest {
    /// Reads a `WebKitURISchemeRequest *`, but for its body.
    @MainActor
    init(schemeRequest request: Retained) {
        let text = webkit_uri_scheme_request_get_uri(request.pointer).map { String(cString: $0) } ?? ""
        self.init(url: URL(engineText: text) ?? blankURL)
        httpMethod = webkit_uri_scheme_request_get_http_method(request.pointer).map { String(cString: $0) } ?? "GET"
        if let headers = webkit_uri_scheme_request_get_http_headers(request.pointer) {
            allHTTPHeaderFields = httpFields(of: headers)
        }
    }

    /// The body of a `WebKitURISchemeRequest *`.
    ///
    /// The engine looks up the bytes of a `Blob` where this process has none, and ends it. Nothing of a request tells
    /// whether there is a `Blob` in its body, so the call is made where its death does no harm.
    ///
    /// The engine has it in this process's memory; another copy is made of no more than `limit` bytes.
    @MainActor
    static func body(ofSchemeRequest request: Retained, limit: Int) -> SchemeRequestBody {
        let method = webkit_uri_scheme_request_get_http_method(request.pointer).map { String(cString: $0) } ?? "GET"
        // Neither fetch nor XMLHttpRequest nor a form gives these a body.
        guard method != "GET", method != "HEAD" else { return .none }
        var stream: UnsafeMutableRawPointer?
        let trial = gawa_call_safely(
            { request in
                request.flatMap { webkit_uri_scheme_request_get_http_body(OpaquePointer($0)) }
                    .map { UnsafeMutableRawPointer($0) }
            }, UnsafeMutableRawPointer(request.pointer), &stream)
        guard trial == GAWA_TRIAL_RETURNED else {
            let reason = trial == GAWA_TRIAL_DIED ? "it has a Blob in it" : "it could not be read safely"
            let url = webkit_uri_scheme_request_get_uri(request.pointer).map { String(cString: $0) } ?? ""
            Log.write("The body of the \(method) request to \(url) was left out: \(reason)")
            return .leftOut
        }
        guard let stream else { return .none }
        return read(Retained(taking: OpaquePointer(stream)), limit: limit)
    }

    @MainActor
    private static func read(_ stream: Retained, limit: Int) -> SchemeRequestBody {
        var body = Data()
        let size = 1 << 16
        return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            while true {
                let count = g_input_stream_read(stream.cast(), buffer.baseAddress, gsize(size), nil, nil)
                guard count >= 0 else { return .leftOut }
                guard count > 0 else { return .data(body) }
                guard body.count + Int(count) <= limit else { return .tooLong }
                body.append(contentsOf: buffer[..<Int(count)])
            }
        }
    }
}
