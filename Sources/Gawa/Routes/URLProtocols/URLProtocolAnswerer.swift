internal import GawaWebKit

/// Answers requests by a `URLProtocol` class, unchanged, as the system's loader would use it.
final class URLProtocolAnswerer: RouteAnswering {
    let protocolClass: URLProtocol.Type

    /// Documents that tell no origin are not for classes that cannot know of them.
    let isEmbeddable = false

    init(protocolClass: URLProtocol.Type) {
        self.protocolClass = protocolClass
    }

    /// Asks the class, and has an object of it answer.
    ///
    /// - Returns: nil when the class does not take the request.
    ///   An object that fails before its response is a network error for the page, as it is by the system's loader: the
    ///   body of the answer throws its error.
    /// - Throws: `CancellationError` when the task is cancelled.
    func answer(_ request: RouteRequest) async throws -> RouteResponse? {
        let request = URLRequest(request)
        guard protocolClass.canInit(with: request) else { return nil }
        let slots = URLProtocolSlots.shared
        try await slots.take()
        let load = URLProtocolLoad(on: await URLProtocolThread.start()) { Task { await slots.give() } }
        load.start(protocolClass, protocolClass.canonicalRequest(for: request))
        switch await load.answer() {
        case .response(let response): return response
        case .redirect(let url, let status): return .redirect(to: url.absoluteString, status: status)
        case .failure(let error as CancellationError): throw error
        case .failure(let error): return RouteResponse(body: .pieces { { throw error } })
        }
    }
}

extension URLRequest {
    /// The request as Foundation has it.
    init(_ request: RouteRequest) {
        self.init(url: request.url)
        httpMethod = request.method
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { httpBody = request.body }
    }
}
