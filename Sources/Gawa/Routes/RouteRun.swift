internal import Foundation

/// The work for one request, off the main actor: its handler, and those that it leads to.
struct RouteRun: Sendable {
    /// What comes of it.
    enum Outcome: Sendable {
        case answer(RouteResponse, isEmbeddable: Bool, name: String)
        /// Each place led to another.
        case tooManyRedirects(name: String)
    }

    let request: RouteRequest
    /// The body, where it has to be read first, and how long it may be.
    let bodyStream: RouteBodyStream?
    let bodyLimit: Int
    let address: RouteAddress
    let access: RouteAccess
    let worker: RouteWorker
    let directory: RouteDirectory
    let report: @Sendable (RouteDiagnostic) async -> Void

    /// As browsers do.
    private static let redirectCount = 20

    /// Answers the request.
    ///
    /// Redirects are followed here, since engines hand the answers of custom schemes to the page as they are.
    func outcome() async -> Outcome {
        var request = request
        var address = address
        var worker = worker
        do {
            if let bodyStream { request.body = try bodyStream.read(limit: bodyLimit) }
        } catch {
            let name = worker.name ?? request.method
            return .answer(.error(error), isEmbeddable: false, name: name)
        }
        for _ in 0...Self.redirectCount {
            let name = worker.name ?? "\(request.method) \(BridgeDiagnostic.shown(address.encodedPath))"
            var response = await answer(to: request, by: worker, name)
            guard response.status.isRedirect, let location = response.headers["Location"] else {
                if address != self.address { response.headers["Content-Location"] = address.url.absoluteString }
                return .answer(response, isEmbeddable: worker.isEmbeddable, name: name)
            }
            let path: RoutePath
            do {
                address = try RouteAddress(location: location, from: address)
                path = try RoutePath(encoded: address.encodedPath)
            } catch {
                await report(.badRedirect(route: name, location: BridgeDiagnostic.shown(location)))
                return .answer(.error(error), isEmbeddable: worker.isEmbeddable, name: name)
            }
            request = request.redirected(to: address, path, response.status)
            switch directory.find(request.method, path, for: access) {
            case .worker(let next): worker = next
            case .answer(let response): return .answer(response, isEmbeddable: worker.isEmbeddable, name: name)
            }
        }
        return .tooManyRedirects(name: worker.name ?? request.method)
    }

    private func answer(to request: RouteRequest, by worker: RouteWorker, _ name: String) async -> RouteResponse {
        do {
            return try await worker.answer(request)
        } catch let error as RouteError {
            return .error(error)
        } catch {
            // A task that was cancelled has been answered for.
            if !Task.isCancelled {
                await report(.failed(route: name, error: BridgeDiagnostic.shown("\(error)", limit: 1000)))
            }
            return .error(.internalServerError, "The app could not answer this request")
        }
    }
}
