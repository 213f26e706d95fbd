internal import CWebKitGTK

/// Paths of `file:` URLs, by the rule of the web-process module (`WebProcess/files.c`), so that both judge alike.
enum FilePath {
    /// The path, without dots in it; nil when the URL names no local file, or one whose name is no UTF-8.
    static func of(_ url: URL?) -> String? {
        guard let url, url.isFileURL else { return nil }
        let text = String(url.absoluteString.prefix { $0 != "?" && $0 != "#" })
        guard let name = g_filename_from_uri(text, nil, nil) else { return nil }
        defer { g_free(name) }
        guard let path = g_canonicalize_filename(name, "/") else { return nil }
        defer { g_free(path) }
        return String(validatingCString: path)
    }

    static func isWithin(_ path: String, _ folder: String) -> Bool {
        path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
    }
}
