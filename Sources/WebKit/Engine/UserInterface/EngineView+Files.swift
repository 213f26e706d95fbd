internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// Takes the request of a file input.
    ///
    /// - Returns: False when the engine is to show its own dialog.
    func filesAsked(_ pointer: OpaquePointer?) -> Bool {
        guard !isHandlingNatively, let pointer else { return false }
        let request = Retained(retaining: pointer)
        guard !isClosed else {
            webkit_file_chooser_request_cancel(pointer)
            return true
        }
        Task { chooseFiles(request) }
        return true
    }

    private func chooseFiles(_ request: Retained) {
        let frame = mainFrame
        let parameters = WKOpenPanelParameters(
            allowsMultipleSelection: webkit_file_chooser_request_get_select_multiple(request.pointer) != 0)
        ask(.openPanel, safe: nil) {
            self.chooseFilesNatively(request)
        } answered: { (urls: [URL]?) in
            Self.answer(request, urls)
        } _: { delegate, webView, answer in
            delegate.webView(
                webView, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: answer)
        }
    }

    private func chooseFilesNatively(_ request: Retained) {
        guard isShown else {
            Log.write(
                "A file input was cancelled: the view has no uiDelegate with runOpenPanelWith, and is in no visible window"
            )
            return webkit_file_chooser_request_cancel(request.pointer)
        }
        handleNatively("run-file-chooser", webkit_file_chooser_request_get_type()) {
            g_value_set_object($0, UnsafeMutableRawPointer(request.pointer))
        }
    }

    private static func answer(_ request: Retained, _ urls: [URL]?) {
        guard let urls else { return webkit_file_chooser_request_cancel(request.pointer) }
        let paths = urls.map { url in
            precondition(url.isFileURL, "runOpenPanelWith takes file URLs: \(url) is none")
            // The engine decodes what it takes for the escapes of a URL.
            return url.path.replacing("%", with: "%25")
        }
        var pointers: [UnsafePointer<CChar>?] = paths.map { UnsafePointer(strdup($0)) } + [nil]
        defer { pointers.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        webkit_file_chooser_request_select_files(request.pointer, &pointers)
    }
}
