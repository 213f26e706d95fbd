internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// Takes a page's request for a permission; nothing is granted without someone's yes.
    func permissionAsked(_ pointer: OpaquePointer?) -> Bool {
        guard let pointer else { return false }
        let request = PermissionRequest(pointer)
        Task { decide(request) }
        return true
    }

    private func decide(_ request: PermissionRequest) {
        guard !isClosed, request.question != nil else { return request.answer(false) }
        guard let type = request.mediaCapture else { return askUser(request) }
        let frame = mainFrame
        ask(.mediaCapture, safe: WKPermissionDecision.deny) {
            self.askUser(request)
        } answered: { decision in
            switch decision {
            case .grant: request.answer(true)
            case .deny: request.answer(false)
            case .prompt: self.askUser(request)
            }
        } _: { delegate, webView, answer in
            delegate.webView(
                webView, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame, type: type,
                decisionHandler: answer)
        }
    }

    private func askUser(_ request: PermissionRequest) {
        guard let question = request.question, isShown else {
            Log.write("The page's request to \(request.question ?? "do more") was denied: nobody could be asked")
            return request.answer(false)
        }
        guard panels.count < 8 else {
            Log.write("The page's request to \(question) was denied: it asks for too much at once")
            return request.answer(false)
        }
        let origin = Origin(committedURL)?.description ?? "This page"
        let panel = PermissionPanel(view: view, question: "\(origin) would like to \(question).") { panel, isAllowed in
            self.panels.removeAll { $0 === panel }
            request.answer(isAllowed)
            self.panels.first?.present()
        }
        answers.add(panel)
        panels.append(panel)
        // One at a time.
        if panels.count == 1 { panel.present() }
    }
}
