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
        defer { forget(arrival) }
        let error = await answer.value(within: timeout, late: .pageGone(.noDocument), cancelled: .cancelled)
        if let error { throw error }
    }
}
