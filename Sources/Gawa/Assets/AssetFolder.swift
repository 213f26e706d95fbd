public import Foundation

/// A folder of an app's files, answered with the manners of a web server.
///
/// ```swift
/// var options = AssetFolder.Options()
/// options.servesIndexForUnknownPages = true
/// let assets = AssetFolder(directory: bundledPage, options: options)
/// routes.serve(assets)
/// ```
///
/// GET and HEAD are answered, with validators and conditions, byte ranges, and types by the files' names. A folder's
/// `index.html` answers for it. Nothing outside the folder is given, whatever the path and the links in it; no name
/// that begins with a dot; and nothing but regular files. Bodies are read from an open file while they are sent, 256
/// KiB at a time.
///
/// The folder is looked at anew for each request. A file that becomes shorter while it is sent ends the body with an
/// error.
///
/// Source: RFC 9110; compared with nginx by a test.
public struct AssetFolder: Sendable {
    static let indexName = "index.html"

    let options: Options
    let store: any AssetStore
    private let missingFiles = MissingFileLog()

    /// Makes an answerer for a folder, which need not be there yet.
    ///
    /// - Parameters:
    ///   - directory: The folder. It may be a symbolic link, and its own path may have hidden parts.
    ///   - options: How files are answered.
    public init(directory: URL, options: Options = Options()) {
        store = AssetTree(root: directory.absoluteURL)
        self.options = options
    }

    /// Makes an answerer for files in the executable.
    ///
    /// They have a tag made of their bytes, and no date. ``Options/reloadsPages`` means nothing to them.
    ///
    /// - Parameters:
    ///   - files: What the C target of the files gives; see ``EmbeddedAssets``.
    ///   - options: How files are answered.
    public init(embedded files: EmbeddedAssets, options: Options = Options()) {
        store = files
        self.options = options
    }

    /// Answers a request by the path of its URL; its query is no part of a file's name.
    ///
    /// Works off the main actor, wherever it is called.
    @concurrent public func answer(_ request: RouteRequest) async -> RouteResponse {
        var response = respond(to: request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        // Of HEAD too, whose answer has no body to be counted.
        if !response.status.hasNoBody { response.headers["Content-Length"] = response.body.byteCount.map(String.init) }
        if request.method == "HEAD" { response.body = .none }
        return response
    }

    /// The path of a file's URL: `/a%20b%23c.txt` for `a b#c.txt`.
    ///
    /// - Parameter file: The names from the folder to the file, with slashes between them.
    public static func urlPath(ofFile file: String) -> String {
        AssetPath.encoded(file.split(separator: "/").map(String.init))
    }

    private func respond(to request: RouteRequest) -> RouteResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = RouteResponse.error(.methodNotAllowed, "Files are read with GET and HEAD")
            response.headers["Allow"] = "GET, HEAD"
            return response
        }
        do throws(AssetFailure) {
            switch AssetPath(request.url) {
            case .names(let names, let endsWithSlash):
                return try respond(to: request, names: names, endsWithSlash: endsWithSlash)
            case .routeOnly: throw .notFound
            case .refused: return failure(.notFound, for: request)
            }
        } catch {
            guard error.status == .notFound, options.servesIndexForUnknownPages, request.isNavigation else {
                return failure(error, for: request)
            }
            return index(for: request)
        }
    }

    private func respond(
        to request: RouteRequest, names: [String], endsWithSlash: Bool
    ) throws(AssetFailure) -> RouteResponse {
        switch try store.open(names) {
        case .file(let file):
            guard !endsWithSlash else { throw .notFound }
            return try AssetAnswer(file, names: names, in: store, options: options).response(to: request)
        case .folder:
            let names = names + [Self.indexName]
            guard case .file(let file) = try store.open(names) else { throw .notFound }
            guard endsWithSlash else { return redirect(request, to: names.dropLast()) }
            return try AssetAnswer(file, names: names, in: store, options: options).response(to: request)
        }
    }

    /// The page for addresses that pages make themselves.
    private func index(for request: RouteRequest) -> RouteResponse {
        do throws(AssetFailure) {
            return try respond(to: request, names: [Self.indexName], endsWithSlash: false)
        } catch {
            return failure(error, for: request)
        }
    }

    /// Relative addresses of a page mean something else without the slash.
    ///
    /// Made of the names, and not of the path as it came, which may begin with two slashes and so name another host.
    private func redirect(_ request: RouteRequest, to names: ArraySlice<String>) -> RouteResponse {
        let query = request.url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        let location = AssetPath.encoded(Array(names)) + "/" + query
        var response = RouteResponse.redirect(to: location, status: .movedPermanently)
        response.headers["Cache-Control"] = options.cacheControl
        if request.isNavigation { response.show(redirectTo: location) }
        return response
    }

    private func failure(_ failure: AssetFailure, for request: RouteRequest) -> RouteResponse {
        let status = failure.status
        if status == .notFound {
            (options.onMissingFile ?? missingFiles.write)(request.url.path(percentEncoded: true))
        }
        return .error(status, status == .notFound ? "There is no such file" : "The file cannot be read")
    }
}
