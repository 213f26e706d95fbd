/// The types of files by the ends of their names.
///
/// The web's own types are a table here, because pages fail with a wrong one and systems differ in them: a module
/// script must be JavaScript, and `instantiateStreaming` wants `application/wasm`. All others are what the system says.
///
/// Source: IANA's registry of media types; RFC 9239 for JavaScript.
enum MediaTypes {
    static let unknown = "application/octet-stream"

    /// The value of `Content-Type` for a file; text says that it is UTF-8.
    ///
    /// - Parameter own: The app's types by extension, in lower case and without a dot, before all others.
    static func contentType(ofFile name: String, own: [String: String] = [:]) -> String {
        let type = type(ofFile: name, own: own)
        let isText = type.hasPrefix("text/") || type == "application/xhtml+xml"
        return isText && !type.contains(";") ? type + "; charset=utf-8" : type
    }

    private static func type(ofFile name: String, own: [String: String]) -> String {
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last.map(String.init) else { return unknown }
        if let type = own[last], RouteHeaders.isAllowed("Content-Type", type) { return type }
        if let type = table[last] { return type }
        // The longest end that is known: `tar.gz` before `gz`.
        for count in stride(from: min(parts.count - 1, 3), through: 1, by: -1) {
            if let type = SystemMediaTypes.type(ofExtension: parts.suffix(count).joined(separator: ".")) { return type }
        }
        return unknown
    }

    /// By extension, in lower case.
    static let table: [String: String] = [
        // Documents, scripts and styles.
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "js": "text/javascript",
        "mjs": "text/javascript", "cjs": "text/javascript", "css": "text/css", "wasm": "application/wasm",
        // Data.
        "json": "application/json", "map": "application/json", "jsonld": "application/ld+json",
        "geojson": "application/geo+json", "webmanifest": "application/manifest+json", "xml": "text/xml",
        "rss": "application/rss+xml", "atom": "application/atom+xml", "txt": "text/plain", "text": "text/plain",
        "md": "text/markdown", "csv": "text/csv", "vtt": "text/vtt", "ics": "text/calendar", "pdf": "application/pdf",
        // Images.
        "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "jxl": "image/jxl", "heic": "image/heic",
        "ico": "image/vnd.microsoft.icon", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
        // Fonts.
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "ttc": "font/collection",
        "eot": "application/vnd.ms-fontobject",
        // Sound and pictures that move.
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "flac": "audio/flac", "wav": "audio/wav",
        "oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg", "weba": "audio/webm", "mp4": "video/mp4",
        "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime", "ts": "video/mp2t",
        "m3u8": "application/vnd.apple.mpegurl", "mpd": "application/dash+xml",
        // Models, archives.
        "gltf": "model/gltf+json", "glb": "model/gltf-binary", "zip": "application/zip", "gz": "application/gzip",
        "br": unknown, "bin": unknown,
    ]
}
