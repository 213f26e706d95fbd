import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// Who holds whom: nothing of a view is left when its owner lets it go.
@MainActor @Suite(.serialized)
struct OwnershipTests {
    // MARK: Views

    // In a process of its own, where no other test starts web processes.
    @Test func `BR-051: a view goes with all that belongs to it, widget and web process included`() async {
        await #expect(processExitsWith: .success) { try await Self.useAndDropScreens() }
    }

    private static func useAndDropScreens() async throws {
        for round in 1...20 {
            let left = try await useAndDropScreen()
            for (name, object) in left.objects {
                #expect(try await isReleased(within: .seconds(2), object), "\(name), round \(round)")
            }
            #expect(try await isMet(within: .seconds(2)) { left.widgetEnd.isFinalized }, "the widget, round \(round)")
            #expect(
                try await isMet(within: .seconds(2)) { ProcessCensus().webProcesses.isEmpty }, "process, round \(round)"
            )
        }
    }

    /// What a screen leaves behind: every object, held weakly.
    private struct Remains {
        let objects: [(name: String, object: () -> AnyObject?)]
        let widgetEnd: WidgetEnd
    }

    private static func useAndDropScreen() async throws -> Remains {
        let screen = Screen()
        let view = screen.page.webView
        let world = WKContentWorld.world(name: "Screen")
        let controller = screen.page.controller
        let replying = ReplyingHandler { [weak screen] in $1(screen?.answer, nil) }
        controller.add(screen.recorder, name: "plain")
        controller.addScriptMessageHandler(replying, contentWorld: world, name: "ask")
        let script = WKUserScript(source: "1", injectionTime: .atDocumentEnd, forMainFrameOnly: false, in: world)
        controller.addUserScript(script)
        let end = WidgetEnd(view)
        try await screen.page.load(html: "<iframe srcdoc='<p>'></iframe>")
        try await screen.page.call("await frames[0].webkit.messageHandlers.plain.postMessage([1, 2])")
        let answer = try await view.callAsyncJavaScript(
            "return await webkit.messageHandlers.ask.postMessage(0)", contentWorld: world)
        #expect(answer as? Int == screen.answer)
        #expect(screen.recorder.messages.count == 1)
        return Remains(
            objects: [
                ("screen", { [weak screen] in screen }), ("view", { [weak view] in view }),
                ("delegate", { [weak delegate = screen.page.navigation] in delegate }),
                ("controller", { [weak controller] in controller }), ("script", { [weak script] in script }),
                ("handler", { [weak handler = screen.recorder] in handler }),
                ("reply handler", { [weak replying] in replying }), ("world", { [weak world] in world }),
                ("store", { [weak store = view.configuration.websiteDataStore] in store }),
            ], widgetEnd: end)
    }

    private static func isMet(within limit: Duration, _ condition: () -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    @Test func `a view that was never loaded goes`() async throws {
        weak var view: WKWebView?
        do { view = TestPage().webView }
        #expect(try await isReleased { view })
    }

    @Test func `a view that is dropped while it loads goes`() async throws {
        weak var view: WKWebView?
        do {
            let page = TestPage()
            page.webView.loadHTMLString("<p>", baseURL: nil)
            view = page.webView
        }
        #expect(try await isReleased { view })
    }

    @Test func `a view whose page never comes to rest goes, and its web process ends`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.dropBusyPage()
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!words.contains("CRITICAL"), "\(words)")
    }

    private static func dropBusyPage() async throws {
        weak var view: WKWebView?
        let widgetEnd: WidgetEnd
        do {
            let page = try await TestPage(html: "<p>")
            widgetEnd = WidgetEnd(page.webView)
            view = page.webView
            try await page.evaluate("setTimeout(() => { while (true); }); 0")
        }
        #expect(view == nil)
        #expect(try await isMet(within: .seconds(5)) { widgetEnd.isFinalized }, "the widget")
        // The engine gives a process that does not answer some ten seconds.
        guard FullTests.areOn else { return }
        #expect(try await isMet(within: .seconds(30)) { ProcessCensus().webProcesses.isEmpty }, "the process")
    }

    // MARK: Cycles

    @Test func `BR-052: removing all handlers frees an owner that is its own handler, and ends its call`() async throws
    {
        weak var weakOwner: SelfRegistering?
        weak var weakView: WKWebView?
        let pending: Task<ScriptErrorFacts?, Never>
        do {
            let owner = SelfRegistering()
            try await owner.page.load(html: "<p>")
            pending = Task { [page = owner.page] in
                await scriptError { try await page.call("return await webkit.messageHandlers.owner.postMessage(0)") }
            }
            try await owner.waiter.wait(for: "the message") { owner.reply != nil }
            (weakOwner, weakView) = (owner, owner.page.webView)
        }
        #expect(weakOwner != nil, "The controller holds its handlers until they are removed")
        weakView?.configuration.userContentController.removeAllScriptMessageHandlers()
        #expect(try await isReleased(within: .seconds(1)) { weakOwner })
        #expect(await pending.value?.message == "Error: WKWebView API client did not respond to this postMessage")
        #expect(try await isReleased(within: .seconds(1)) { weakView })
    }
}

/// A screen as an app has it: it owns its view, and its handlers have a weak way back.
@MainActor
private final class Screen {
    let page = TestPage()
    let recorder = MessageRecorder()
    let answer = 7

    init() {
        recorder.onMessage = { [weak self] _ in _ = self?.answer }
    }
}

/// An owner that makes the cycle that Apple's documentation warns of.
private final class SelfRegistering: NSObject, WKScriptMessageHandlerWithReply {
    let page = TestPage()
    let waiter = Waiter()
    private(set) var reply: ReplyingHandler.Reply?

    override init() {
        super.init()
        page.controller.addScriptMessageHandler(self, contentWorld: .page, name: "owner")
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping ReplyingHandler.Reply
    ) {
        reply = replyHandler
        waiter.notify()
    }
}
