extension EngineContent {
    /// Whether a navigation that a server leads elsewhere stops here, because it would ask the app.
    ///
    /// The page that asked the server is named as the one that asks, so a handler could not tell them apart. The module refuses
    /// such redirects too, but not those of a main frame: the new document's process does not know of the server.
    func refusesRedirect(to url: URL?) -> Bool {
        guard mapsNativeHost, let url else { return false }
        guard url.scheme?.lowercased() != "native" else { return true }
        return url.host(percentEncoded: false)?.lowercased() == "native"
    }

    /// Returns a load of the app's as the engine is to make it: of the host `native`, from the scheme `native`.
    ///
    /// The module would map it too, but the engine never ends the load of a main document whose URL the module has changed.
    func mapped(_ request: URLRequest) -> URLRequest {
        guard mapsNativeHost, let url = request.url, let scheme = url.scheme?.lowercased(),
            let port = ["http": 80, "https": 443][scheme], url.port ?? port == port, url.user == nil,
            url.password == nil,
            url.host(percentEncoded: false)?.lowercased() == "native",
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return request }
        parts.scheme = "native"
        parts.host = "\(scheme).native"
        parts.port = nil
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        var request = request
        request.url = parts.url ?? url
        return request
    }
}
