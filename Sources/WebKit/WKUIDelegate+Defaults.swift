// The engine enters at the form with attributes. Defaults run full → plain → async → Apple's default, which the async
// default stands for; called directly, it goes to the first form. See `DelegateMethod`.

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
        self.webView(
            webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame, completionHandler: plain)
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void
    ) {
        Task { @MainActor in
            await self.webView(webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
            completionHandler()
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
        await DelegateMethod.alert.handlerForm(of: self, safe: ()) { answer in
            let full: @MainActor @Sendable () -> Void = { answer(()) }
            self.webView(
                webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame, completionHandler: full)
        }
    }

    // MARK: Confirm

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
        let plain: (Bool) -> Void = { completionHandler($0) }
        self.webView(
            webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame, completionHandler: plain)
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
    ) {
        Task { @MainActor in
            completionHandler(
                await self.webView(webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame))
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        await DelegateMethod.confirm.handlerForm(of: self, safe: false) { answer in
            self.webView(
                webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame,
                completionHandler: answer)
        }
    }

    // MARK: Prompt

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        let plain: (String?) -> Void = { completionHandler($0) }
        self.webView(
            webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText, initiatedByFrame: frame,
            completionHandler: plain)
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) {
        Task { @MainActor in
            completionHandler(
                await self.webView(
                    webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
                    initiatedByFrame: frame))
        }
    }

    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        await DelegateMethod.prompt.handlerForm(of: self, safe: nil) { answer in
            self.webView(
                webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
                initiatedByFrame: frame, completionHandler: answer)
        }
    }

    // MARK: Files

    public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void
    ) {
        let plain: ([URL]?) -> Void = { completionHandler($0) }
        self.webView(webView, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: plain)
    }

    public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping ([URL]?) -> Void
    ) {
        Task { @MainActor in
            completionHandler(
                await self.webView(webView, runOpenPanelWith: parameters, initiatedByFrame: frame))
        }
    }

    public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
        await DelegateMethod.openPanel.handlerForm(of: self, safe: nil) { answer in
            self.webView(webView, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: answer)
        }
    }

    // MARK: Permissions

    public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) {
        let plain: (WKPermissionDecision) -> Void = { decisionHandler($0) }
        self.webView(
            webView, requestMediaCapturePermissionFor: origin, initiatedByFrame: frame, type: type,
            decisionHandler: plain)
    }

    public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        Task { @MainActor in
            decisionHandler(
                await self.webView(
                    webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type))
        }
    }

    public func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
        await DelegateMethod.mediaCapture.handlerForm(of: self, safe: .prompt) { answer in
            self.webView(
                webView, requestMediaCapturePermissionFor: origin, initiatedByFrame: frame, type: type,
                decisionHandler: answer)
        }
    }
}
