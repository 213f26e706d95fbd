// What a method that was left out does; `DelegateForwarding` says how the forms of one find each other.

extension WKNavigationDelegate {
    // MARK: Policy of actions

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        let plain: (WKNavigationActionPolicy, WKWebpagePreferences) -> Void = { decisionHandler($0, $1) }
        DelegateForwarding.enterPlain(self, .actionWithPreferences) {
            self.webView(webView, decidePolicyFor: navigationAction, preferences: preferences, decisionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        DelegateForwarding.ask(self, .actionWithPreferences) {
            await self.webView(webView, decidePolicyFor: navigationAction, preferences: preferences)
        } fullForm: {
            let full: @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void = {
                decisionHandler($0, $1)
            }
            self.webView(webView, decidePolicyFor: navigationAction, preferences: preferences, decisionHandler: full)
        } whenMissing: {
            let full: @MainActor @Sendable (WKNavigationActionPolicy) -> Void = { decisionHandler($0, preferences) }
            self.webView(webView, decidePolicyFor: navigationAction, decisionHandler: full)
        } completion: {
            decisionHandler($0.0, $0.1)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
        if DelegateForwarding.isMissing(self, .actionWithPreferences) { return (.cancel, preferences) }
        return await DelegateForwarding.answer(.actionWithPreferences, safe: (.cancel, preferences)) { answer in
            let full: @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void = {
                answer(($0, $1))
            }
            self.webView(webView, decidePolicyFor: navigationAction, preferences: preferences, decisionHandler: full)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        let plain: (WKNavigationActionPolicy) -> Void = { decisionHandler($0) }
        DelegateForwarding.enterPlain(self, .action) {
            self.webView(webView, decidePolicyFor: navigationAction, decisionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        DelegateForwarding.ask(self, .action) {
            await self.webView(webView, decidePolicyFor: navigationAction)
        } fullForm: {
            let full: @MainActor @Sendable (WKNavigationActionPolicy) -> Void = { decisionHandler($0) }
            self.webView(webView, decidePolicyFor: navigationAction, decisionHandler: full)
        } whenMissing: {
            decisionHandler(.allow)
        } completion: {
            decisionHandler($0)
        }
    }

    public func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
        -> WKNavigationActionPolicy
    {
        if DelegateForwarding.isMissing(self, .action) { return .cancel }
        return await DelegateForwarding.answer(.action, safe: .cancel) { answer in
            let full: @MainActor @Sendable (WKNavigationActionPolicy) -> Void = { answer($0) }
            self.webView(webView, decidePolicyFor: navigationAction, decisionHandler: full)
        }
    }

    // MARK: Policy of responses

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
        let plain: (WKNavigationResponsePolicy) -> Void = { decisionHandler($0) }
        DelegateForwarding.enterPlain(self, .response) {
            self.webView(webView, decidePolicyFor: navigationResponse, decisionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        DelegateForwarding.ask(self, .response) {
            await self.webView(webView, decidePolicyFor: navigationResponse)
        } fullForm: {
            let full: @MainActor @Sendable (WKNavigationResponsePolicy) -> Void = { decisionHandler($0) }
            self.webView(webView, decidePolicyFor: navigationResponse, decisionHandler: full)
        } whenMissing: {
            decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
        } completion: {
            decisionHandler($0)
        }
    }

    public func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse) async
        -> WKNavigationResponsePolicy
    {
        if DelegateForwarding.isMissing(self, .response) { return .cancel }
        return await DelegateForwarding.answer(.response, safe: .cancel) { answer in
            let full: @MainActor @Sendable (WKNavigationResponsePolicy) -> Void = { answer($0) }
            self.webView(webView, decidePolicyFor: navigationResponse, decisionHandler: full)
        }
    }

    // MARK: Authentication

    public func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let plain: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = { completionHandler($0, $1) }
        DelegateForwarding.enterPlain(self, .challenge) {
            self.webView(webView, didReceive: challenge, completionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        DelegateForwarding.ask(self, .challenge) {
            await self.webView(webView, respondTo: challenge)
        } fullForm: {
            let full: @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
                completionHandler($0, $1)
            }
            self.webView(webView, didReceive: challenge, completionHandler: full)
        } whenMissing: {
            completionHandler(.rejectProtectionSpace, nil)
        } completion: {
            completionHandler($0.0, $0.1)
        }
    }

    public func webView(_ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge) async
        -> (URLSession.AuthChallengeDisposition, URLCredential?)
    {
        if DelegateForwarding.isMissing(self, .challenge) { return (.cancelAuthenticationChallenge, nil) }
        return await DelegateForwarding.answer(.challenge, safe: (.cancelAuthenticationChallenge, nil)) {
            answer in
            let full: @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
                answer(($0, $1))
            }
            self.webView(webView, didReceive: challenge, completionHandler: full)
        }
    }

    // MARK: Progress

    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {}
    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {}
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {}
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        webView.engine.reloadAfterTermination()
    }
}
