import GawaTestSupport
import WebKit

/// A scheme handler that writes down what it is told and answers by path, for tests to wait on.
@MainActor
final class SchemeRecorder: NSObject, WKURLSchemeHandler {
    private(set) var started: [any WKURLSchemeTask] = []
    private(set) var stopped: [any WKURLSchemeTask] = []
    private(set) var views: [WKWebView] = []

    /// Whether tasks and views are kept in the lists; the counts go on without.
    var keepsTasks = true
    private(set) var startCount = 0
    private(set) var stopCount = 0

    /// Answers the tasks of a path, without it those of all others; a task that nobody answers waits.
    var routes: [String: @MainActor (any WKURLSchemeTask) -> Void] = [:]
    var fallback: @MainActor (any WKURLSchemeTask) -> Void = { _ in }
    var onStop: @MainActor (WKWebView, any WKURLSchemeTask) -> Void = { _, _ in }

    private let waiter = Waiter()

    var startedURLs: [String] { started.map { $0.url } }
    var stoppedURLs: [String] { stopped.map { $0.url } }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        startCount += 1
        if keepsTasks {
            started.append(urlSchemeTask)
            views.append(webView)
        }
        (routes[urlSchemeTask.path] ?? fallback)(urlSchemeTask)
        waiter.notify()
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        stopCount += 1
        if keepsTasks { stopped.append(urlSchemeTask) }
        onStop(webView, urlSchemeTask)
        waiter.notify()
    }

    func wait(for what: String, until isMet: @escaping () -> Bool) async throws {
        try await waiter.wait(for: what, timeout: .seconds(20), until: isMet)
    }

    /// Answers `testing:main` with a page that has an image, and fails the image.
    func answerPageWithImage() {
        fallback = { task in
            if task.url == "testing:main" {
                task.answer("<img src='testing:image'>", type: "text/html")
            } else {
                task.didFailWithError(NSError(domain: "D", code: 1))
            }
        }
    }

    /// Forgets the tasks and views so far.
    func reset() {
        started = []
        stopped = []
        views = []
    }

    func forgetViews() {
        views = []
    }

    /// A page of the scheme "test" whose requests this handler gets; `/` is an empty page.
    func page(html: String = "<p>", url: String = "test://host/") async throws -> TestPage {
        if routes["/"] == nil { routes["/"] = { $0.answer(html, type: "text/html; charset=utf-8") } }
        return try await TestPage(url: try makeURL(url), configuration: configuration())
    }

    /// A configuration with this handler for some schemes.
    func configuration(schemes: String...) -> WKWebViewConfiguration {
        let configuration = TestPage.configuration()
        for scheme in schemes.isEmpty ? ["test"] : schemes {
            configuration.setURLSchemeHandler(self, forURLScheme: scheme)
        }
        return configuration
    }
}

extension WKURLSchemeTask {
    var url: String { request.url?.absoluteString ?? "" }
    var path: String { request.url?.path ?? "" }

    /// Gives a whole answer with a status and header fields.
    func answer(
        _ body: Data, type: String? = nil, status: Int = 200, headers: [String: String] = [:]
    ) {
        var fields = headers
        fields["Content-Type"] = type
        didReceive(httpResponse(status: status, headers: fields))
        didReceive(body)
        didFinish()
    }

    func answer(_ text: String, type: String = "text/plain", status: Int = 200, headers: [String: String] = [:]) {
        answer(Data(text.utf8), type: type, status: status, headers: headers)
    }

    func httpResponse(status: Int = 200, headers: [String: String] = [:]) -> URLResponse {
        let response = request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        }
        guard let response else { preconditionFailure("A request has an address") }
        return response
    }

    func plainResponse(type: String?, length: Int = -1, encoding: String? = nil) -> URLResponse {
        guard let url = request.url else { preconditionFailure("A request has an address") }
        return URLResponse(url: url, mimeType: type, expectedContentLength: length, textEncodingName: encoding)
    }
}

/// Reads an address.
func makeURL(_ text: String) throws -> URL {
    struct NoURL: Error {
        let text: String
    }
    guard let url = URL(string: text) else { throw NoURL(text: text) }
    return url
}
