internal import GawaWebKit

/// One load by a `URLProtocol` object: what it tells its client becomes the answer of a route.
///
/// The object lives on a thread of its own, where it is made, started and stopped, each once. What it tells is taken from
/// any thread. Source: `NSURLProtocol.h`.
final class URLProtocolLoad: NSObject, URLProtocolClient, @unchecked Sendable {
    /// The first word of a load.
    enum Head: Sendable {
        case response(RouteResponse)
        /// To be asked for instead.
        case redirect(to: URL, status: RouteStatus)
        case failure(any Error)
    }

    private enum State {
        case beforeHead
        case body
        case ended
    }

    // Sound: what changes is touched under the lock, `loader` on the thread alone.
    private let lock = NSLock()
    private var state = State.beforeHead
    private var hasTold = false
    // Until it is taken: it holds the pieces, and this object with them.
    private var head: Head?
    private var waiting: CheckedContinuation<Head, Never>?
    // Given away with the head: when the last one lets it go, nobody wants the body.
    private var pieces: AsyncThrowingStream<Data, any Error>?
    private let input: AsyncThrowingStream<Data, any Error>.Continuation
    private let thread: URLProtocolThread
    private let onEnd: @Sendable () -> Void
    private var loader: URLProtocol?
    private var isStopping = false

    /// Makes a load.
    ///
    /// - Parameter onEnd: Called once, when the object has been stopped and its thread is free.
    init(on thread: URLProtocolThread, onEnd: @escaping @Sendable () -> Void) {
        self.thread = thread
        self.onEnd = onEnd
        let (pieces, input) = AsyncThrowingStream.makeStream(of: Data.self)
        (self.pieces, self.input) = (pieces, input)
        super.init()
        // The page has gone, or nobody wants the body. It holds this object, which ends it in every case.
        input.onTermination = { [self] _ in stop() }
    }

    /// Starts the class on a request.
    func start(_ protocolClass: URLProtocol.Type, _ request: URLRequest) {
        thread.perform { [self] in
            guard !lock.withLock({ isStopping }) else { return }
            let loader = protocolClass.init(request: request, cachedResponse: nil, client: self)
            self.loader = loader
            loader.startLoading()
        }
    }

    /// Waits for the head of the answer; cancelling the task stops the load.
    func answer() async -> Head {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = lock.withLock { () -> Head? in
                    defer { head = nil }
                    if head == nil { waiting = continuation }
                    return head
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Stops the object, once; what it tells afterwards counts for nothing.
    func stop() {
        let isFirst = lock.withLock {
            defer { isStopping = true }
            state = .ended
            return !isStopping
        }
        guard isFirst else { return }
        thread.perform { [self] in
            loader?.stopLoading()
            loader = nil
            onEnd()
        }
        thread.end()
        tell(.failure(CancellationError()))
        input.finish(throwing: CancellationError())
    }

    // MARK: What the object tells

    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
        begin(response)
    }

    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {
        // Data without a response before it is a plain answer.
        begin(nil)
        guard lock.withLock({ state == .body }) else { return }
        input.yield(data)
    }

    func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {
        begin(nil)
        end(throwing: nil)
    }

    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
        fail(error)
    }

    func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
        let code = (redirectResponse as? HTTPURLResponse)?.statusCode ?? 302
        guard let url = request.url, lock.withLock({ state == .beforeHead }) else { return }
        let status = RouteStatus(rawValue: code).flatMap { (301...308).contains(code) ? $0 : nil } ?? .found
        tell(.redirect(to: url, status: status))
        end(throwing: nil)
    }

    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
        begin(cachedResponse.response)
        urlProtocol(`protocol`, didLoad: cachedResponse.data)
        urlProtocolDidFinishLoading(`protocol`)
    }

    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
        // There is nobody to ask: no credential is ever given to a page's request.
        fail(URLError(.userAuthenticationRequired))
    }

    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}

    // MARK: Steps

    private func begin(_ response: URLResponse?) {
        let pieces = lock.withLock { () -> AsyncThrowingStream<Data, any Error>? in
            guard state == .beforeHead else { return nil }
            state = .body
            defer { self.pieces = nil }
            return self.pieces
        }
        guard let pieces else { return }
        tell(.response(RouteResponse(response, pieces: pieces)))
    }

    private func fail(_ error: any Error) {
        if lock.withLock({ state == .beforeHead }) { tell(.failure(error)) }
        end(throwing: error)
    }

    private func end(throwing error: (any Error)?) {
        let isFirst = lock.withLock {
            defer { state = .ended }
            return state != .ended
        }
        guard isFirst else { return }
        input.finish(throwing: error)
        stop()
    }

    private func tell(_ head: Head) {
        let continuation = lock.withLock { () -> CheckedContinuation<Head, Never>? in
            guard !hasTold else { return nil }
            hasTold = true
            if waiting == nil { self.head = head }
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: head)
    }
}
