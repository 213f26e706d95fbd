import GawaWebKit

/// Calls of the page, and its answers.
extension BridgedDocument {
    func take(_ item: WireNode) {
        let parts = Array(item.elements)
        switch (parts.first?.string?.lowercased(), parts.count) {
        case ("h", _): break
        case ("c", 5...6): take(call: parts)
        case ("m", 4): take(message: parts)
        case ("x", 2): abort(parts[1])
        case ("r", 2...3): take(answer: .value(parts.count == 3 ? parts[2] : nil), for: parts[1])
        case ("e", 3): take(answer: .error(JavaScriptError(parts[2])), for: parts[1])
        case ("b", 1): hide()
        default: malformed("an item of no known kind")
        }
    }

    /// Ends a call that came after the bridge was closed, in the same message; other items mean nothing then.
    func refuse(_ item: WireNode) {
        var parts = item.elements
        guard parts.next()?.string == "c", let id = parts.next()?.integer, id > 0 else { return }
        send(error: .bridgeClosed, for: id)
    }

    // MARK: Calls

    private func take(call parts: [WireNode]) {
        guard let id = parts[1].integer, id > 0, let namespace = parts[2].string, let name = parts[3].string,
            parts[4].kind == .array
        else { return malformed("a call of another shape") }
        let actions = table.handle(.called(id))
        guard actions == [.start(id)] else { return carry(out: actions) }
        do throws(ErrorPayload) {
            let timeout = parts.count == 6 ? parts[5].number : nil
            start(try function(namespace, name), id, arguments: parts[4], timeout: timeout)
        } catch {
            finish(id, .failure(error))
        }
    }

    private func start(_ function: BoundFunction, _ id: Int, arguments: WireNode, timeout: Double?) {
        let caller = caller
        let task = Task.startingNow { [weak self] in
            do {
                let result = try await function.body(caller, arguments)
                self?.finish(id, .success(result))
            } catch {
                self?.finish(id, .failure(ErrorPayload(error)))
            }
        }
        guard table.isWaiting(.fromPage(id)) else { return }
        tasks[id] = task
        var limit = function.options.timeLimit ?? limits.callDuration
        if let timeout, timeout >= 0, timeout < 1e12 { limit = min(limit, .seconds(timeout / 1000)) }
        timeLimits[id] = limit
        clock.add(.fromPage(id), after: limit)
    }

    private func finish(_ id: Int, _ outcome: Result<EncodedResult, ErrorPayload>) {
        guard table.handle(.returned(id)) == [.answer(id)] else { return }
        tasks[id] = nil
        timeLimits[id] = nil
        switch outcome {
        case .success(let result): send(result: result, for: id)
        case .failure(let error): send(error: error, for: id)
        }
    }

    private func send(result: EncodedResult, for id: Int) {
        send { writer in
            writer.append(raw: result.value?.hasTags == true ? "[\"R\"," : "[\"r\",")
            writer.append(integer: id)
            if let value = result.value {
                writer.append(raw: ",")
                writer.append(value)
            }
            writer.append(raw: "]")
        }
    }

    func send(error: ErrorPayload, for id: Int) {
        var payload = WireWriter()
        error.write(into: &payload, maximumDepth: BridgeLimits.greatestDepth)
        send { writer in
            writer.append(raw: payload.hasTags ? "[\"E\"," : "[\"e\",")
            writer.append(integer: id)
            writer.append(raw: ",")
            writer.append(payload)
            writer.append(raw: "]")
        }
    }

    private func abort(_ node: WireNode) {
        guard let id = node.integer else { return malformed("an abort of another shape") }
        carry(out: table.handle(.aborted(id)))
    }

    // MARK: One-way calls

    private func take(message parts: [WireNode]) {
        guard let namespace = parts[1].string, let name = parts[2].string, parts[3].kind == .array else {
            return malformed("a one-way call of another shape")
        }
        let path = BridgeDiagnostic.shown("\(namespace).\(name)")
        do throws(ErrorPayload) {
            let function = try function(namespace, name)
            let caller = caller
            let diagnose = diagnose
            // Nobody waits for it, so it belongs to nobody: what a page says as it goes is still done.
            Task.startingNow {
                do {
                    _ = try await function.body(caller, parts[3])
                } catch {
                    diagnose(.oneWayFailed(function: path, error: ErrorPayload(error).message))
                }
            }
        } catch {
            diagnose(.oneWayFailed(function: path, error: BridgeDiagnostic.shown(error.message)))
        }
    }

    // MARK: Finding functions

    private var caller: Caller {
        Caller(origin: origin, isMainFrame: isMainFrame, frame: frame, document: self)
    }

    private func function(_ namespace: String, _ name: String) throws(ErrorPayload) -> BoundFunction {
        if rate?.take() == false {
            throw .quotaExceeded("More calls in a second than the bridge allows: \(limits.callsPerSecond ?? 0)")
        }
        guard let function = functions[namespace, name] else { throw .unknownFunction(namespace, name) }
        if let refusal = function.options.policy?.refusal(of: origin, isMainFrame: isMainFrame) {
            throw .notAllowed(refusal.sentence)
        }
        return function
    }

    // MARK: Answers of the page

    private func take(answer: PageAnswer, for node: WireNode) {
        guard let id = node.integer else { return malformed("an answer of another shape") }
        guard !table.handle(.answered(id)).isEmpty else { return }
        pageTimeLimits[id] = nil
        waiting.removeValue(forKey: id)?(.success(answer))
    }

    /// Ends a call into the page whose answer cannot be read.
    func fail(_ id: Int, _ error: BridgeError) {
        guard !table.handle(.answered(id)).isEmpty else { return }
        pageTimeLimits[id] = nil
        waiting.removeValue(forKey: id)?(.failure(error))
    }
}
