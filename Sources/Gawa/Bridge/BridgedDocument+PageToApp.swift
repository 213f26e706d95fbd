import GawaWebKit

/// Calls of the page, and its answers.
extension BridgedDocument {
    func take(_ item: WireNode) {
        var elements = item.elements
        let letter = elements.next()?.string
        // Calls are many.
        if letter == "c" || letter == "C", 5...6 ~= item.count { return take(call: elements) }
        let parts = Array(item.elements)
        switch (letter?.lowercased(), parts.count) {
        case ("h", _): break
        case ("m", 4): take(message: parts)
        case ("x", 2): abort(parts[1])
        case ("r", 2...3): take(answer: .value(parts.count == 3 ? parts[2] : nil), for: parts[1])
        case ("e", 3): take(answer: .error(JavaScriptError(parts[2])), for: parts[1])
        case ("b", 1): hide()
        case ("s", 5): take(opening: parts)
        case ("k", 3): take(grant: parts)
        case ("i", 2...3): take(item: parts)
        case ("d", 2): take(end: parts[1])
        case ("v", 3...4): take(event: parts)
        default: malformed("an item of no known kind")
        }
    }

    /// Ends a call or stream that came after the bridge was closed, in the same message; other items mean nothing then.
    func refuse(_ item: WireNode) {
        var parts = item.elements
        guard ["c", "s"].contains(parts.next()?.string?.lowercased()), let id = parts.next()?.integer, id > 0 else {
            return
        }
        send(error: .bridgeClosed, for: id)
    }

    // MARK: Calls

    /// - Parameter parts: What follows its letter.
    private func take(call parts: WireElements) {
        var parts = parts
        guard let id = parts.next()?.integer, id > 0, let namespace = parts.next(), namespace.kind == .string,
            let name = parts.next(), name.kind == .string, let list = parts.next(), list.kind == .array
        else { return malformed("a call of another shape") }
        // What it passes is given up even if the call is refused.
        let arguments = CallArguments(list, link)
        switch table.call(id) {
        case .start: break
        case let action?: return carry(out: [action])
        case nil: return
        }
        do throws(ErrorPayload) {
            try start(try function(namespace, name), id, arguments: arguments, timeout: parts.next()?.number)
        } catch {
            finish(id, .failure(error))
        }
    }

    private func start(
        _ function: BoundFunction, _ id: Int, arguments: CallArguments, timeout: Double?
    ) throws(ErrorPayload) {
        switch function.body {
        case .immediate(let body):
            answer(id) { try body(caller, arguments) }
        case .synchronous(let body):
            // Where there is a lane it has run there, unless the page itself did not call it so.
            answer(id) { try body(caller, arguments) }
        case .suspending(let body):
            guard running.count < limits.pendingCallCount else { return finish(id, .failure(tooMuchRuns)) }
            running.count += 1
            let caller = caller
            let task = Task.startingNow { [weak self, running] in
                defer { running.count -= 1 }
                do {
                    let result = try await body(caller, arguments)
                    self?.finish(id, .success(result))
                } catch {
                    self?.finish(id, .failure(ErrorPayload(error)))
                }
            }
            guard table.isWaiting(.fromPage(id)) else { return }
            wait(for: task, of: function, id, timeout: timeout)
        case .streaming: throw .unknownFunction(function.namespace, function.name)
        }
    }

    /// Runs a function that needs no task.
    private func answer(_ id: Int, _ body: @MainActor () throws -> EncodedResult) {
        let outcome: Result<EncodedResult, ErrorPayload>
        do {
            outcome = .success(try body())
        } catch {
            outcome = .failure(ErrorPayload(error))
        }
        // Unless the body has ended the document.
        if table.end(id) { send(outcome, for: id) }
    }

    private func wait(for task: Task<Void, Never>, of function: BoundFunction, _ id: Int, timeout: Double?) {
        tasks[id] = task
        var limit = function.options.timeLimit ?? limits.callDuration
        if let timeout, timeout >= 0, timeout < 1e12 { limit = min(limit, .seconds(timeout / 1000)) }
        timeLimits[id] = limit
        clock.add(.fromPage(id), after: limit)
    }

    private func finish(_ id: Int, _ outcome: Result<EncodedResult, ErrorPayload>) {
        guard table.end(id) else { return }
        tasks[id] = nil
        timeLimits[id] = nil
        send(outcome, for: id)
    }

