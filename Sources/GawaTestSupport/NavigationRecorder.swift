public import GawaWebKit

/// A navigation delegate that writes down what it is told, for tests to wait on.
@MainActor
public final class NavigationRecorder: NSObject, WKNavigationDelegate {
    /// One call of the delegate.
    public enum Event {
        case started(WKNavigation?)
        case redirected(WKNavigation?)
        case committed(WKNavigation?)
        case finished(WKNavigation?)
        case failedProvisionally(WKNavigation?, any Error)
        case failed(WKNavigation?, any Error)
        case processTerminated

        /// The name of the case alone.
        public var name: String {
            switch self {
            case .started: "started"
            case .redirected: "redirected"
            case .committed: "committed"
            case .finished: "finished"
            case .failedProvisionally: "failedProvisionally"
            case .failed: "failed"
            case .processTerminated: "processTerminated"
            }
        }

        /// The load that the event belongs to.
        public var navigation: WKNavigation? {
            switch self {
            case .started(let navigation), .redirected(let navigation), .committed(let navigation),
                .finished(let navigation), .failedProvisionally(let navigation, _), .failed(let navigation, _):
                navigation
            case .processTerminated: nil
            }
        }

        /// The error that ended a load.
        public var error: (any Error)? {
            switch self {
            case .failedProvisionally(_, let error), .failed(_, let error): error
            default: nil
            }
        }
    }

    /// All calls so far, in order.
    public private(set) var events: [Event] = []

    /// Called at each event, within the delegate's call.
    public var onEvent: ((WKWebView, Event) -> Void)?

    /// The actions that were asked about, in order.
    public private(set) var actions: [WKNavigationAction] = []

    /// The responses that were asked about, in order.
    public private(set) var responses: [WKNavigationResponse] = []

    /// The challenges that were asked about, in order.
    public private(set) var challenges: [URLAuthenticationChallenge] = []

    /// Decides on actions; all are allowed without it.
    public var decideAction: ((WKNavigationAction) async -> WKNavigationActionPolicy)?

    /// Decides on responses; those that can be shown are allowed without it.
    public var decideResponse: ((WKNavigationResponse) async -> WKNavigationResponsePolicy)?

    /// Answers challenges; without it there is no answer to them.
    public var answerChallenge:
        ((URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))?

    private let waiter = Waiter()
    private var terminations = 0

    /// Waits until the recorded events fulfil a condition.
    public func wait(
        for what: String, timeout: Duration = .seconds(20), until isMet: @escaping ([Event]) -> Bool
    ) async throws {
        try await waiter.wait(for: "\(what)", timeout: timeout) { isMet(self.events) }
    }

    /// Waits until a load has ended.
    ///
    /// - Throws: The error that ended it, or ``TimeLimitExceeded``.
    public func waitForEnd(of navigation: WKNavigation?, timeout: Duration = .seconds(20)) async throws {
        let terminationsBefore = terminations
        func end(in events: [Event]) -> Event? {
            events.last { event in
                switch event {
                case .finished, .failed, .failedProvisionally: event.navigation === navigation
                case .processTerminated: terminations > terminationsBefore
                default: false
                }
            }
        }
        try await wait(for: "the end of a load", timeout: timeout) { end(in: $0) != nil }
        if let error = end(in: events)?.error { throw error }
    }

    /// Forgets the events so far.
    public func reset() {
        events.removeAll()
        actions.removeAll()
        responses.removeAll()
        challenges.removeAll()
    }

    private func record(_ webView: WKWebView, _ event: Event) {
        events.append(event)
        onEvent?(webView, event)
        waiter.notify()
    }

    // MARK: WKNavigationDelegate

    public func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
        -> WKNavigationActionPolicy
    {
        actions.append(navigationAction)
        waiter.notify()
        return await decideAction?(navigationAction) ?? .allow
    }

    public func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse) async
        -> WKNavigationResponsePolicy
    {
        responses.append(navigationResponse)
        waiter.notify()
        return await decideResponse?(navigationResponse) ?? (navigationResponse.canShowMIMEType ? .allow : .cancel)
    }

    public func webView(_ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge) async
        -> (URLSession.AuthChallengeDisposition, URLCredential?)
    {
        challenges.append(challenge)
        waiter.notify()
        return await answerChallenge?(challenge) ?? (.rejectProtectionSpace, nil)
    }

    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        record(webView, .started(navigation))
    }

    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {
        record(webView, .redirected(navigation))
    }

    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        record(webView, .committed(navigation))
    }

    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        record(webView, .finished(navigation))
    }

    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        record(webView, .failedProvisionally(navigation, error))
    }

    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        record(webView, .failed(navigation, error))
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        terminations += 1
        record(webView, .processTerminated)
    }
}
