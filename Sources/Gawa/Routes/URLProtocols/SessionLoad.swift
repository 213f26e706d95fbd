internal import GawaWebKit

/// One load by the system's loader, as the answer of a route; a redirect is told, not followed.
final class SessionLoad: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sound: what changes is touched under the lock.
    private let lock = NSLock()
    private var hasTold = false
    private var waiting: CheckedContinuation<URLProtocolLoad.Head, Never>?
    private var pieces: AsyncThrowingStream<Data, any Error>?
    private let input: AsyncThrowingStream<Data, any Error>.Continuation
    private var task: RegisteredClassesTask?
    private let request: URLRequest

    init(_ request: URLRequest) {
        self.request = request
        let (pieces, input) = AsyncThrowingStream.makeStream(of: Data.self)
        (self.pieces, self.input) = (pieces, input)
        super.init()
        input.onTermination = { [self] _ in stop() }
    }

    /// Starts the load and waits for the head of its answer; cancelling the task stops the load.
    func answer() async -> URLProtocolLoad.Head {
        let task = RegisteredClassesTask(request, delegate: self)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                lock.withLock {
                    waiting = continuation
                    self.task = task
                }
                task.start()
                // Cancelled before there was a session to end.
                if Task.isCancelled { stop() }
            }
        } onCancel: {
            stop()
        }
    }

    /// Ends the load; the loader lets go of this object.
    func stop() {
        tell(.failure(CancellationError()))
        let task = lock.withLock {
            defer { self.task = nil }
            return self.task
        }
        task?.end()
        input.finish(throwing: CancellationError())
    }

    // MARK: What the loader tells

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        begin(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        begin(dataTask.response)
        input.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            tell(.failure(error))
        } else {
            begin(task.response)
        }
        input.finish(throwing: error)
        stop()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if let url = request.url {
            tell(.redirect(to: url, status: RouteStatus(rawValue: response.statusCode) ?? .found))
        }
        completionHandler(nil)
        stop()
    }

    // MARK: Steps

    private func begin(_ response: URLResponse?) {
        let pieces = lock.withLock {
            defer { self.pieces = nil }
            return self.pieces
        }
        if let pieces { tell(.response(RouteResponse(response, pieces: pieces))) }
    }

    private func tell(_ head: URLProtocolLoad.Head) {
        let continuation = lock.withLock { () -> CheckedContinuation<URLProtocolLoad.Head, Never>? in
            guard !hasTold else { return nil }
            hasTold = true
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: head)
    }
}
