import GawaTestSupport
import Testing
import WebKit

@MainActor @Suite(.serialized)
struct ReplyHandlerTests {
    private func page(
        _ handler: any WKScriptMessageHandlerWithReply, named name: String = "ask", world: WKContentWorld = .page
    ) async throws -> TestPage {
        let page = TestPage()
        page.controller.addScriptMessageHandler(handler, contentWorld: world, name: name)
        try await page.load(html: "<p>")
        return page
    }

    private func ask(_ page: TestPage, _ name: String = "ask", in world: WKContentWorld = .page) async throws -> Any? {
        try await page.webView.callAsyncJavaScript(
            "return await webkit.messageHandlers[name].postMessage('q')", arguments: ["name": name],
            contentWorld: world)
    }

    // MARK: Values

    @Test func `a reply is what the page's promise resolves with, for every kind of value`() async throws {
        let values: [(Any?, String)] = [
            (nil, "undefined"), (NSNull(), "null"), (true, "true"), (7, "7"), (-0.5, "-0.5"), (Double.nan, "NaN"),
            ("text\u{0}\u{2028}", "\"text\u{0}\u{2028}\""), (Date(timeIntervalSince1970: 1), "@1000"),
            ([1, "two", [true]] as [Any], "[1, \"two\", [true]]"), (["k": ["n": NSNull()]], "{k: {n: null}}"),
            (NSNumber(value: false), "false"), (Optional("some") as Any, "\"some\""),
        ]
        var next = values.makeIterator()
        let page = try await page(ReplyingHandler { $1(next.next()?.0, nil) })
        for (_, text) in values {
            let seen = try await page.call(
                valueTextScript + "; return valueText(await webkit.messageHandlers.ask.postMessage(0))")
            #expect(seen as? String == text)
        }
    }

    @Test func `the handler gets the message with its body, name, frame and view`() async throws {
        var seen: [WKScriptMessage] = []
        let page = try await page(
            ReplyingHandler {
                seen.append($0)
                $1(nil, nil)
            })
        _ = try await ask(page)
        #expect(seen.map { $0.body as? String } == ["q"])
        #expect(seen.map(\.name) == ["ask"])
        #expect(seen.first?.frameInfo.isMainFrame == true)
        #expect(seen.first?.webView === page.webView)
    }

    @Test func `rh-plain-and-reply-share-namespace: both kinds of handler are reached from one object`() async throws {
        let plain = MessageRecorder()
        let page = try await page(ReplyingHandler { $1($0.body, nil) })
        page.controller.add(plain, name: "plain")
        let result = try await page.call(
            "webkit.messageHandlers.plain.postMessage(1); return await webkit.messageHandlers.ask.postMessage(2)")
        #expect(result as? Int == 2)
        #expect(plain.bodies as? [Int] == [1])
    }

    @Test func `rh-reply-after-nested-evaluate: a reply may wait for an evaluation of the same page`() async throws {
        for world in [WKContentWorld.page, .defaultClient] {
            let handler = ReplyingHandler { message, reply in
                message.webView?.evaluateJavaScript("6 * 7", in: nil, in: world) { reply(try? $0.get(), nil) }
            }
            let page = try await page(handler, named: "t", world: world)
            #expect(try await ask(page, "t", in: world) as? Int == 42)
        }
    }

    @Test func `replies settle their own promises, in whatever order they come`() async throws {
        var replies: [ReplyingHandler.Reply] = []
        let page = try await page(
            ReplyingHandler { message, reply in
                replies.append(reply)
                guard replies.count == 3 else { return }
                for (index, reply) in replies.enumerated().reversed() { reply(index, nil) }
            })
        let result = try await page.call(
            "return await Promise.all([0, 1, 2].map(i => webkit.messageHandlers.ask.postMessage(i)))")
        #expect(result as? [Int] == [0, 1, 2])
    }

    // MARK: Rejections

    @Test(arguments: ["Rejected!", "", "a \"quoted\" 日本\u{0}\n\u{2028}"])
    func `rh-reject: an error text, even an empty one, rejects with an Error of it`(text: String) async throws {
        let page = try await page(ReplyingHandler(value: "ignored", error: text))
        let result = try await page.call(
            """
            try { return ['resolved', await webkit.messageHandlers.ask.postMessage('bad')] }
            catch (error) { return [error.constructor === Error, error.name, error.message] }
            """)
        #expect(valueText(result) == valueText([true, "Error", text] as [Any]))
        let error = await #expect(throws: WKError.self) { _ = try await ask(page) }
        #expect(text.isEmpty || String(describing: error).contains(text.prefix(9)))
    }

