/// What routes have to tell their developer, and no answer can.
public enum RouteDiagnostic: Sendable, Hashable {
    /// A document that the policy does not allow has asked; `null` and `nobody` stand for those without an origin.
    case refused(origin: String, url: String)

    /// A handler threw what is no ``RouteError``: the page got status 500.
    case failed(route: String, error: String)

    /// The sequence of an answer threw, or had not as many bytes as it was said to have: the page got a network error.
    case bodyFailed(route: String, error: String)

    /// A handler took longer than it may, to begin its answer or to go on with it.
    case timedOut(route: String)

    /// An answer led to a place that is no native route: the page got status 500.
    case badRedirect(route: String, location: String)
}

extension RouteDiagnostic: CustomStringConvertible {
    /// A sentence.
    public var description: String {
        switch self {
        case .refused(let origin, let url): "\(url) was asked for by \(origin), which the routes' policy does not allow"
        case .failed(let route, let error): "The route \(route) failed: \(error)"
        case .bodyFailed(let route, let error): "The answer of the route \(route) failed: \(error)"
        case .timedOut(let route): "The route \(route) took longer than it may"
        case .badRedirect(let route, let location): "The route \(route) led to '\(location)', which is no native route"
        }
    }
}
