import GawaTestSupport
import Testing
import WebKit

/// Wrong use of the API stops the program with a sentence that says what to do.
@Suite(.serialized)
struct ProgrammerErrorTests {
    private func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    private static let nameTaken =
        "A script message handler named 'msg' is already there: remove it first, or choose another name"

    // MARK: Names

    @Test func `mh-duplicate-name-refused, BR-118: a second handler of one name is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let controller = WKUserContentController()
                controller.add(MessageRecorder(), name: "msg")
                controller.add(MessageRecorder(), name: "msg")
            }
        }
        #expect(sentence(result).contains(Self.nameTaken))
    }

    @Test func `rh-duplicate-add-raises: a second reply handler of one name is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let controller = WKUserContentController()
                let world = WKContentWorld.world(name: "w")
                controller.addScriptMessageHandler(ReplyingHandler(value: 1), contentWorld: world, name: "msg")
                controller.addScriptMessageHandler(ReplyingHandler(value: 2), contentWorld: world, name: "msg")
            }
        }
        #expect(sentence(result).contains(Self.nameTaken))
    }

    @Test func `a reply handler cannot take the name of a plain one`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let controller = WKUserContentController()
                controller.add(MessageRecorder(), name: "msg")
                controller.addScriptMessageHandler(ReplyingHandler(value: 1), contentWorld: .page, name: "msg")
            }
        }
        #expect(sentence(result).contains(Self.nameTaken))
    }

    @Test func `a plain handler cannot take the name of a reply handler`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let controller = WKUserContentController()
                controller.addScriptMessageHandler(
                    ReplyingHandler(value: 1), contentWorld: .defaultClient, name: "msg")
                controller.add(MessageRecorder(), contentWorld: .defaultClient, name: "msg")
            }
        }
        #expect(sentence(result).contains(Self.nameTaken))
    }

    @MainActor
    @Test func `a name is free in another world, in another controller, and after removal`() {
        let controller = WKUserContentController()
        let other = WKUserContentController()
        controller.add(MessageRecorder(), name: "msg")
        controller.add(MessageRecorder(), contentWorld: .defaultClient, name: "msg")
        controller.add(MessageRecorder(), contentWorld: .world(name: "w"), name: "msg")
        other.add(MessageRecorder(), name: "msg")
        controller.removeScriptMessageHandler(forName: "msg")
        controller.addScriptMessageHandler(ReplyingHandler(value: 1), contentWorld: .page, name: "msg")
        controller.removeAllScriptMessageHandlers(from: .page)
        controller.add(MessageRecorder(), name: "msg")
    }

    @Test func `an empty name is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { WKUserContentController().add(MessageRecorder(), name: "") }
        }
        #expect(sentence(result).contains("A script message handler needs a name that is not empty"))
    }

    @Test func `a name with a NUL character is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { WKUserContentController().add(MessageRecorder(), name: "a\u{0}b") }
        }
        #expect(sentence(result).contains("The name of a script message handler cannot hold a NUL character"))
    }

    // MARK: Replies

    /// Lets a page post once to a handler, in the process of an exit test.
    @MainActor
    private static func post(to handler: any WKScriptMessageHandlerWithReply) async throws {
        let page = TestPage()
        page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "ask")
        try await page.load(html: "<p>")
        try await page.call("await webkit.messageHandlers.ask.postMessage('u')")
    }

    @MainActor
    private static func answerTwice() async throws {
        try await post(
            to: ReplyingHandler { _, reply in
                reply(1, nil)
                reply(2, nil)
            })
    }

    @MainActor
    private static func answerAgainLater() async throws {
        var kept: ReplyingHandler.Reply?
        do {
            try await post(
                to: ReplyingHandler { _, reply in
                    kept = reply
                    reply(nil, "no")
                })
        } catch {
            kept?(nil, nil)
        }
    }

    private static let calledTwice = "A reply handler was called twice: answer each message once"

    @Test func `rh-double-reply: a second answer to one message stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.answerTwice()
        }
        #expect(sentence(result).contains(Self.calledTwice))
    }

    @Test func `a second answer stops the program even when it comes later and says nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.answerAgainLater()
        }
        #expect(sentence(result).contains(Self.calledTwice))
    }

    // MARK: Files

    @Test func `loadFileURL takes file URLs only`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                guard let url = URL(string: "http://localhost/") else { return }
                WKWebView(frame: .zero).loadFileURL(url, allowingReadAccessTo: URL(fileURLWithPath: "/tmp"))
            }
        }
        #expect(sentence(result).contains("http://localhost/ is not a file URL: use load(_:) for others"))
    }

    @Test func `loadFileURL gives access to file URLs only`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                guard let url = URL(string: "https://localhost/x") else { return }
                WKWebView(frame: .zero).loadFileURL(URL(fileURLWithPath: "/tmp/x"), allowingReadAccessTo: url)
            }
        }
        #expect(sentence(result).contains("https://localhost/x is not a file URL"))
    }
}
