internal import CURLSchemeStream
internal import CWebKitGTK
internal import GLib

/// The engine's half of a scheme task: the response and the stream that the engine reads.
///
/// Both are given to the engine when the request comes, before anything is in them. The engine looks at the response
/// when its first read is answered, and cancels the read when nobody waits any more: that is how a stop is known.
@MainActor
final class SchemeAnswer {
    /// Later ones have higher numbers.
    let number: Int
    private static var lastNumber = 0

    /// The handler, as long as it has something to be told: it may well keep its tasks.
    private var handler: (any WKURLSchemeHandler)?
    private let url: String
    /// The task, as long as it is not over.
    private var task: SchemeTask?
    private var state = SchemeTaskState()
    private var body = SchemeBody()
    private var response: Retained?
    private var stream: Retained?
    /// The handler knows that the task is over.
    private var isStopTold = false
    private var hasLogged = false
    /// Called when the view has gone, so that the handler is not told of the stop.
    var onAbandonment: (@MainActor () -> Void)?
    /// Those who wait until the engine has read.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many bytes may be unread when more are wanted: the engine reads 8 KiB at a time, and should find them.
    private static let room = 1 << 16
    /// Where the answer goes to.
    private weak var view: EngineView?
    /// How many bytes the engine has read since the page's process was known to have taken all.
    private var unacknowledgedCount = 0
    /// After how many bytes that is found out: the engine reads on while they wait to be taken, and keeps them meanwhile.
    private static let pace = 8 << 20
    /// How long a page is waited for that takes nothing, as one does whose script waits for this very answer.
    private static let patience = Duration.seconds(1)
    /// Called when the engine has read the answer to its end, or reads no more; with whether the handler has to know.
    private let completion: (SchemeAnswer, _ isStopped: Bool) -> Void

    init(
        handler: any WKURLSchemeHandler, url: String,
        completion: @escaping @MainActor (SchemeAnswer, _ isStopped: Bool) -> Void
    ) {
        Self.lastNumber += 1
        number = Self.lastNumber
        self.handler = handler
        self.url = url
        self.completion = completion
    }

    isolated deinit {
        // The engine waits on its read for ever otherwise.
        stream.map { gawa_scheme_stream_wake($0.cast()) }
        letGo()
    }

    /// Gives the engine the stream, and the handler its task.
    func start(_ engineRequest: Retained, in webView: WKWebView) {
        let limit = (handler as? any SchemeBodyLimiting)?.maximumBodyByteCount
        let task = SchemeTask(
            request: URLRequest(schemeRequest: engineRequest),
            body: URLRequest.body(ofSchemeRequest: engineRequest, limit: limit ?? .max), answer: self)
        self.task = task
        view = webView.engine
        let stream = SchemeStream.make(for: self)
        // -1: nobody knows the length yet.
        let response = Retained(taking: webkit_uri_scheme_response_new(stream.cast(), -1))
        self.stream = stream
        self.response = response
        webkit_uri_scheme_request_finish_with_response(engineRequest.pointer, response.pointer)
        handler?.webView(webView, start: task)
    }

    // MARK: The handler's calls

    func take(_ call: SchemeTask.Call) {
        do {
            try state.accept(call.kind)
        } catch {
            log(call.kind, error)
            return
        }
        switch call {
        case .response(let new):
            if let response { new.fill(response) }
            return
        case .data(let data): body.append(data)
        case .finish: body.finish()
        case .failure(let error): body.fail(error)
        }
        if state.isOver {
            task = nil
            handler = nil
            onAbandonment = nil
            letGo()
        }
        stream.map { gawa_scheme_stream_wake($0.cast()) }
    }

    private func log(_ call: SchemeTaskState.Call, _ violation: SchemeTaskState.Violation) {
        // Not before the handler can know, and once for a task: a page can bring these about as often as it likes.
        guard violation != .stopped || isStopTold, !hasLogged else { return }
        hasLogged = true
        Log.write("\(call.rawValue) of the task for \(url) was ignored: \(violation)")
    }

    // MARK: Waiting for the engine

    /// Waits until the engine has read what it was given, but for a little, or does not read any more.
    func waitForRoom() async {
        guard stream != nil, !state.isOver else { return }
        if body.byteCount > Self.room { await withCheckedContinuation { waiting.append($0) } }
        if unacknowledgedCount >= Self.pace { await waitForPage() }
    }

    /// Waits until the page's process has taken what the engine has read: it answers a message after those before it.
    private func waitForPage() async {
        unacknowledgedCount = 0
        guard let view else { return }
        await withCheckedContinuation { continuation in
            var waiting: CheckedContinuation<Void, Never>? = continuation
            let end = {
                waiting?.resume()
                waiting = nil
            }
            let limit = Task {
                // Cancelled when the answer was first.
                try? await Task.sleep(for: Self.patience)
                end()
            }
            // Nobody handles it there, and that is its answer.
            view.send("taken", Variant(tuple: [])) { _ in
                limit.cancel()
                end()
            }
        }
    }

    private func letGo() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    // MARK: The engine's calls

    func read(into buffer: UnsafeMutableRawBufferPointer) -> SchemeBody.Piece {
        let piece = body.read(into: buffer)
        if case .bytes(let count) = piece { unacknowledgedCount += count }
        switch piece {
        case .bytes, .pending:
            if body.byteCount <= Self.room { letGo() }
        case .end, .failure: release()
        }
        return piece
    }

    /// Ends the task for the engine; the handler is told by ``tellStop(in:)``.
    func stop() {
        guard stream != nil else { return }
        let isStopped = state.stop()
        body.abandon(URLError(.cancelled))
        release(isStopped: isStopped)
    }

    /// Tells the handler of the stop, unless its view has gone, as on Apple's platforms.
    func tellStop(in webView: WKWebView?) {
        guard let task else { return }
        let handler = handler
        let onAbandonment = onAbandonment
        self.task = nil
        self.handler = nil
        self.onAbandonment = nil
        guard let webView else {
            onAbandonment?()
            return
        }
        isStopTold = true
        handler?.webView(webView, stop: task)
    }

    private func release(isStopped: Bool = false) {
        guard let stream else { return }
        gawa_scheme_stream_wake(stream.cast())
        self.stream = nil
        response = nil
        letGo()
        completion(self, isStopped)
    }
}

extension SchemeTask.Call {
    fileprivate var kind: SchemeTaskState.Call {
        switch self {
        case .response: .response
        case .data: .data
        case .finish: .finish
        case .failure: .failure
        }
    }
}
