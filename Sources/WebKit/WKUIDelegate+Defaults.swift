// What a method that was left out does; `DelegateForwarding` says how the forms of one find each other.

extension WKUIDelegate {
    // MARK: Windows

    public func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        DelegateEntry.noteMissing(self)
        return nil
    }

    public func webViewDidClose(_ webView: WKWebView) {}

    // MARK: Alert

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        let plain: () -> Void = { completionHandler() }
        DelegateForwarding.enterPlain(self, .alert) {
            self.webView(
                webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame, completionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void
    ) {
        DelegateForwarding.ask(self, .alert) {
            await self.webView(webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
        } fullForm: {
            let full: @MainActor @Sendable () -> Void = { completionHandler() }
            self.webView(
                webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame, completionHandler: full)
        } whenMissing: {
            DelegateEntry.noteMissing(self)
            completionHandler()
        } completion: {
            completionHandler()
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
        if DelegateForwarding.isMissing(self, .alert) { return () }
        return await DelegateForwarding.answer(.alert, safe: ()) { answer in
            let full: @MainActor @Sendable () -> Void = { answer(()) }
            self.webView(
                webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame, completionHandler: full)
        }
    }

    // MARK: Confirm

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
        let plain: (Bool) -> Void = { completionHandler($0) }
        DelegateForwarding.enterPlain(self, .confirm) {
            self.webView(
                webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame,
                completionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping (Bool) -> Void
    ) {
        DelegateForwarding.ask(self, .confirm) {
            await self.webView(webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame)
        } fullForm: {
            let full: @MainActor @Sendable (Bool) -> Void = { completionHandler($0) }
            self.webView(
                webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame, completionHandler: full
            )
        } whenMissing: {
            DelegateEntry.noteMissing(self)
            completionHandler(false)
        } completion: {
            completionHandler($0)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        if DelegateForwarding.isMissing(self, .confirm) { return false }
        return await DelegateForwarding.answer(.confirm, safe: false) { answer in
            let full: @MainActor @Sendable (Bool) -> Void = { answer($0) }
            self.webView(
                webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame, completionHandler: full
            )
        }
    }

    // MARK: Prompt

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        let plain: (String?) -> Void = { completionHandler($0) }
        DelegateForwarding.enterPlain(self, .prompt) {
            self.webView(
                webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
                initiatedByFrame: frame, completionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping (String?) -> Void
    ) {
        DelegateForwarding.ask(self, .prompt) {
            await self.webView(
                webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
                initiatedByFrame: frame)
        } fullForm: {
            let full: @MainActor @Sendable (String?) -> Void = { completionHandler($0) }
            self.webView(
                webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
                initiatedByFrame: frame, completionHandler: full)
        } whenMissing: {
            DelegateEntry.noteMissing(self)
            completionHandler(nil)
        } completion: {
            completionHandler($0)
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        if DelegateForwarding.isMissing(self, .prompt) { return nil }
        return await DelegateForwarding.answer(.prompt, safe: nil) { answer in
            let full: @MainActor @Sendable (String?) -> Void = { answer($0) }
            self.webView(
                webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
                initiatedByFrame: frame, completionHandler: full)
        }
    }

    // MARK: Files

    public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void
    ) {
        let plain: ([URL]?) -> Void = { completionHandler($0) }
        DelegateForwarding.enterPlain(self, .openPanel) {
            self.webView(webView, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping ([URL]?) -> Void
    ) {
        DelegateForwarding.ask(self, .openPanel) {
            await self.webView(webView, runOpenPanelWith: parameters, initiatedByFrame: frame)
        } fullForm: {
            let full: @MainActor @Sendable ([URL]?) -> Void = { completionHandler($0) }
            self.webView(webView, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: full)
        } whenMissing: {
            DelegateEntry.noteMissing(self)
            completionHandler(nil)
        } completion: {
            completionHandler($0)
        }
    }

    public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
        if DelegateForwarding.isMissing(self, .openPanel) { return nil }
        return await DelegateForwarding.answer(.openPanel, safe: nil) { answer in
            let full: @MainActor @Sendable ([URL]?) -> Void = { answer($0) }
            self.webView(webView, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: full)
        }
    }

    // MARK: Permissions

    public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) {
        let plain: (WKPermissionDecision) -> Void = { decisionHandler($0) }
        DelegateForwarding.enterPlain(self, .mediaCapture) {
            self.webView(
                webView, requestMediaCapturePermissionFor: origin, initiatedByFrame: frame, type: type,
                decisionHandler: plain)
        }
    }

    public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        DelegateForwarding.ask(self, .mediaCapture) {
            await self.webView(webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type)
        } fullForm: {
            let full: @MainActor @Sendable (WKPermissionDecision) -> Void = { decisionHandler($0) }
            self.webView(
                webView, requestMediaCapturePermissionFor: origin, initiatedByFrame: frame, type: type,
                decisionHandler: full)
        } whenMissing: {
            DelegateEntry.noteMissing(self)
            decisionHandler(.prompt)
        } completion: {
            decisionHandler($0)
        }
    }

    public func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
        type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
        if DelegateForwarding.isMissing(self, .mediaCapture) { return .prompt }
        return await DelegateForwarding.answer(.mediaCapture, safe: .prompt) { answer in
            let full: @MainActor @Sendable (WKPermissionDecision) -> Void = { answer($0) }
            self.webView(
                webView, requestMediaCapturePermissionFor: origin, initiatedByFrame: frame, type: type,
                decisionHandler: full)
        }
    }
}
