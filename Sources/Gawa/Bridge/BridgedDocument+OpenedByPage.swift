/// Streams and events of the app that the page has opened.
extension BridgedDocument {
    // MARK: Opening

    /// Opens a stream, or hears an event: `["s", id, namespace, member, arguments]`.
    func take(opening parts: [WireNode]) {
        guard let id = parts[1].integer, id > 0, parts[2].kind == .string, parts[3].kind == .string,
            parts[4].kind == .array
        else { return malformed("a stream of another shape") }
        // What it passes is given up even if the stream is refused.
        let arguments = CallArguments(parts[4], link)
        guard table.take(id) else { return }
        let actions = streams.table.handle(.opened(id))
        guard actions == [.start(id)] else { return carry(out: actions) }
        do throws(ErrorPayload) {
            let function = try function(parts[2], parts[3])
            guard case .streaming(let body) = function.body else {
                throw .unknownFunction(function.namespace, function.name)
            }
            guard streams.running.count < runningStreamLimit else {
                throw .quotaExceeded("More streams run than the bridge allows: \(runningStreamLimit)")
            }
            start(OpenStream(id, function, in: self), body, arguments)
        } catch {
            fail(stream: id, error, of: functions[parts[2].string ?? "", parts[3].string ?? ""])
        }
    }

    private func start(_ stream: OpenStream, _ body: @escaping BoundFunction.Streaming, _ arguments: CallArguments) {
        let id = stream.id
        streams.open[id] = stream
        tellIfMany(stream.function)
        let running = streams.running
        running.count += 1
        let caller = caller
        let report = dropReport(of: stream.function)
        let task = Task.startingNow { [weak self] in
            defer { running.count -= 1 }
            do {
                let items = try await DropReport.$current.withValue(report) { try await body(caller, arguments) }
                await stream.send(items)
            } catch {
                self?.fail(stream: id, ErrorPayload(error))
            }
        }
        // It may have ended the document.
        guard streams.table.isOpen(id) else { return task.cancel() }
        stream.keep(task, stream.function.options.timeLimit.map { clock(of: id, $0) })
    }

    /// Those that were left and go on all the same count too.
    private var runningStreamLimit: Int {
        let (sum, isTooMuch) = limits.streamCount.addingReportingOverflow(limits.pendingCallCount)
        return isTooMuch ? .max : sum
    }

    private func clock(of id: Int, _ limit: Duration) -> Task<Void, Never> {
        Task { [weak self] in
            // Cancelled when the stream has ended otherwise.
            guard (try? await Task.sleep(for: limit.reachable)) != nil else { return }
            self?.handle(stream: .expired(id))
        }
    }

    // MARK: What becomes of them

    /// The page has taken items: `["k", id, count]`.
    func take(grant parts: [WireNode]) {
        guard let id = parts[1].integer, let count = parts[2].integer else {
            return malformed("a grant of another shape")
        }
        handle(stream: .granted(id, count: count))
    }

    func handle(stream event: StreamTable.Event) {
        carry(out: streams.table.handle(event))
    }

    private func carry(out actions: [StreamTable.Action]) {
        for action in actions { carry(out: action) }
    }

    private func carry(out action: StreamTable.Action) {
        switch action {
        case .start, .sendError: preconditionFailure("An action that needs more than the number of its stream")
        case .refuse(let id):
            send(error: .quotaExceeded("More streams are open than the bridge allows: \(limits.streamCount)"), for: id)
        case .wake(let id): streams.open[id]?.wake()
        case .sendEnd(let id):
            streams.open.removeValue(forKey: id)?.finish()
            send {
                $0.append(raw: "[\"d\","); $0.append(integer: id); $0.append(raw: "]")
            }
        case .sendTimeOut(let id):
            let limit = streams.open[id]?.function.options.timeLimit ?? .zero
            send(error: .timedOut(after: limit), for: id)
        case .cancel(let id): streams.open.removeValue(forKey: id)?.cancel()
        case .report: malformed("more items were taken of a stream than were sent")
        }
    }

    /// Ends a stream with an error, unless it has ended.
    ///
    /// - Parameter function: What was to be opened; nil for a stream that is.
    func fail(stream id: Int, _ error: ErrorPayload, of function: BoundFunction? = nil) {
        guard !streams.table.handle(.failed(id)).isEmpty else { return }
        let stream = streams.open.removeValue(forKey: id)
        stream?.finish()
        send(error: error, for: id)
        // Nobody in the page waits for an event.
        guard let function = function ?? stream?.function, function.kind.isEvent else { return }
        diagnose(.eventFailed(event: function.path, error: BridgeDiagnostic.shown(error.message)))
    }

    func send(_ item: EncodedResult, ofStream id: Int) {
        send { writer in
            writer.append(raw: item.value?.hasTags == true ? "[\"I\"," : "[\"i\",")
            writer.append(integer: id)
            if let value = item.value {
                writer.append(raw: ",")
                writer.append(value)
            }
            writer.append(raw: "]")
        }
    }

    // MARK: Events

    private func dropReport(of function: BoundFunction) -> DropReport.Report {
        { [diagnose] count in
            Task { @MainActor in diagnose(.eventsDropped(event: function.path, count: count)) }
        }
    }

    private func tellIfMany(_ function: BoundFunction) {
        #if DEBUG
        // A page that forgets to leave an event when it hears it anew is found while it is developed.
        guard function.kind.isEvent, streams.open.count > PageEventList.suspiciousCount else { return }
        let count = streams.open.values.count { $0.function === function }
        if count == PageEventList.suspiciousCount + 1 {
            diagnose(.manyListeners(event: function.path, count: count))
        }
        #endif
    }
}
