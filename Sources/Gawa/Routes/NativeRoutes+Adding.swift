extension NativeRoutes {
    // MARK: Adding

    /// Answers GET, and HEAD without the body.
    ///
    /// - Parameters:
    ///   - pattern: Which paths: segments between slashes, each a text, a parameter such as `:id` for one segment that is not
    ///     empty, or at the end one such as `*path` for all that follows. A slash at the beginning does not matter, and neither does
    ///     one at the end of the path that is asked for. Text stands for itself, unescaped. Where several patterns match a path and
    ///     have the method, the most specific is asked: at the first segment where they are of different kinds, text comes before
    ///     a parameter, and that before the rest. A malformed pattern, and a second route for the same paths and method, are
    ///     programmer errors.
    ///   - isEmbeddable: Whether documents that tell no origin may have the answer too, such as some images, scripts, frames and
    ///     navigations. The handler must then have no side effects and give away nothing that is not for everyone.
    ///   - timeLimit: How long the handler may take to begin its answer, and then for each piece of it; nil is
    ///     ``RouteLimits/duration``.
    ///   - handler: Answers the request, off the main actor.
    public func get(
        _ pattern: String, isEmbeddable: Bool = false, timeLimit: Duration? = nil, handler: @escaping Handler
    ) {
        add("GET", pattern, isEmbeddable: isEmbeddable, timeLimit: timeLimit, handler)
    }

    /// Answers POST; see ``get(_:isEmbeddable:timeLimit:handler:)`` for the pattern.
    public func post(_ pattern: String, timeLimit: Duration? = nil, handler: @escaping Handler) {
        on("POST", pattern, timeLimit: timeLimit, handler: handler)
    }

    /// Answers PUT; see ``get(_:isEmbeddable:timeLimit:handler:)`` for the pattern.
    public func put(_ pattern: String, timeLimit: Duration? = nil, handler: @escaping Handler) {
        on("PUT", pattern, timeLimit: timeLimit, handler: handler)
    }

    /// Answers PATCH; see ``get(_:isEmbeddable:timeLimit:handler:)`` for the pattern.
    public func patch(_ pattern: String, timeLimit: Duration? = nil, handler: @escaping Handler) {
        on("PATCH", pattern, timeLimit: timeLimit, handler: handler)
    }

    /// Answers DELETE; see ``get(_:isEmbeddable:timeLimit:handler:)`` for the pattern.
    public func delete(_ pattern: String, timeLimit: Duration? = nil, handler: @escaping Handler) {
        on("DELETE", pattern, timeLimit: timeLimit, handler: handler)
    }

    /// Answers some methods; see ``get(_:isEmbeddable:timeLimit:handler:)`` for the pattern.
    ///
    /// - Parameter methods: In upper case. HEAD comes with GET, and OPTIONS is answered for every route: to name these is a
    ///   programmer error.
    public func on(
        _ methods: String..., at pattern: String, timeLimit: Duration? = nil, handler: @escaping Handler
    ) {
        for method in methods { add(method, pattern, isEmbeddable: false, timeLimit: timeLimit, handler) }
    }

    private func on(_ method: String, _ pattern: String, timeLimit: Duration?, handler: @escaping Handler) {
        add(method, pattern, isEmbeddable: false, timeLimit: timeLimit, handler)
    }

    private func add(
        _ method: String, _ pattern: String, isEmbeddable: Bool, timeLimit: Duration?, _ handler: @escaping Handler
    ) {
        precondition(!isClosed, "Routes that were closed take no more: make others")
        precondition(
            RouteHeaders.isAllowed(method, "") && method == method.uppercased(),
            "'\(method)' is no method: write it in upper case")
        precondition(
            method != "HEAD" && method != "OPTIONS", "\(method) is answered for every route: leave it out")
        let pattern = Self.parse(pattern)
        let route = Route(
            method: method, pattern: pattern, isEmbeddable: isEmbeddable, timeLimit: timeLimit, handler: handler)
        let isNew = directory.table.add(route)
        precondition(
            isNew,
            "There is a route for \(method) '\(pattern.text)' already: remove it first, or give this one another pattern"
        )
    }

    // MARK: Removing

    /// Removes the routes of a pattern; requests that have come before are still answered.
    ///
    /// - Parameters:
    ///   - pattern: As it was added; the names of parameters do not matter.
    ///   - methods: Which; nil is all.
    /// - Returns: Whether there was one.
    @discardableResult
    public func remove(_ pattern: String, methods: [String]? = nil) -> Bool {
        directory.table.remove(Self.parse(pattern), methods: methods)
    }

    private static func parse(_ text: String) -> RoutePattern {
        do {
            return try RoutePattern(text)
        } catch {
            preconditionFailure("The pattern \(error)")
        }
    }

    // MARK: After the table

    /// Has someone asked, after those that were added before, for what no pattern of the table matches.
    package func append(_ answerer: any RouteAnswering) {
        directory.answerers.append(answerer)
    }

    /// Has someone asked no more.
    package func remove(_ answerer: any RouteAnswering) {
        directory.answerers.removeAll { $0 === answerer }
    }
}
