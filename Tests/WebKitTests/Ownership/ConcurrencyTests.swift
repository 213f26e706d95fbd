import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// The API under Swift's concurrency: work from any task runs on the main thread, and results are for any task.
@Suite(.serialized)
struct ConcurrencyTests {
    @MainActor
    private final class Echo: NSObject, WKScriptMessageHandlerWithReply, WKScriptMessageHandler {
        private(set) var areAllOnMainThread = true
        private(set) var count = 0

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) async -> (Any?, String?) {
            note()
            // Elsewhere and back, as a handler that works does.
            let number = message.body as? Int ?? 0
            let sum = await Task.detached { number + 1 }.value
            note()
            return (sum, nil)
        }

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            note()
        }

        private func note() {
            areAllOnMainThread = areAllOnMainThread && Thread.isMainThread
            count += 1
        }
    }

    @Test func `BR-128: sixteen tasks at once evaluate, reply, register and close`() async throws {
        let rounds = FullTests.areOn ? 1000 : 40
        let (page, echo) = await MainActor.run { () -> (TestPage, Echo) in
            let page = TestPage()
            let echo = Echo()
            page.controller.addScriptMessageHandler(echo, contentWorld: .page, name: "echo")
            return (page, echo)
        }
        try await page.load(html: "<p>")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    for round in 0..<rounds {
                        try await Self.work(number, round, page, echo)
                    }
                }
            }
            try await group.waitForAll()
        }
        let (count, areAllOnMainThread) = await (echo.count, echo.areAllOnMainThread)
        #expect(count >= 2 * 4 * rounds)
        #expect(areAllOnMainThread)
    }

    /// One round of one task: a quarter of them evaluates, calls, replies, or registers; some make views and drop them.
    @concurrent
    private static func work(_ number: Int, _ round: Int, _ page: TestPage, _ echo: Echo) async throws {
        let value = number * 1000 + round
        switch number % 4 {
        case 0:
            let result = try await Task { @MainActor in try await page.evaluate("\(value) + 1") as? Int }.value
            #expect(result == value + 1)
        case 1:
            let result = try await Task { @MainActor in try await page.call("return a + 1", ["a": value]) as? Int }
                .value
            #expect(result == value + 1)
        case 2:
            let body = "return webkit.messageHandlers.echo.postMessage(a)"
            let result = try await Task { @MainActor in try await page.call(body, ["a": value]) as? Int }.value
            #expect(result == value + 1)
        default:
            await MainActor.run {
                page.controller.add(echo, name: "h\(value)")
                page.controller.addUserScript(
                    WKUserScript(source: "", injectionTime: .atDocumentStart, forMainFrameOnly: true))
                page.controller.removeScriptMessageHandler(forName: "h\(value)")
                if round % 10 == number / 4 {
                    let view = TestPage().webView
                    view.loadHTMLString("<p>", baseURL: nil)
                    view.evaluateJavaScript("1", completionHandler: nil)
                }
            }
        }
    }

    // MARK: Compile-time facts

    // That this file compiles in Swift 6 mode, without a warning, is the test.
    @Test func `BR-132: types cross isolation, and handlers of any isolation can be written`() async throws {
        func crosses<Value: Sendable>(_: Value.Type) -> Bool { true }
        #expect(crosses(WKError.self) && crosses(WKError.Code.self) && crosses(WKUserScriptInjectionTime.self))
        #expect(crosses(EngineStartError.self))
        #expect(crosses(WKWebView.self) && crosses(WKUserContentController.self) && crosses(WKContentWorld.self))
        #expect(crosses(WKFrameInfo.self) && crosses(WKSecurityOrigin.self) && crosses(WKScriptMessage.self))
        #expect(crosses(WKNavigation.self) && crosses(WKWebViewConfiguration.self) && crosses(WKUserScript.self))

        let page = try await TestPage(html: "<p>")
        let webView = await page.webView
        // A result is cast where it is made, and the value goes anywhere.
        let number = try await Task.detached { try await Self.number(of: webView) }.value
        #expect(number == 3)
        let error = await Task.detached { () -> WKError? in
            do {
                return try await Self.number(of: webView, "throw 1").flatMap { _ in nil }
            } catch {
                return error as? WKError
            }
        }.value
        #expect(error?.code == .javaScriptExceptionOccurred)
        #expect(await Counter.shared.count == 0)
        try await Self.countMessages(on: page)
        #expect(await Counter.shared.count == 2)
    }

    @MainActor
    private static func number(of webView: WKWebView, _ script: String = "1 + 2") async throws -> Int? {
        try await webView.evaluateJavaScript(script) as? Int
    }

    @MainActor
    private static func countMessages(on page: TestPage) async throws {
        let handler = ClosureHandler { name in
            await Counter.shared.add()
            return name + "!"
        }
        page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "counted")
        for _ in 1...2 {
            #expect(try await page.call("return webkit.messageHandlers.counted.postMessage('a')") as? String == "a!")
        }
    }

    private actor Counter {
        static let shared = Counter()
        private(set) var count = 0

        func add() { count += 1 }
    }

    /// A handler around an async closure, as apps write it.
    @MainActor
    private final class ClosureHandler: NSObject, WKScriptMessageHandlerWithReply {
        private let answer: @Sendable (String) async -> String

        init(_ answer: @escaping @Sendable (String) async -> String) {
            self.answer = answer
        }

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) async -> (Any?, String?) {
            guard let body = message.body as? String else { return (nil, "not a string") }
            return (await answer(body), nil)
        }
    }
}
