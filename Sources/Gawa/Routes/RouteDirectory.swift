internal import Foundation

/// All that can answer a request, as it is at one moment.
struct RouteDirectory: Sendable {
    var table = RouteTable()
    var answerers: [any RouteAnswering] = []
    /// The app's files: asked last, since they have an answer for every path.
    var assets: AssetAnswerer?

    private var all: [any RouteAnswering] { answerers + (assets.map { [$0] } ?? []) }

    /// Who answers a request, or what is answered without anyone.
    enum Finding: Sendable {
        case worker(RouteWorker)
        case answer(RouteResponse)
    }

    /// Finds who answers; for documents that tell no origin, among what is embeddable.
    func find(_ method: String, _ path: RoutePath, for access: RouteAccess) -> Finding {
        switch access {
        case .refused: return .answer(.refusal)
        case .embedding: return findEmbeddable(method, path)
        case .full: break
        }
        switch table.find(method, path) {
        case .route(let route, let parameters): return .worker(RouteWorker(route, parameters))
        case .otherMethods(let methods):
            var response = RouteResponse.error(.methodNotAllowed, "This route takes \(methods.joined(separator: ", "))")
            response.headers["Allow"] = methods.joined(separator: ", ")
            return .answer(response)
        case .nothing:
            return all.isEmpty
                ? .answer(.nothingThere)
                : .worker(RouteWorker(all, isEmbeddable: false, otherwise: .nothingThere))
        }
    }

    private func findEmbeddable(_ method: String, _ path: RoutePath) -> Finding {
        guard method == "GET" || method == "HEAD" else { return .answer(.refusal) }
        switch table.find(method, path) {
        case .route(let route, let parameters):
            return route.isEmbeddable ? .worker(RouteWorker(route, parameters)) : .answer(.refusal)
        case .otherMethods: return .answer(.refusal)
        case .nothing:
            let answerers = all.filter(\.isEmbeddable)
            return answerers.isEmpty
                ? .answer(.refusal) : .worker(RouteWorker(answerers, isEmbeddable: true, otherwise: .refusal))
        }
    }

    /// Answers OPTIONS: which methods there are, and that the header fields that were asked for may be sent.
    func options(of path: RoutePath, _ headers: RouteHeaders) -> RouteResponse {
        var methods = table.methods(of: path)
        if methods.isEmpty {
            guard !all.isEmpty else { return .nothingThere }
            methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]
        }
        var response = RouteResponse.empty
        response.headers["Allow"] = methods.joined(separator: ", ")
        response.headers["Access-Control-Allow-Methods"] = methods.joined(separator: ", ")
        let names = headers["Access-Control-Request-Headers"]?.split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { RouteHeaders.isAllowed($0, "") }
        if let names, !names.isEmpty {
            response.headers["Access-Control-Allow-Headers"] = names.joined(separator: ", ")
        }
        response.headers.addVary("Access-Control-Request-Headers")
        return response
    }
}

extension RouteResponse {
    /// The same whatever was asked for, so that it tells nothing about which routes there are.
    static let refusal = error(.forbidden, "The policy of the app's routes does not allow this page to ask")

    /// What the engine could not give must not look like an empty body.
    static let bodyLeftOut = error(
        .unsupportedMediaType, "The engine cannot give the app a body with a Blob in it: send an ArrayBuffer or text")

    static let nothingThere = error(.notFound, "There is no such route")
}
