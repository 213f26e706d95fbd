internal import GawaWebKit

/// One request of a page: carries out what ``RouteTaskState`` says.
@MainActor
final class RouteExchange {
    private var state = RouteTaskState()
    /// The task, as long as it is not over.
    private var task: (any WKURLSchemeTask)?
    private let url: URL
    private let method: String
    private let access: RouteAccess
    private var work: Task<Void, Never>?
    private var clock: RouteClock?
    private var name = ""
    /// Whether the page stands still until the answer has come to its end.
    private var isSynchronous = false
    private let report: @MainActor (RouteDiagnostic) -> Void
    private let onEnd: @MainActor () -> Void

    /// Takes charge of a task.
    ///
    /// - Parameter onEnd: Called once, when the task needs nothing more.
    init(
        _ task: any WKURLSchemeTask, url: URL, method: String, access: RouteAccess,
        report: @escaping @MainActor (RouteDiagnostic) -> Void, onEnd: @escaping @MainActor () -> Void
    ) {
        self.task = task
        self.url = url
        self.method = method
        self.access = access
        self.report = report
        self.onEnd = onEnd
    }

    deinit {
        // The routes have gone, and nobody waits.
        work?.cancel()
    }

    // MARK: What happens

    /// Starts the work.
    ///
    /// - Parameter onReturn: Called when it is over, which may be long after the task's end if a handler takes no notice.
    func start(_ run: RouteRun, limit: Duration, onReturn: @escaping @MainActor () -> Void) {
        isSynchronous = run.request.isSynchronous
        name = run.worker.name ?? "\(method) \(BridgeDiagnostic.shown(run.address.encodedPath))"
        clock = RouteClock(limit) { [weak self] in self?.take(.timeIsUp) }
        // Detached: a handler is nobody's business but the page's.
        work = Task.detached(priority: .userInitiated) { [weak self] in
            let outcome = await run.outcome()
            if let next = await self?.begin(outcome) { await Self.send(next, by: self) }
            await onReturn()
        }
    }

    /// Answers without work.
    func answer(_ response: RouteResponse) {
        _ = begin(.answer(response, isEmbeddable: false, name: name))
    }

    /// Ends the exchange: nobody waits any more.
    func stop() {
        take(.stop)
    }

    /// Ends the exchange with a network error.
    func fail() {
        take(.failure, URLError(.cancelled))
    }

    // MARK: The work's calls

    /// Sends the head; what gives the body when it comes in pieces.
    private func begin(_ outcome: RouteRun.Outcome) -> RouteBody.NextPiece? {
        guard case .answer(let response, let isEmbeddable, let name) = outcome else {
            take(.failure, URLError(.httpTooManyRedirects))
            return nil
        }
        self.name = name
        let head = RouteHead(response, method: method, access: access, isEmbeddable: isEmbeddable)
        switch head.content {
        case .none: take(.answer, head: head)
        case .data(let data): take(.answer, head: head, data)
        case .pieces(let byteCount, let start):
            take(.answerInPieces(byteCount: byteCount), head: head)
            if head.isEventStream, !isSynchronous { clock = nil }
            return state.isOver ? nil : start()
        }
        return nil
    }

    private nonisolated static func send(_ next: RouteBody.NextPiece, by exchange: RouteExchange?) async {
        do {
            while let piece = try await next() {
                guard await exchange?.send(piece) ?? false else { return }
            }
            await exchange?.take(.endOfPieces)
        } catch {
            await exchange?.bodyFailed(error)
        }
    }

    /// Sends a piece and waits until the next is wanted; false when it is not.
    private func send(_ piece: Data) async -> Bool {
        if !piece.isEmpty { take(.piece(byteCount: piece.count), piece) }
        guard !state.isOver else { return false }
        if isSynchronous {
            // A page that stands still takes nothing before the end, and is owed that, however steadily the pieces come.
            await Task.yield()
        } else {
            clock?.isHeld = true
            await task?.waitForRoom()
            clock?.isHeld = false
        }
        return !state.isOver
    }

    private func bodyFailed(_ error: any Error) {
        guard !state.isOver else { return }
        report(.bodyFailed(route: name, error: BridgeDiagnostic.shown("\(error)", limit: 1000)))
        take(.failure)
    }

    // MARK: Effects

    private func take(_ event: RouteTaskState.Event, _ error: URLError = URLError(.networkConnectionLost)) {
        take(event, head: nil, Data(), error)
    }

    private func take(_ event: RouteTaskState.Event, _ data: Data) {
        take(event, head: nil, data)
    }

    private func take(
        _ event: RouteTaskState.Event, head: RouteHead?, _ data: Data = Data(),
        _ error: URLError = URLError(.networkConnectionLost)
    ) {
        // The work of a request that has ended may still tell of pieces. By then another request's task may have the address of
        // this one's, and must not be taken for it.
        guard !state.isOver else { return }
        let effect = state.take(event)
        let task = task
        // Before anything is said to the task: what the engine does about it may come back here.
        if state.isOver { end() }
        switch effect {
        case .nothing: break
        case .cancel: work?.cancel()
        case .answer:
            respond(head, to: task)
            if !data.isEmpty { task?.didReceive(data) }
            task?.didFinish()
        case .begin: respond(head, to: task)
        case .sendPiece: task?.didReceive(data)
        case .finish: task?.didFinish()
        case .fail:
            work?.cancel()
            if event == .timeIsUp { report(.timedOut(route: name)) }
            task?.didFailWithError(error)
        case .failForLength:
            work?.cancel()
            report(.bodyFailed(route: name, error: "it has not as many bytes as it was said to have"))
            task?.didFailWithError(error)
        case .answerTimeout:
            work?.cancel()
            report(.timedOut(route: name))
            let response = RouteResponse.error(.gatewayTimeout, "The app took too long to answer")
            let head = RouteHead(response, method: method, access: access, isEmbeddable: false)
            respond(head, to: task)
            if case .data(let data) = head.content { task?.didReceive(data) }
            task?.didFinish()
        }
    }

    private func respond(_ head: RouteHead?, to task: (any WKURLSchemeTask)?) {
        if let head { task?.didReceive(head.response(to: url)) }
    }

    private func end() {
        task = nil
        clock = nil
        onEnd()
    }
}
