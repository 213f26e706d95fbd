import Foundation

/// What is answered with a file that was found: which of its forms, and how much of it.
struct AssetAnswer {
    /// Pages up to this size, in bytes, get a nonce; larger ones keep the placeholder, so that their inline scripts do
    /// not run.
    static let maximumPageSize = 16 * 1024 * 1024

    private let file: AssetFile
    private let contentType: String
    private let name: String
    private let names: [String]
    private let store: any AssetStore
    private let options: AssetFolder.Options

    init(_ file: AssetFile, names: [String], in store: any AssetStore, options: AssetFolder.Options) {
        self.file = file
        self.names = names
        self.store = store
        self.options = options
        name = names.last ?? ""
        contentType = MediaTypes.contentType(ofFile: name, own: options.mediaTypes)
    }

    func response(to request: RouteRequest) throws(AssetFailure) -> RouteResponse {
        var headers = RouteHeaders()
        headers["Content-Type"] = contentType
        headers["Cache-Control"] = options.cacheControl
        if let policy = options.contentSecurityPolicy, isPage {
            guard !policy.usesNonce else { return try page(policy, headers, to: request) }
            headers["Content-Security-Policy"] = policy.value
        }
        let (file, coding, isNegotiated) = chosenForm(for: request)
        if isNegotiated { headers["Vary"] = "Accept-Encoding" }
        headers["Content-Encoding"] = coding?.rawValue

        let now = HTTPDate(seconds: Int(Date().timeIntervalSince1970))
        // A date ahead of the clock would be one that nobody can have seen. RFC 9110, 8.8.2.1.
        let validators = Validators(tag: file.tag, modified: file.modified.map { min($0, now) }, now: now)
        headers["ETag"] = validators.tag?.description
        headers["Last-Modified"] = validators.modified?.description
        headers["Accept-Ranges"] = "bytes"
        if let answer = conditional(validators, headers, request) { return answer }
        if request.method == "GET", let range = request.headers["Range"], validators.allowRange(request.headers) {
            switch ByteRanges(range, byteCount: file.byteCount) {
            case .whole: break
            case .parts(let parts): return partial(parts, of: file, headers)
            case .unsatisfiable:
                var response = RouteResponse.error(.rangeNotSatisfiable, "The file has no such bytes")
                response.headers["Content-Range"] = "bytes */\(file.byteCount)"
                return response
            }
        }
        return RouteResponse(headers: headers, body: Self.whole(file))
    }

    private var isPage: Bool { contentType.hasPrefix("text/html") || contentType.hasPrefix("application/xhtml+xml") }

    // MARK: Forms

    /// The plain file, or one beside it in a coding that is accepted.
    private func chosenForm(
        for request: RouteRequest
    ) -> (file: AssetFile, coding: ContentCoding?, isNegotiated: Bool) {
        guard options.servesPrecompressedFiles else { return (file, nil, false) }
        var forms: [ContentCoding: AssetFile] = [:]
        for coding in ContentCoding.allCases {
            // What cannot be opened is no form.
            guard case .file(let form)? = try? store.open(names.dropLast() + [name + coding.suffix]) else { continue }
            forms[coding] = form
        }
        for coding in ContentCoding.accepted(by: request.headers["Accept-Encoding"]) {
            if let form = forms[coding] { return (form, coding, true) }
        }
        return (file, nil, !forms.isEmpty)
    }

    /// A page with a nonce of its own.
    ///
    /// Its bytes are new each time, so that it has neither validators nor ranges, and a stored copy would use a nonce
    /// again.
    private func page(
        _ policy: ContentSecurityPolicy, _ headers: RouteHeaders, to request: RouteRequest
    ) throws(AssetFailure) -> RouteResponse {
        let nonce = ContentSecurityPolicy.makeNonce()
        var headers = headers
        headers["Content-Security-Policy"] = policy.value(nonce: nonce)
        headers["Cache-Control"] = "no-store"
        headers["Accept-Ranges"] = "none"
        let now = HTTPDate(seconds: Int(Date().timeIntervalSince1970))
        if let answer = conditional(Validators(tag: nil, modified: nil, now: now), headers, request) { return answer }
        guard file.byteCount <= Self.maximumPageSize else {
            return RouteResponse(headers: headers, body: Self.whole(file))
        }
        let page = ContentSecurityPolicy.page(try file.contents(), nonce: nonce)
        return RouteResponse(headers: headers, body: .data(page))
    }

    // MARK: Answers

    /// The answer that a condition of the request makes; nil when there is none.
    private func conditional(
        _ validators: Validators, _ headers: RouteHeaders, _ request: RouteRequest
    ) -> RouteResponse? {
        switch validators.outcome(of: request.headers) {
        case .proceed: return nil
        case .failed: return .error(.preconditionFailed, "The file is another by now")
        case .notModified:
            // Only what updates a stored answer. RFC 9110, 15.4.5.
            var kept = RouteHeaders()
            for name in ["ETag", "Last-Modified", "Cache-Control", "Vary", "Content-Security-Policy"] {
                kept[name] = headers[name]
            }
            return RouteResponse(status: .notModified, headers: kept)
        }
    }

    private func partial(_ parts: [Range<Int>], of file: AssetFile, _ headers: RouteHeaders) -> RouteResponse {
        var headers = headers
        var segments: [AssetReader.Segment] = []
        if parts.count == 1 {
            headers["Content-Range"] = Self.contentRange(parts[0], of: file)
            segments = [.file(parts[0])]
        } else {
            // Twenty digits at random are not in the file by any chance that matters.
            let boundary = (0..<20).map { _ in String(Int.random(in: 0...9)) }.joined()
            for part in parts {
                let contentRange = Self.contentRange(part, of: file)
                segments.append(
                    .text("\r\n--\(boundary)\r\nContent-Type: \(contentType)\r\nContent-Range: \(contentRange)\r\n\r\n")
                )
                segments.append(.file(part))
            }
            segments.append(.text("\r\n--\(boundary)--\r\n"))
            headers["Content-Type"] = "multipart/byteranges; boundary=\(boundary)"
        }
        return RouteResponse(
            status: .partialContent, headers: headers, body: AssetReader.body(of: file.content, segments))
    }

    private static func contentRange(_ part: Range<Int>, of file: AssetFile) -> String {
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.byteCount)"
    }

    private static func whole(_ file: AssetFile) -> RouteBody {
        AssetReader.body(of: file.content, [.file(0..<file.byteCount)])
    }
}
