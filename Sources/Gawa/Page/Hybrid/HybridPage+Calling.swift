extension HybridPage {
    // MARK: Readiness

    /// Waits while a document is being loaded.
    ///
    /// - Throws: ``BridgeError/pageGone(_:)`` when no document is there and none is being loaded, when the load fails, or when
    ///   the page's process ends for good; ``BridgeError/timedOut(after:)``; ``BridgeError/cancelled``.
    public func waitUntilLoaded(within timeout: Duration = .seconds(30)) async throws(BridgeError) {
        switch state {
        case .loading: break
        case .crashed: throw .pageGone(.processTerminated)
        case .empty, .loaded, .failed:
            guard !hasDocument else { return }
            throw .pageGone(.noDocument)
        }
        let answer = OneAnswer<BridgeError?>()
        waiting.append(answer)
        defer { waiting.removeAll { $0 === answer } }
        if let error = await answer.value(within: timeout, late: .timedOut(after: timeout), cancelled: .cancelled) {
            throw error
        }
    }

    // MARK: Into the page

    /// Calls a function of the page and waits for its result; see
    /// ``BridgePage/call(_:_:returning:timeout:)``. While the page is being loaded, it waits.
    public func call<each Argument: Encodable, Result: Decodable>(
        _ name: String, _ arguments: repeat each Argument, returning type: Result.Type = Result.self,
        timeout: Duration = .seconds(30)
    ) async throws(BridgeError) -> Result {
        let rest = try await ready(within: timeout)
        return try await calling.call(name, repeat each arguments, returning: type, timeout: rest)
    }

    /// Calls a function of the page, waits until it has returned, and drops its result.
    public func call<each Argument: Encodable>(
        _ name: String, _ arguments: repeat each Argument, timeout: Duration = .seconds(30)
    ) async throws(BridgeError) {
        let rest = try await ready(within: timeout)
        try await calling.call(name, repeat each arguments, timeout: rest)
    }

    /// Runs the body of an async function in the page, and reads what it returns; see
    /// ``BridgePage/evaluate(_:arguments:returning:timeout:)``. While the page is being loaded, it waits.
    public func evaluate<Result: Decodable>(
        _ body: String, arguments: [String: any Encodable & Sendable] = [:], returning type: Result.Type = Result.self,
        timeout: Duration = .seconds(30)
    ) async throws(BridgeError) -> Result {
        let rest = try await ready(within: timeout)
        return try await calling.evaluate(body, arguments: arguments, returning: type, timeout: rest)
    }

    /// Runs the body of an async function in the page, and drops what it returns.
    public func evaluate(
        _ body: String, arguments: [String: any Encodable & Sendable] = [:], timeout: Duration = .seconds(30)
    ) async throws(BridgeError) {
        let rest = try await ready(within: timeout)
        try await calling.evaluate(body, arguments: arguments, timeout: rest)
    }

    /// Reads what a function of the page gives one by one; see ``BridgePage/stream(_:_:of:timeout:)``.
    public func stream<each Argument: Encodable, Element: Decodable & Sendable>(
        _ name: String, _ arguments: repeat each Argument, of type: Element.Type = Element.self,
        timeout: Duration = .seconds(30)
    ) -> PageStream<Element> {
        calling.stream(name, repeat each arguments, of: type, timeout: timeout)
    }

    /// Hears the events that the page dispatches, across loads and crashes; see ``BridgePage/events(_:of:bufferSize:)``.
    public func events<Value: Decodable & Sendable>(
        _ name: String, of type: Value.Type = Value.self, bufferSize: Int = 256
    ) -> PageEvents<Value> {
        calling.events(name, of: type, bufferSize: bufferSize)
    }

    private func ready(within timeout: Duration) async throws(BridgeError) -> Duration {
        let start = ContinuousClock.now
        try await waitUntilLoaded(within: timeout)
        return max(.zero, timeout.reachable - (ContinuousClock.now - start))
    }
}
