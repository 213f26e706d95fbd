/// The routes, the most specific pattern first.
struct RouteTable: Sendable {
    /// What there is for a request.
    enum Finding: Sendable {
        case route(Route, parameters: [String: String])
        /// Patterns match, and none of them for this method: those that there are, for `Allow`.
        case otherMethods([String])
        case nothing
    }

    private(set) var routes: [Route] = []

    /// Adds a route; false if there is one for the same paths and the same method.
    mutating func add(_ route: Route) -> Bool {
        guard !routes.contains(where: { $0.method == route.method && $0.pattern.isSame(as: route.pattern) }) else {
            return false
        }
        let index = routes.firstIndex { route.pattern.isMoreSpecific(than: $0.pattern) } ?? routes.endIndex
        routes.insert(route, at: index)
        return true
    }

    /// Removes the routes of a pattern, of all methods or some; false if there was none.
    mutating func remove(_ pattern: RoutePattern, methods: [String]?) -> Bool {
        let count = routes.count
        routes.removeAll { $0.pattern.isSame(as: pattern) && methods?.contains($0.method) ?? true }
        return routes.count < count
    }

    mutating func removeAll() {
        routes = []
    }

    /// Finds the most specific route for a path that has the method.
    func find(_ method: String, _ path: RoutePath) -> Finding {
        var others: Set<String> = []
        for route in routes {
            guard let parameters = route.pattern.match(path) else { continue }
            if route.takes(method) { return .route(route, parameters: parameters) }
            others.insert(route.method)
        }
        return others.isEmpty ? .nothing : .otherMethods(Self.list(others))
    }

    /// The methods that a path can be asked with, in the order of their names; empty when there is no route for it.
    func methods(of path: RoutePath) -> [String] {
        Self.list(Set(routes.filter { $0.pattern.match(path) != nil }.map(\.method)))
    }

    private static func list(_ methods: Set<String>) -> [String] {
        guard !methods.isEmpty else { return [] }
        return methods.union(methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"]).sorted()
    }
}
