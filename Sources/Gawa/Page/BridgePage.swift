import GawaWebKit

/// A page, to call its functions.
///
/// From ``Bridge/page(in:)`` it is whatever the view's main frame shows; from ``Caller/page`` the one document that called.
@MainActor
public struct BridgePage: Sendable {
    enum Target: Sendable {
        case view(Bridge, WeakView)
        case place(any CallPlace)
    }

    nonisolated let target: Target

    init(bridge: Bridge, webView: WKWebView) {
        target = .view(bridge, WeakView(webView))
    }

    nonisolated init(place: any CallPlace) {
        target = .place(place)
    }

    // MARK: Calling functions

    /// Calls a function of the page and waits for its result.
    ///
    /// Before a document is there, it waits for one, within the time limit. Cancelling the task aborts the AbortSignal that an
    /// exposed function gets after its arguments.
    ///
    /// - Parameters:
    ///   - name: A function that the page has exposed by this name, or else a path from the global object, as `cart.total`.
    ///   - arguments: Data for the function.
    ///   - type: What the result, or what its promise resolves with, is read as.
    ///   - timeout: How long to wait. The default is half a minute.
    /// - Throws: ``BridgeError``.
    public func call<each Argument: Encodable, Result: Decodable>(
        _ name: String, _ arguments: repeat each Argument, returning type: Result.Type = Result.self,
        timeout: Duration = .seconds(30)
    ) async throws(BridgeError) -> Result {
        let list = try ArgumentWriter.write(repeat each arguments)
        let node = try await answer(name, list, timeout)
        do {
            return try WireDecoder.decode(type, from: node, path: "result")
        } catch {
            throw BridgeError(error)
        }
    }

    /// Calls a function of the page, waits until it has returned, and drops its result.
    public func call<each Argument: Encodable>(
        _ name: String, _ arguments: repeat each Argument, timeout: Duration = .seconds(30)
    ) async throws(BridgeError) {
        _ = try await answer(name, try ArgumentWriter.write(repeat each arguments), timeout)
    }

    private func answer(
        _ name: String, _ arguments: WireWriter, _ timeout: Duration
    ) async throws(BridgeError) -> WireNode? {
        let start = ContinuousClock.now
        let document = try await document(within: timeout)
        let rest = max(.zero, timeout.reachable - (ContinuousClock.now - start))
        let answer: PageAnswer
        do throws(BridgeError) {
            answer = try await document.call(.named(name), arguments: arguments, timeout: rest)
        } catch {
            // The caller's own limit, and not what the wait for a document left of it.
            throw error.isTimeout ? .timedOut(after: timeout) : error
        }
        return try answer.value(of: name)
    }

    // MARK: Evaluating

    /// Runs the body of an async function in the page, and reads what it returns.
    ///
    /// Unlike ``call(_:_:returning:timeout:)`` it needs no bridge in the page. Values cross as the engine carries them:
    /// numbers, strings, booleans, dates, arrays and objects, but no BigInt and no bytes. What the body throws comes as the
    /// engine writes it, by name and message: its data, and on Linux its place, are known of functions that are called only.
    ///
    /// - Parameters:
    ///   - body: A constant of the program: put data into `arguments`, which are the body's variables.
    ///   - arguments: By name.
    ///   - type: What the result is read as.
    ///   - timeout: How long to wait; the script is not stopped then. The default is half a minute.
    /// - Throws: ``BridgeError``.
    public func evaluate<Result: Decodable>(
        _ body: String, arguments: [String: any Encodable & Sendable] = [:], returning type: Result.Type = Result.self,
        timeout: Duration = .seconds(30)
    ) async throws(BridgeError) -> Result {
        try await Evaluation(body, arguments: arguments).run(in: try place(), timeout: timeout, returning: type)
    }

    /// Runs the body of an async function in the page, and drops what it returns.
    public func evaluate(
        _ body: String, arguments: [String: any Encodable & Sendable] = [:], timeout: Duration = .seconds(30)
    ) async throws(BridgeError) {
        try await Evaluation(body, arguments: arguments).run(in: try place(), timeout: timeout)
    }

    // MARK: Finding the document

    private func place() throws(BridgeError) -> Evaluation.Place {
        switch target {
        case .view(let bridge, let view):
            guard view.webView != nil else { throw .pageGone(.closed) }
            guard !bridge.isClosed else { throw .pageGone(.bridgeClosed) }
            return .view(view, bridge.documents)
        case .place(let place):
            guard let document = place.document else { throw .pageGone(.noDocument) }
            guard !document.isGone else { throw .pageGone(document.endReason) }
            guard document.webView != nil else { throw .pageGone(.closed) }
            return .document(document)
        }
    }

    /// The document, waiting for one if the view has none.
    func document(within timeout: Duration) async throws(BridgeError) -> BridgedDocument {
        switch target {
        case .place(let place):
            guard let document = place.document else { throw .pageGone(.noDocument) }
            return document
        case .view(let bridge, let view):
            if let document = try known(bridge, view) { return document }
            do throws(BridgeError) {
                try await bridge.documents.wait(for: view.identity, within: timeout)
            } catch {
                // Nothing comes to a view that has gone meanwhile.
                if case .pageGone(.noDocument) = error { _ = try known(bridge, view) }
                throw error
            }
            guard let document = try known(bridge, view) else { throw .pageGone(.noDocument) }
            return document
        }
    }

    private func known(_ bridge: Bridge, _ view: WeakView) throws(BridgeError) -> BridgedDocument? {
        guard let webView = view.webView else { throw .pageGone(.closed) }
        guard !bridge.isClosed else { throw .pageGone(.bridgeClosed) }
        return bridge.documents.main(of: webView)
    }
}
