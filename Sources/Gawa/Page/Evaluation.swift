import Foundation
import GawaWebKit

/// One run of a script in a page.
@MainActor
struct Evaluation {
    /// Where a script runs.
    enum Place {
        /// In the document that a view's main frame has now.
        case view(WeakView, DocumentList)
        case document(BridgedDocument)
    }

    private let body: String
    private let arguments: [String: Any]

    /// - Throws: ``BridgeError/badArgument(_:)``.
    init(_ body: String, arguments: [String: any Encodable & Sendable]) throws(BridgeError) {
        self.body = body
        var values: [String: Any] = [:]
        for (name, argument) in arguments {
            values[name] = try FoundationValue.make(argument, name: name)
        }
        self.arguments = values
    }

    func run<Result: Decodable>(
        in place: Place, timeout: Duration, returning type: Result.Type
    ) async throws(BridgeError) -> Result {
        let text = try await run(in: place, timeout: timeout).get()
        do {
            return try WireDecoder.decode(type, from: text?.root, path: "result")
        } catch {
            throw BridgeError(error)
        }
    }

    func run(in place: Place, timeout: Duration) async throws(BridgeError) {
        _ = try await run(in: place, timeout: timeout).get()
    }

    /// What the script is waited for with.
    private typealias Answer = OneAnswer<Result<WireText?, BridgeError>>

    private func run(in place: Place, timeout: Duration) async -> Result<WireText?, BridgeError> {
        if Task.isCancelled { return .failure(.cancelled) }
        let answer = Answer()
        let stop = start(in: place, answer)
        defer { stop() }
        return await answer.value(
            within: timeout, late: .failure(.timedOut(after: timeout)), cancelled: .failure(.cancelled))
    }

    /// Starts the script and what tells that its document has gone.
    ///
    /// - Returns: What stops the latter.
    private func start(in place: Place, _ answer: Answer) -> () -> Void {
        switch place {
        case .view(let view, let documents):
            guard let webView = view.webView else { break }
            // The document is looked at before and after the script: when it was another one, none can tell where the
            // script runs.
            let watch = DocumentWatch(webView) { answer.give(.failure(.pageGone(.navigated))) }
            run(in: webView, nil, answer)
            watch.check()
            let closing = documents.onArrival { if $0 == nil { answer.give(.failure(.pageGone(.bridgeClosed))) } }
            return {
                watch.stop()
                documents.forget(closing)
            }
        case .document(let document):
            guard let webView = document.webView else { break }
            run(in: document, webView, answer)
            let ending = document.onEnding { answer.give(.failure(.pageGone($0))) }
            return { document.forget(ending: ending) }
        }
        answer.give(.failure(.pageGone(.closed)))
        return {}
    }

    /// Runs the script in a document, and in no other that the frame may show by now.
    private func run(in document: BridgedDocument, _ webView: WKWebView, _ answer: Answer) {
        let port = document.port
        webView.callAsyncJavaScript(
            "if (location.origin !== gawaPlace || globalThis[gawaKey]?.(gawaToken, '') !== 1) throw gawaToken; "
                + "return await (async () => {\(body)\n})()",
            arguments: arguments.merging(
                ["gawaKey": port.key, "gawaToken": port.token, "gawaPlace": port.place],
                uniquingKeysWith: { own, _ in own }),
            in: document.isMainFrame ? nil : document.frame, in: .page
        ) { result in
            let read = FoundationValue.read(result)
            if case .failure(.javaScript(let error)) = read, error.message == port.token {
                answer.give(.failure(.pageGone(.navigated)))
            } else {
                answer.give(read)
            }
        }
    }

    private func run(in webView: WKWebView, _ frame: WKFrameInfo?, _ answer: Answer) {
        webView.callAsyncJavaScript(body, arguments: arguments, in: frame, in: .page) { result in
            answer.give(FoundationValue.read(result))
        }
    }
}
