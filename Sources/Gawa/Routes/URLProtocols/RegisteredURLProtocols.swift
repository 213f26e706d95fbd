internal import GawaWebKit

/// Answers requests by the classes that `URLProtocol.registerClass(_:)` holds at the time, and never by a network.
///
/// Nothing tells which classes those are, so the system's loader is asked. A class of our own stands before the loader's, and
/// takes what no other took.
final class RegisteredURLProtocols: RouteAnswering {
    let isEmbeddable = false

    /// Makes the answerer; from now on the process has one class registered more.
    init() {
        UnclaimedURLProtocol.standBeforeNetwork()
    }

    /// Has a registered class answer.
    ///
    /// - Returns: nil when none takes the request.
    /// - Throws: `CancellationError` when the task is cancelled.
    func answer(_ request: RouteRequest) async throws -> RouteResponse? {
        if let response = try await ask(request) { return response }
        // One that was registered since may stand behind the loader's own.
        guard UnclaimedURLProtocol.standBeforeNetwork() else { return nil }
        return try await ask(request)
    }

    private func ask(_ request: RouteRequest) async throws -> RouteResponse? {
        let load = SessionLoad(URLRequest(request).marked)
        switch await load.answer() {
        case .response(let response): return response
        case .redirect(let url, let status): return .redirect(to: url.absoluteString, status: status)
        case .failure(let error as CancellationError): throw error
        case .failure(let error) where UnclaimedURLProtocol.isUnclaimed(error): return nil
        case .failure(let error): return RouteResponse(body: .pieces { { throw error } })
        }
    }
}
