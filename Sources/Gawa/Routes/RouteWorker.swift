/// What answers one request: the handler of a route, or the answerers after the table.
struct RouteWorker: Sendable {
    /// As diagnostics tell of it; nil where the request names it.
    let name: String?
    let isEmbeddable: Bool
    /// The route's own limit.
    let timeLimit: Duration?
    let answer: @Sendable (RouteRequest) async throws -> RouteResponse

    init(_ route: Route, _ parameters: [String: String]) {
        name = route.name
        isEmbeddable = route.isEmbeddable
        timeLimit = route.timeLimit
        answer = { request in
            var request = request
            request.parameters = parameters
            return try await route.handler(request)
        }
    }

    /// Asks one after the other.
    ///
    /// - Parameter otherwise: What is answered when none does.
    init(_ answerers: [any RouteAnswering], isEmbeddable: Bool, otherwise: RouteResponse) {
        name = nil
        self.isEmbeddable = isEmbeddable
        timeLimit = nil
        answer = { request in
            for answerer in answerers {
                if let response = try await answerer.answer(request) { return response }
            }
            return otherwise
        }
    }
}