    @Test func `rh-dropped-reply: a reply that is dropped rejects, at once or later`() async throws {
        var kept: [ReplyingHandler.Reply] = []
        let page = try await page(ReplyingHandler { _, _ in })
        page.controller.addScriptMessageHandler(
            ReplyingHandler { kept.append($1) }, contentWorld: .page, name: "later")
        let text = "Error: WKWebView API client did not respond to this postMessage"
        #expect(await scriptError { try await ask(page) }?.message == text)

        try await page.evaluate("var later = webkit.messageHandlers.later.postMessage(0); 0")
        try await page.call("return 0")
        #expect(kept.count == 1)
        kept.removeAll()
        #expect(await scriptError { try await page.call("await later") }?.message == text)
    }

    @Test func `rh-invalid-reply-type: a reply that cannot cross rejects, however deep the cause`() async throws {
        let values: [Any] = [
            Data(), URL(fileURLWithPath: "/"), NSObject(), [1, Data()] as [Any], ["k": ["d": Data()]], [1: "one"],
            { () -> Int in 1 } as () -> Int, UUID(), WKContentWorld.page,
        ]
        var next = values.makeIterator()
        let page = try await page(ReplyingHandler { $1(next.next(), nil) })
        for value in values {
            let error = await scriptError { try await ask(page) }
            #expect(
                error?.message
                    == "Error: WKWebView API client response to this postMessage was unable to be serialized",
                "\(type(of: value))")
        }
        #expect(try await ask(page) == nil)
    }

    // MARK: Worlds

    @Test func `rh-page-handler-not-in-client-world: a handler of the page is not in the client world`() async throws {
        let page = try await page(ReplyingHandler(value: 1), named: "h1")
        #expect(
            await scriptError { try await ask(page, "h1", in: .defaultClient) }?.code == .javaScriptExceptionOccurred)
        #expect(try await ask(page, "h1") as? Int == 1)
    }

    @Test func `rh-client-world-handler: a handler of the client world answers there`() async throws {
        let page = try await page(ReplyingHandler(value: 1), named: "h2", world: .defaultClient)
        #expect(try await ask(page, "h2", in: .defaultClient) as? Int == 1)
        #expect(await scriptError { try await ask(page, "h2") }?.code == .javaScriptExceptionOccurred)
    }

    @Test func `rh-remove-wrong-world-noop, rh-remove-one-of-three: removal takes one of that world`() async throws {
        let other = WKContentWorld.world(name: "other")
        let page = try await page(ReplyingHandler(value: 1), named: "h3", world: other)
        for name in ["h4", "h5"] {
            page.controller.addScriptMessageHandler(ReplyingHandler(value: 1), contentWorld: other, name: name)
        }
        page.controller.removeScriptMessageHandler(forName: "h3", contentWorld: .defaultClient)
        page.controller.removeScriptMessageHandler(forName: "h3")
        #expect(try await ask(page, "h3", in: other) as? Int == 1)

        page.controller.removeScriptMessageHandler(forName: "h3", contentWorld: other)
        #expect(await scriptError { try await ask(page, "h3", in: other) }?.code == .javaScriptExceptionOccurred)
        #expect(try await ask(page, "h4", in: other) as? Int == 1)
        #expect(try await ask(page, "h5", in: other) as? Int == 1)
    }

    // MARK: Late replies

    @Test func `a reply to a document that has gone is ignored, and the next document works`() async throws {
        let (replies, waiter) = (Box<[ReplyingHandler.Reply]>([]), Waiter())
        let page = try await page(
            ReplyingHandler { _, reply in
                replies.value.append(reply)
                waiter.notify()
            })
        try await page.evaluate("webkit.messageHandlers.ask.postMessage(0); 0")
        try await waiter.wait(for: "the message") { replies.value.count == 1 }
        try await page.load(html: "<p>next")
        replies.value[0]("late", nil)

        try await page.evaluate("var answer = webkit.messageHandlers.ask.postMessage(0); 0")
        try await waiter.wait(for: "the second message") { replies.value.count == 2 }
        replies.value[1]("in time", nil)
        #expect(try await page.call("return await answer") as? String == "in time")
    }

    @Test func `a reply to a view that has gone is ignored`() async throws {
        let (replies, waiter) = (Box<[ReplyingHandler.Reply]>([]), Waiter())
        weak var weakView: WKWebView?
        do {
            let page = try await page(
                ReplyingHandler { _, reply in
                    replies.value.append(reply)
                    waiter.notify()
                })
            try await page.evaluate("webkit.messageHandlers.ask.postMessage(0); 0")
            try await waiter.wait(for: "the message") { replies.value.count == 1 }
            weakView = page.webView
        }
        #expect(try await isReleased { weakView })
        replies.value[0]("late", nil)
        #expect(replies.value.count == 1)
    }
}

/// A value that closures share.
@MainActor
private final class Box<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
