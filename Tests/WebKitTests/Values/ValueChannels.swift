import GawaTestSupport
import WebKit

/// A page with every way in which a value leaves JavaScript, and every way in which one enters it.
@MainActor
final class ValueChannels: NSObject, WKScriptMessageHandlerWithReply {
    /// The ways out of the page.
    enum Exit: CaseIterable {
        case post, evaluate, call, worldEvaluate, frameEvaluate, frameCall
    }

    /// The ways into the page.
    enum Entrance: CaseIterable {
        case reply, argument, worldArgument, frameArgument
    }

    let page: TestPage
    private let recorder = MessageRecorder()
    private var answer: (Any?, String?) = (nil, nil)
    private var frame: WKFrameInfo?

    init(html: String = "<p>", baseURL: URL? = URL(string: "http://values.example/")) async throws {
        let configuration = TestPage.configuration()
        page = TestPage(configuration: configuration)
        super.init()
        let controller = configuration.userContentController
        controller.add(recorder, name: "recorder")
        controller.addScriptMessageHandler(self, contentWorld: .page, name: "answer")
        for world in [WKContentWorld.page, .defaultClient] {
            controller.addUserScript(
                WKUserScript(
                    source: valueTextScript, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world))
        }
        // The frame is made before scripts of the page can spoil anything.
        let frameScript = "<script>webkit.messageHandlers.recorder.postMessage('frame')</script>"
        try await page.load(html: "<iframe srcdoc=\"\(frameScript)\"></iframe>" + html, baseURL: baseURL)
        frame = try await recorder.wait(count: 1).first { !$0.frameInfo.isMainFrame }?.frameInfo
    }

    // MARK: Out of the page

    /// The value of an expression as it comes out, or the error; a body that no handler sees is `refused`.
    func text(of expression: String, through exit: Exit) async -> String {
        await outcome {
            switch exit {
            case .post: return try await posted(expression)
            case .evaluate: return try await page.evaluate("(\(expression))")
            case .call: return try await page.call("return (\(expression))")
            case .worldEvaluate:
                return try await page.webView.evaluateJavaScript("(\(expression))", contentWorld: .defaultClient)
            case .frameEvaluate:
                return try await page.webView.evaluateJavaScript("(\(expression))", in: frame, contentWorld: .page)
            case .frameCall:
                return try await page.webView.callAsyncJavaScript(
                    "return (\(expression))", in: frame, contentWorld: .page)
            }
        }
    }

    /// The body of a posted message, or an error of code 5 when the post is refused.
    func posted(_ expression: String) async throws -> Any? {
        let count = recorder.messages.count
        let script = """
            let value, promise
            value = (\(expression))
            promise = webkit.messageHandlers.recorder.postMessage(value)
            return promise.then(() => '', error => error.name)
            """
        let refusal = try await page.call(script) as? String
        guard refusal == "" else {
            // Refused by the page's side: no handler may have seen it.
            precondition(recorder.messages.count == count)
            throw WKError(.javaScriptResultTypeIsUnsupported, userInfo: ["WKJavaScriptExceptionMessage": refusal ?? ""])
        }
        let body = recorder.messages[count].body
        // Undefined is an optional that holds nothing, boxed in `Any`.
        if case Optional<Any>.none = body { return nil }
        return body
    }

    // MARK: Into the page

    /// What the page sees of a value, written by its own `valueText`.
    func pageText(of value: Any?, through entrance: Entrance) async -> String {
        await pageResult(of: value, through: entrance, as: "valueText(v)").map { $0 as? String ?? "?" }
    }

    /// What an expression of the value `v` gives in the page.
    func pageResult(of value: Any?, through entrance: Entrance, as expression: String) async -> PageResult {
        do {
            switch entrance {
            case .reply:
                answer = (value, nil)
                let body = """
                    try { const v = await webkit.messageHandlers.answer.postMessage(0); return [\(expression)] }
                    catch (error) { return 'rejected: ' + error.message }
                    """
                let result = try await page.call(body)
                return (result as? [Any]).map { .value($0[0]) } ?? .refusal(result as? String ?? "?")
            case .argument:
                return .value(try await page.call("return \(expression)", ["v": value as Any]))
            case .worldArgument:
                return .value(
                    try await page.webView.callAsyncJavaScript(
                        "return \(expression)", arguments: ["v": value as Any], contentWorld: .defaultClient))
            case .frameArgument:
                return .value(
                    try await page.webView.callAsyncJavaScript(
                        "return \(expression)", arguments: ["v": value as Any], in: frame, contentWorld: .page))
            }
        } catch {
            return .refusal(ScriptErrorFacts(error).message ?? "\(error)")
        }
    }

    /// What a page sees of an error text with which a handler answers.
    func pageErrorText(_ text: String) async throws -> String? {
        answer = (nil, text)
        let body = """
            try { await webkit.messageHandlers.answer.postMessage(0); return null }
            catch (error) { return error instanceof Error && error.name === 'Error' ? error.message : null }
            """
        return try await page.call(body) as? String
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        replyHandler(answer.0, answer.1)
    }
}

/// What became of a value on its way into a page.
enum PageResult {
    case value(Any?)
    case refusal(String)

    func map(_ transform: (Any?) -> String) -> String {
        switch self {
        case .value(let value): transform(value)
        case .refusal(let text): "refused: \(text)"
        }
    }
}
