package import Foundation

extension TestServer {
    /// A handler that serves the files of a folder, as a web developer's local server does.
    ///
    /// A path that ends in a slash gets the `index.html` there. Paths that lead out of the folder, and names that
    /// begin with a dot, are not found. Nothing is cached, so that a rebuilt page shows on reload.
    package static func files(in folder: URL) -> Handler {
        let root = folder.resolvingSymlinksInPath().standardizedFileURL.path
        return { request in
            guard request.method == "GET" || request.method == "HEAD" else {
                return Response(status: 405, headers: [("Allow", "GET, HEAD")])
            }
            let parts = request.path.split(separator: "/")
            guard !parts.contains(where: { $0.hasPrefix(".") || $0.contains("\0") }) else { return .notFound }
            let path = request.path.hasSuffix("/") ? request.path + "index.html" : request.path
            let file = URL(fileURLWithPath: root + path).resolvingSymlinksInPath().standardizedFileURL
            guard file.path.hasPrefix(root + "/"), let data = try? Data(contentsOf: file) else { return .notFound }
            return .content(data, type: mediaType(ofExtension: file.pathExtension))
                .header("Cache-Control", "no-store")
                .header("X-Content-Type-Options", "nosniff")
        }
    }

    private static func mediaType(ofExtension name: String) -> String {
        switch name.lowercased() {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json", "map": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "woff2": "font/woff2"
        case "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
