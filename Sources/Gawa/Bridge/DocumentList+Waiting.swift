import GawaWebKit

extension DocumentList {
    /// Waits until a document speaks from the main frame of a view.
    ///
    /// - Parameter key: The view's identity: a wait does not hold the view.
    /// - Throws: ``BridgeError/PageGone/noDocument`` after the time limit, ``BridgeError/PageGone/bridgeClosed``, or
    ///   ``BridgeError/cancelled``.
    func wait(for key: ObjectIdentifier, within timeout: Duration) async throws(BridgeError) {
        if Task.isCancelled { throw .cancelled }
        let answer = OneAnswer<BridgeError?>()
        let arrival = onArrival { webView in
            guard let webView else { return answer.give(.pageGone(.bridgeClosed)) }
            if ObjectIdentifier(webView) == key { answer.give(nil) }
        }
        let sleeper = Task {
            // Cancelled when a document was first.
            guard (try? await Task.sleep(for: timeout.reachable)) != nil else { return }
            answer.give(.pageGone(.noDocument))
        }
        defer {
            sleeper.cancel()
            forget(arrival)
        }
        let error = await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            Task { @MainActor in answer.give(.cancelled) }
        }
        if let error { throw error }
    }
}
