/// Answers with the app's files what no route answers.
final class AssetAnswerer: RouteAnswering {
    let assets: AssetFolder

    init(_ assets: AssetFolder) {
        self.assets = assets
    }

    /// Navigations, images, scripts and styles tell no origin. Who may not read an answer gets it without CORS.
    var isEmbeddable: Bool { true }

    func answer(_ request: RouteRequest) async -> RouteResponse? {
        var request = request
        // Engines do not decode the answers of schemes, should they ever ask for coded ones.
        request.headers["Accept-Encoding"] = nil
        var response = await assets.answer(request)
        // Routes follow a redirect by themselves, and the page would stay at the address without the slash. The answer's
        // page leads on.
        if response.status.isRedirect, request.isNavigation {
            response.status = .ok
            response.headers["Location"] = nil
        }
        return response
    }
}
