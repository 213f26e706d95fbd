internal import CWebKitGTK
internal import GLib

extension EngineView {
    /// Has the engine ask this view for the URLs of its configuration's schemes, before the first load.
    func registerSchemes() {
        for scheme in configuration.schemeHandlers.keys { content.register(scheme: scheme) }
    }

    /// Passes a request of the engine to the view that made it; one that no handler takes fails.
    static func start(schemeRequest request: Retained) {
        let view = webkit_uri_scheme_request_get_web_view(request.pointer).flatMap { existing(OpaquePointer($0)) }
        guard let view, !view.isClosed, let owner = view.owner else {
            return fail(request, WEBKIT_NETWORK_ERROR_CANCELLED.rawValue, "WebKitNetworkError", "The view was closed")
        }
        // A page that leaves stops the tasks of one document and starts those of the next: the handler learns it so.
        view.schemeTasks.tellStops()
        let url = webkit_uri_scheme_request_get_uri(request.pointer).map { String(cString: $0) } ?? ""
        let scheme = webkit_uri_scheme_request_get_scheme(request.pointer).map { String(cString: $0) } ?? ""
        guard let handler = view.configuration.schemeHandlers[scheme.lowercased()]?.handler else {
            return fail(
                request, WEBKIT_POLICY_ERROR_CANNOT_SHOW_URI.rawValue, "WebKitPolicyError",
                "No handler of this view takes the scheme \(scheme)")
        }
        view.schemeTasks.makeAnswer(handler: handler, url: url).start(request, in: owner)
    }

    private static func fail(_ request: Retained, _ code: UInt32, _ domain: String, _ message: String) {
        let error = g_error_new_literal(g_quark_from_string(domain), gint(code), message)
        webkit_uri_scheme_request_finish_error(request.pointer, error)
        g_error_free(error)
    }
}

extension EngineContent {
    /// Registers a scheme with the engine, once: it cannot be undone, and a second time is an error.
    func register(scheme: String) {
        guard registeredSchemes.insert(scheme).inserted else { return }
        let manager = webkit_web_context_get_security_manager(context.pointer)
        // As on Apple's platforms, pages of the scheme are secure contexts, and the rules of CORS hold for it.
        webkit_security_manager_register_uri_scheme_as_secure(manager, scheme)
        webkit_security_manager_register_uri_scheme_as_cors_enabled(manager, scheme)
        webkit_web_context_register_uri_scheme(
            context.pointer, scheme,
            { request, _ in
                guard let request else { return }
                nonisolated(unsafe) let pointer = request
                // The engine asks on the main thread.
                MainActor.assumeIsolated { EngineView.start(schemeRequest: Retained(retaining: pointer)) }
            }, nil, nil)
    }
}
