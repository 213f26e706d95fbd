extension RouteRequest {
    /// Whether a page is asked for, to be shown: not a script, an image, or a value for a script.
    ///
    /// The engine says so where it sends fetch metadata. Else what accepts HTML by name is taken for one: scripts,
    /// styles, images and `fetch` do not unless a page asks for it.
    var isNavigation: Bool {
        guard method == "GET" || method == "HEAD" else { return false }
        if let mode = headers["Sec-Fetch-Mode"] {
            let destinations = ["document", "iframe", "frame"]
            return mode == "navigate" && headers["Sec-Fetch-Dest"].map(destinations.contains) ?? true
        }
        return headers.acceptPages
    }
}

extension RouteHeaders {
    /// Whether HTML is accepted by name, as it is for what is to be shown.
    var acceptPages: Bool { QualityList(self["Accept"] ?? "").names("text/html") }
}
