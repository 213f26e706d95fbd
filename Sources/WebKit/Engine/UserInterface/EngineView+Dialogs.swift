internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// Takes a dialog of a script.
    ///
    /// - Returns: False when the engine is to show its own.
    func dialogShown(_ pointer: OpaquePointer?) -> Bool {
        guard !isHandlingNatively, let pointer else { return false }
        let dialog = ScriptDialog(pointer, view: view)
        if dialog.kind == .beforeUnload {
            // Apple's delegate has no such method, and the page is left. Within the emission the answer is set, not given.
            webkit_script_dialog_confirm_set_confirmed(pointer, 1)
        } else if !isClosed {
            let frame = dialogFrame
            // After the emission, which does not bear a second one within.
            Task { present(dialog, frame) }
        }
        return true
    }

    /// The frame of a dialog that comes now.
    ///
    /// One that the module did not tell of is nobody's: it has an opaque origin and is not said to be of the main frame.
    private var dialogFrame: WKFrameInfo {
        guard let frame = dialogFrames.current,
            Origin.isPlausible(frame.origin, isMainFrame: frame.isMainFrame, committedURL: committedURL)
        else {
            return WKFrameInfo(frameID: 0, isMainFrame: false, url: "about:blank", origin: nil, webView: owner)
        }
        return WKFrameInfo(
            frameID: frame.frameID, isMainFrame: frame.isMainFrame, url: frame.url, origin: Origin(frame.origin),
            webView: owner)
    }

    private func present(_ dialog: ScriptDialog, _ frame: WKFrameInfo) {
        let absent = { @MainActor in self.presentNatively(dialog) }
        switch dialog.kind {
        case .alert:
            ask(.alert, safe: (), absent: absent) {
                dialog.close()
            } _: { delegate, webView, answer in
                let full: @MainActor @Sendable () -> Void = { answer(()) }
                delegate.webView(
                    webView, runJavaScriptAlertPanelWithMessage: dialog.message, initiatedByFrame: frame,
                    completionHandler: full)
            }
        case .confirm:
            ask(.confirm, safe: false, absent: absent) {
                dialog.close(isConfirmed: $0)
            } _: { delegate, webView, answer in
                delegate.webView(
                    webView, runJavaScriptConfirmPanelWithMessage: dialog.message, initiatedByFrame: frame,
                    completionHandler: answer)
            }
        case .prompt:
            ask(.prompt, safe: nil, absent: absent) {
                dialog.close(text: $0)
            } _: { delegate, webView, answer in
                delegate.webView(
                    webView, runJavaScriptTextInputPanelWithPrompt: dialog.message, defaultText: dialog.defaultText,
                    initiatedByFrame: frame, completionHandler: answer)
            }
        case .beforeUnload:
            break
        }
    }

    // MARK: The engine's own dialog

    private func presentNatively(_ dialog: ScriptDialog) {
        guard isShown else {
            Log.write(
                "The page's \(dialog.kind) was answered with the safe default: the view has no uiDelegate for it, and is in no "
                    + "visible window: \(String(dialog.message.prefix(200)).debugDescription)")
            return dialog.close()
        }
        // One at a time: the script of the one before goes on, so it has been answered.
        nativeDialog = dialog
        handleNatively("script-dialog", webkit_script_dialog_get_type()) {
            g_value_set_boxed($0, UnsafeRawPointer(dialog.pointer))
        }
    }

    /// Ends the dialog that the engine shows, if it is not answered.
    func endNativeDialog(_ reason: String) {
        guard let dialog = nativeDialog else { return }
        nativeDialog = nil
        dialog.close()
        // What is left of it is a child of the view, which the engine itself removes in the same way.
        guard let child = gtk_widget_get_first_child(view.cast()) else { return }
        let children = Array(sequence(first: child) { gtk_widget_get_next_sibling($0) })
        guard let left = children.first(where: { Self.typeName($0) == "WebKitScriptDialogImpl" }) else { return }
        Log.write("The page's \(dialog.kind) was not answered before \(reason): the page gets the safe default")
        gtk_widget_unparent(left)
    }

    private static func typeName(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
        String(
            cString: g_type_name_from_instance(
                UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)))
    }
}
