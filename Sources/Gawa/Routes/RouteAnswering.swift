/// Answers requests that the table has no pattern for: asked in order, after it, off the main actor.
package protocol RouteAnswering: AnyObject, Sendable {
    /// Whether documents that tell no origin may have what this answers, by GET and HEAD. It must then have no side effects.
    var isEmbeddable: Bool { get }

    /// Answers a request, or gives nil so that the next is asked.
    ///
    /// The policy has allowed the request. The task is cancelled when the page goes or aborts, and when the time is up. A thrown
    /// ``RouteError`` is the answer; another error is status 500.
    func answer(_ request: RouteRequest) async throws -> RouteResponse?
}
