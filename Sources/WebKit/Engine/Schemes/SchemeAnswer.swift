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
    }

    /// Gives the engine the stream, and the handler its task.
    func start(_ engineRequest: Retained, in webView: WKWebView) {
        let task = SchemeTask(request: URLRequest(schemeRequest: engineRequest), answer: self)
        self.task = task
        let stream = SchemeStream.make(for: self)
        // -1: the length is not known, and would be fixed now.
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
        }
        stream.map { gawa_scheme_stream_wake($0.cast()) }
    }

    private func log(_ call: SchemeTaskState.Call, _ violation: SchemeTaskState.Violation) {
        // Not before the handler can know, and once for a task: a page can bring these about as often as it likes.
        guard violation != .stopped || isStopTold, !hasLogged else { return }
        hasLogged = true
        Log.write("\(call.rawValue) of the task for \(url) was ignored: \(violation)")
    }

    // MARK: The engine's calls

    func read(into buffer: UnsafeMutableRawBufferPointer) -> SchemeBody.Piece {
        let piece = body.read(into: buffer)
        switch piece {
        case .bytes, .pending: break
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
        self.task = nil
        self.handler = nil
        guard let webView else { return }
        isStopTold = true
        handler?.webView(webView, stop: task)
    }

    private func release(isStopped: Bool = false) {
        guard let stream else { return }
        gawa_scheme_stream_wake(stream.cast())
        self.stream = nil
        response = nil
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
