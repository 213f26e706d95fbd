extension NativeRoutes {
    /// Answers a request with a decoded body.
    public typealias BodyHandler<Body> = @Sendable (RouteRequest, Body) async throws -> RouteResponse

    /// Answers POST with a JSON body; one that does not decode gets status 400, with the place of the fault.
    ///
    /// - Parameters:
    ///   - pattern: Which paths; see ``get(_:isEmbeddable:timeLimit:handler:)``.
    ///   - type: What the body is.
    ///   - timeLimit: How long the handler may take; nil is ``RouteLimits/duration``.
    ///   - handler: Answers the request, off the main actor.
    public func post<Body: Decodable & Sendable>(
        _ pattern: String, body type: Body.Type, timeLimit: Duration? = nil, handler: @escaping BodyHandler<Body>
    ) {
        post(pattern, timeLimit: timeLimit, handler: Self.decoding(type, for: handler))
    }

    /// Answers PUT with a JSON body; see ``post(_:body:timeLimit:handler:)``.
    public func put<Body: Decodable & Sendable>(
        _ pattern: String, body type: Body.Type, timeLimit: Duration? = nil, handler: @escaping BodyHandler<Body>
    ) {
        put(pattern, timeLimit: timeLimit, handler: Self.decoding(type, for: handler))
    }

    /// Answers PATCH with a JSON body; see ``post(_:body:timeLimit:handler:)``.
    public func patch<Body: Decodable & Sendable>(
        _ pattern: String, body type: Body.Type, timeLimit: Duration? = nil, handler: @escaping BodyHandler<Body>
    ) {
        patch(pattern, timeLimit: timeLimit, handler: Self.decoding(type, for: handler))
    }

    private static func decoding<Body: Decodable & Sendable>(
        _ type: Body.Type, for handler: @escaping BodyHandler<Body>
    ) -> Handler {
        { request in try await handler(request, try request.json(as: Body.self)) }
    }
}
