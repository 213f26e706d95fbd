import Foundation

@testable import Gawa

/// Writes down the requests that no route answers, and leaves them to who comes next.
final class SeenRequests: RouteAnswering, @unchecked Sendable {
    private let lock = NSLock()
    // Sound: read and written under the lock only.
    private var list: [RouteRequest] = []

    var isEmbeddable: Bool { true }

    /// The requests so far.
    var requests: [RouteRequest] { lock.withLock { list } }

    func answer(_ request: RouteRequest) async throws -> RouteResponse? {
        lock.withLock { list.append(request) }
        return nil
    }
}