    private func send(_ outcome: Result<EncodedResult, ErrorPayload>, for id: Int) {
        switch outcome {
        case .success(let result): send { $0.append(result, for: id) }
        case .failure(let error): send(error: error, for: id)
        }
    }

    func send(error: ErrorPayload, for id: Int) {
        // The error's data is written by code of the app's, which may send something itself.
        var item = WireWriter()
        item.append(error, for: id)
        send { $0.append(item) }
    }

    private func abort(_ node: WireNode) {
        guard let id = node.integer else { return malformed("an abort of another shape") }
        carry(out: table.handle(.aborted(id)))
        handle(stream: .left(id))
    }

    // MARK: One-way calls

    private func take(message parts: [WireNode]) {
        guard let namespace = parts[1].string, let name = parts[2].string, parts[3].kind == .array else {
            return malformed("a one-way call of another shape")
        }
        let path = BridgeDiagnostic.shown("\(namespace).\(name)")
        let arguments = CallArguments(parts[3], link)
        do throws(ErrorPayload) {
            let function = try function(parts[1], parts[2])
            let caller = caller
            let diagnose = diagnose
            switch function.body {
            case .immediate(let body):
                run(path) { _ = try body(caller, arguments) }
            case .synchronous(let body):
                run(path) { _ = try body(caller, arguments) }
            case .suspending(let body):
                guard running.count < limits.pendingCallCount else { throw tooMuchRuns }
                running.count += 1
                // Nobody waits for it, so it belongs to nobody: what a page says as it goes is still done.
                Task.startingNow { [running] in
                    defer { running.count -= 1 }
                    do {
                        _ = try await body(caller, arguments)
                    } catch {
                        diagnose(.oneWayFailed(function: path, error: ErrorPayload(error).message))
                    }
                }
            case .streaming: throw .unknownFunction(function.namespace, function.name)
            }
        } catch {
            diagnose(.oneWayFailed(function: path, error: BridgeDiagnostic.shown(error.message)))
        }
    }

    private func run(_ path: String, _ body: @MainActor () throws -> Void) {
        do {
            try body()
        } catch {
            diagnose(.oneWayFailed(function: path, error: ErrorPayload(error).message))
        }
    }

    /// Functions that were given up and go on all the same count too.
    private var tooMuchRuns: ErrorPayload {
        .quotaExceeded("More functions run than the bridge allows: \(limits.pendingCallCount)")
    }

    // MARK: Finding functions

    var caller: Caller {
        Caller(origin: origin, isMainFrame: isMainFrame, frame: frame, place: self)
    }

    func function(_ namespace: WireNode, _ name: WireNode) throws(ErrorPayload) -> BoundFunction {
        if rate?.take() == false { throw .tooMany(callsPerSecond: limits) }
        let function = try find(namespace, name)
        try function.checkPolicy(of: origin, isMainFrame: isMainFrame)
        return function
    }

    private func find(_ namespace: WireNode, _ name: WireNode) throws(ErrorPayload) -> BoundFunction {
        // Where calls are many, most are of one function.
        if let last = lastFunction, name.isString(last.name), namespace.isString(last.namespace) { return last }
        let (namespace, name) = (namespace.string ?? "", name.string ?? "")
        guard let found = functions[namespace, name] else { throw .unknownFunction(namespace, name) }
        lastFunction = found
        return found
    }

    // MARK: Answers of the page

    private func take(answer: PageAnswer, for node: WireNode) {
        guard let id = node.integer else { return malformed("an answer of another shape") }
        if !end(stream: id, answer) { end(id, .success(answer)) }
    }

    /// Ends a call into the page whose answer is too long to be read, or a stream whose item is.
    func end(withLongAnswer id: Int) {
        let error = BridgeError.badResult(
            path: "result", expected: "of at most \(limits.messageByteCount) bytes", found: "longer")
        end(id, .failure(error))
        end(stream: id, error)
    }

    /// Ends a call into the page that the page has answered, readably or not.
    func end(_ id: Int, _ answer: Result<PageAnswer, BridgeError>) {
        guard !table.handle(.answered(id)).isEmpty else { return }
        pageTimeLimits[id] = nil
        waiting.removeValue(forKey: id)?(answer)
    }
}
