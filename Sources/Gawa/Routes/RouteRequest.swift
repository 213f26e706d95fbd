public import Foundation

/// A request of a page, as the handler of a route sees it.
public struct RouteRequest: Sendable {
    /// The method, in upper case.
    public let method: String

    /// The whole URL, as the page wrote it: `http://native/notes/42?full=1`, whichever way it came.
    public let url: URL

    /// The path with its escapes decoded, beginning with a slash.
    public let path: String

    /// The values of the pattern's parameters, their escapes decoded.
    public internal(set) var parameters: [String: String] = [:]

    /// The header fields.
    public internal(set) var headers: RouteHeaders

    /// The body; empty when there is none.
    public internal(set) var body: Data

    /// The origin that asked, by the engine's own header fields; nil where it tells none.
    public let origin: WebOrigin?

    /// Whether the page stands still until the answer has come to its end, as the script at document start says of a synchronous
    /// `XMLHttpRequest`. The time limit holds for the whole answer then.
    var isSynchronous = false

    /// A parameter of the route's pattern: `request["id"]` of `notes/:id`.
    public subscript(parameter: String) -> String? { parameters[parameter] }

    /// The items of the query, in their order, decoded as a form is: `+` is a space.
    public var query: RouteForm { RouteForm(encoded: Self.queryText(of: url)) }

    /// The fields of a URL-encoded body.
    ///
    /// - Throws: ``RouteError`` with status 415 for a body of another type.
    public func form() throws -> RouteForm {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw RouteError(.unsupportedMediaType, "This route takes a URL-encoded form")
        }
        return RouteForm(encoded: String(decoding: body, as: UTF8.self))
    }

    /// Decodes a JSON body.
    ///
    /// - Throws: ``RouteError`` with status 415 for a body that says to be of another type, and 400, with the place of the
    ///   fault, for one that does not decode.
    public func json<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        if let mediaType, mediaType != "application/json", !mediaType.hasSuffix("+json"), mediaType != "text/plain" {
            throw RouteError(.unsupportedMediaType, "This route takes JSON")
        }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw RouteError(.badRequest, RouteError.sentence(of: error))
        }
    }

    /// The body as text in UTF-8.
    ///
    /// - Throws: ``RouteError`` with status 400 for bytes that are no UTF-8.
    public func text() throws -> String {
        guard let text = String(data: body, encoding: .utf8) else {
            throw RouteError(.badRequest, "The body is no UTF-8")
        }
        return text
    }

    /// The type of the body, in lower case and without its parameters.
    public var mediaType: String? {
        headers["Content-Type"].map {
            ($0.split(separator: ";", omittingEmptySubsequences: false).first ?? "")
                .trimmingCharacters(in: .whitespaces).lowercased()
        }
    }

    private static func queryText(of url: URL) -> String {
        let text = url.absoluteString
        let end = text.firstIndex(of: "#") ?? text.endIndex
        guard let mark = text[..<end].firstIndex(of: "?") else { return "" }
        return String(text[text.index(after: mark)..<end])
    }

    /// The request that follows from an answer that leads elsewhere.
    ///
    /// Source: Fetch Standard, "HTTP-redirect fetch".
    func redirected(to address: RouteAddress, _ path: RoutePath, _ status: RouteStatus) -> Self {
        let becomesGet =
            status == .seeOther ? method != "GET" && method != "HEAD" : status.rawValue < 303 && method == "POST"
        var headers = headers
        if becomesGet {
            for name in ["Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length"] {
                headers[name] = nil
            }
        }
        return Self(
            method: becomesGet ? "GET" : method, url: address.url, path: path.text, headers: headers,
            body: becomesGet ? Data() : body, origin: origin, isSynchronous: isSynchronous)
    }
}
