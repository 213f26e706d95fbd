internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// Asks for the view of a window that the page opens; nil opens nothing.
    func windowOpened(_ pointer: OpaquePointer?) -> Retained? {
        guard let pointer, !isClosed else { return nil }
        let action = navigationAction(pointer, opensWindow: true)
        guard let owner, let delegate = owner.uiDelegate else {
            notOpened(action)
            return nil
        }
        let opening = WindowOpening(opener: self)
        let given = configuration.duplicate()
        given.windowOpening = opening
        let features = WKWindowFeatures()
        let entry = DelegateEntry(delegate)
        let webView = DelegateEntry.$current.withValue(entry) {
            delegate.webView(owner, createWebViewWith: given, for: action, windowFeatures: features)
        }
        opening.end()
        guard let webView else {
            if entry.isMissing { notOpened(action) }
            return nil
        }
        precondition(
            webView.engine === opening.view,
            "createWebViewWith must return the first view that is made with the configuration it was given")
        features.follow(webView.engine)
        // The engine keeps the reference that it is given, as from a C program, which hands over a new, floating one.
        let view = webView.engine.view
        Task { g_object_unref(UnsafeMutableRawPointer(view.pointer)) }
        return view
    }

    private func notOpened(_ action: WKNavigationAction) {
        let url = String((action.request.url?.absoluteString ?? "").prefix(200))
        Log.write(
            "A window for \(url.debugDescription) was not opened: the view has no uiDelegate with createWebViewWith")
    }

    /// Tells the features of this view's window, as soon as the engine has noted them.
    func afterWindowOpened(_ action: @escaping @MainActor (WindowFeatureValues?) -> Void) {
        firstNext { action(self.windowFeatures) }
    }

    /// What the page that opened this view's window asked for.
    var windowFeatures: WindowFeatureValues? {
        guard let properties = webkit_web_view_get_window_properties(pointer) else { return nil }
        var frame = GdkRectangle()
        webkit_window_properties_get_geometry(properties, &frame)
        return WindowFeatureValues(
            isMenuBarVisible: webkit_window_properties_get_menubar_visible(properties) != 0,
            isStatusBarVisible: webkit_window_properties_get_statusbar_visible(properties) != 0,
            areToolbarsVisible: webkit_window_properties_get_toolbar_visible(properties) != 0,
            isResizable: webkit_window_properties_get_resizable(properties) != 0,
            frame: CGRect(x: Int(frame.x), y: Int(frame.y), width: Int(frame.width), height: Int(frame.height)))
    }
}
