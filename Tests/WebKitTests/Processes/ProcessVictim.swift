import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

/// A page whose web process the tests kill; the only one of its program.
@MainActor
struct Victim {
    let page: TestPage
    let recorder = MessageRecorder()

    init(html: String = "<title>victim</title><p>", baseURL: URL? = URL(string: "http://victim.example/path"))
        async throws
    {
        page = TestPage()
        page.controller.add(recorder, name: "m")
        try await page.load(html: html, baseURL: baseURL)
    }

    init(url: URL) async throws {
        page = try await TestPage(url: url)
    }

    /// Kills every web process: there must be none that is just being launched, since the engine ends the program then.
    func kill() throws {
        let processes = WebProcesses.running()
        try #require(!processes.isEmpty)
        WebProcesses.kill(processes)
    }

    func waitForDeath() async throws {
        try await page.navigation.wait(for: "the news of the death") { events in
            events.contains { $0.name == "processTerminated" }
        }
    }

    var deathCount: Int { page.navigation.events.count { $0.name == "processTerminated" } }
}

extension Victim {
    static func pendingCallsEnd() async throws {
        let victim = try await Victim()
        let webView = victim.page.webView
        let calls = CompletionRecorder()
        webView.callAsyncJavaScript("await (window.kept ??= new Promise(() => {}))", in: nil, in: .page) {
            calls.note("call", $0)
        }
        webView.callAsyncJavaScript(
            "await (window.kept ??= new Promise(() => {}))", arguments: ["a": 1], in: nil, in: .defaultClient
        ) {
            calls.note("client", $0)
        }
        try await victim.page.evaluate("0")
        webView.evaluateJavaScript("for (;;) {}") { calls.note("loop", $0, $1) }
        webView.evaluateJavaScript("1", in: nil, in: .page) { calls.note("queued", $0) }
        webView.evaluateJavaScript("2", in: nil, in: .defaultClient) { calls.note("queued client", $0) }
        let awaited = Task { await scriptError { try await victim.page.call("return 1") } }
        await Task.yield()
        try victim.kill()
        try await calls.wait(count: 5)
        #expect(
            calls.log.sorted() == [
                "call: failure webContentProcessTerminated", "client: failure webContentProcessTerminated",
                "loop: nil, webContentProcessTerminated", "queued client: failure webContentProcessTerminated",
                "queued: failure webContentProcessTerminated",
            ])
        #expect(await awaited.value?.code == .webContentProcessTerminated)
        try await victim.waitForDeath()
        try await victim.page.load(html: "<p>")
        for _ in 1...3 { try await victim.page.evaluate("0") }
        #expect(calls.log.count == 5)
        let error = WKError(.webContentProcessTerminated) as NSError
        #expect(error.domain == WKErrorDomain && error.code == 2)
    }

    static func delegateIsTold() async throws {
        let victim = try await Victim()
        let calls = CompletionRecorder()
        victim.page.webView.callAsyncJavaScript("await (window.kept ??= new Promise(() => {}))", in: nil, in: .page) {
            calls.note("call", $0)
        }
        victim.page.navigation.onEvent = { _, event in calls.note(event.name) }
        try await victim.page.evaluate("0")
        try victim.kill()
        try await victim.waitForDeath()
        #expect(calls.log == ["call: failure webContentProcessTerminated", "processTerminated"])
        try await victim.page.load(html: "<p>")
        #expect(victim.deathCount == 1)
    }

    static func addressIsKept() async throws {
        let victim = try await Victim()
        var seen: [String] = []
        victim.page.navigation.onEvent = { webView, event in
            guard event.name == "processTerminated" else { return }
            seen = [webView.url?.absoluteString ?? "none", webView.title ?? "none", "\(webView.isLoading)"]
        }
        // The title may arrive after the end of the load; what is asked now is answered after it.
        try await victim.page.evaluate("0")
        try victim.kill()
        try await victim.waitForDeath()
        #expect(seen == ["http://victim.example/path", "victim", "false"])
    }

    static func loadInCallback() async throws {
        let victim = try await Victim()
        victim.page.controller.addUserScript(
            WKUserScript(source: "window.fromScript = 1", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        victim.page.navigation.onEvent = { webView, event in
            guard event.name == "processTerminated" else { return }
            webView.loadHTMLString(
                "<script>webkit.messageHandlers.m.postMessage('LOADED' + fromScript)</script>", baseURL: nil)
        }
        for count in 1...2 {
            try victim.kill()
            try await victim.recorder.wait(count: count)
            #expect(victim.recorder.bodies.last as? String == "LOADED1")
            // The load is over before the next death: a process must not be killed while it starts.
            try await victim.page.navigation.wait(for: "the load") { $0.last?.name == "finished" }
            #expect(try await victim.page.evaluate("fromScript") as? Int == 1)
            #expect(victim.deathCount == count)
        }
    }

    static func reloadInCallback() async throws {
        let server = try TestServer()
        server.route("/", .html("<title>served</title>"))
        let victim = try await Victim(url: server.url())
        victim.page.navigation.reset()
        victim.page.navigation.onEvent = { webView, event in
            if event.name == "processTerminated" { #expect(webView.reload() != nil) }
        }
        try victim.kill()
        try await victim.page.navigation.wait(for: "the load") { $0.last?.name == "finished" }
        #expect(try await victim.page.evaluate("document.title") as? String == "served")
        #expect(server.requests.count { $0.path == "/" } == 2)
        #expect(victim.page.navigation.events.map(\.name) == ["processTerminated", "started", "committed", "finished"])
    }

    static func loadInCompletion() async throws {
        let victim = try await Victim()
        let webView = victim.page.webView
        let calls = CompletionRecorder()
        var navigation: WKNavigation?
        webView.callAsyncJavaScript("await (window.kept ??= new Promise(() => {}))", in: nil, in: .page) { result in
            calls.note("call", result)
            webView.evaluateJavaScript("1", in: nil, in: .page) { calls.note("again", $0) }
            navigation = webView.loadHTMLString("<title>next</title>", baseURL: nil)
        }
        try await victim.page.evaluate("0")
        victim.page.navigation.reset()
        try victim.kill()
        try await calls.wait(count: 2)
        #expect(
            calls.log == ["call: failure webContentProcessTerminated", "again: failure webContentProcessTerminated"])
        try await victim.page.navigation.wait(for: "the load") { $0.last?.name == "finished" }
        #expect(victim.page.navigation.events.last?.navigation === navigation)
        #expect(try await victim.page.evaluate("document.title") as? String == "next")
        #expect(victim.page.navigation.events.map(\.name) == ["processTerminated", "started", "committed", "finished"])
    }

    static func nextLoadWorks() async throws {
        final class Silent: NSObject, WKNavigationDelegate {}
        let victim = try await Victim()
        let silent = Silent()
        victim.page.webView.navigationDelegate = silent
        try victim.kill()
        // Nothing tells such a delegate: the calls do, and none of them brings a process up.
        for _ in 1...3 {
            #expect(await outcome { try await victim.page.evaluate("1") } == "error 2: ")
            #expect(await outcome { try await victim.page.call("return a", ["a": 1]) } == "error 2: ")
        }
        #expect(WebProcesses.running().isEmpty)
        victim.page.webView.navigationDelegate = victim.page.navigation
        try await victim.page.load(html: "<title>again</title>")
        #expect(try await victim.page.evaluate("document.title") as? String == "again")
        #expect(try await victim.page.evaluate("webkit.messageHandlers.m.postMessage(1); 0") as? Int == 0)
        try await victim.recorder.wait(count: 1)
    }

    static func loadUnderWay() async throws {
        let server = try TestServer { _ in
            try? await Task.sleep(for: .seconds(60))
            return .notFound
        }
        let victim = try await Victim()
        victim.page.navigation.reset()
        let navigation = victim.page.webView.load(URLRequest(url: server.url("/never")))
        try await victim.page.navigation.wait(for: "the start") { $0.contains { $0.name == "started" } }
        try victim.kill()
        try await victim.waitForDeath()
        let events = victim.page.navigation.events
        #expect(events.first?.navigation === navigation)
        #expect(events.count { $0.name == "finished" } == 0)
        #expect(!victim.page.webView.isLoading)
        try await victim.page.load(html: "<title>after</title>")
        #expect(try await victim.page.evaluate("document.title") as? String == "after")
    }

    static func lateReplies() async throws {
        final class Holder: NSObject, WKScriptMessageHandlerWithReply {
            var replies: [@MainActor @Sendable (Any?, String?) -> Void] = []
            let waiter = Waiter()
            func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
                replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
            ) {
                replies.append(replyHandler)
                waiter.notify()
            }
        }
        let victim = try await Victim()
        let holder = Holder()
        victim.page.controller.addScriptMessageHandler(holder, contentWorld: .page, name: "held")
        try await victim.page.evaluate("for (let i = 0; i < 3; ++i) webkit.messageHandlers.held.postMessage(i); 0")
        try await holder.waiter.wait(for: "three messages") { holder.replies.count == 3 }
        try victim.kill()
        try await victim.waitForDeath()
        holder.replies[0]("late", nil)
        holder.replies[1](nil, "late")
        holder.replies.removeAll()
        try await victim.page.load(html: "<p>")
        #expect(try await victim.page.evaluate("1") as? Int == 1)
    }

    static func othersLive() async throws {
        let victim = try await Victim()
        let before = WebProcesses.running()
        let other = try await TestPage(html: "<title>other</title>")
        let count = other.navigation.events.count
        let calls = CompletionRecorder()
        other.webView.callAsyncJavaScript("await new Promise(r => { window.go = r }); return 5", in: nil, in: .page) {
            calls.note("call", $0)
        }
        try await other.evaluate("0")
        WebProcesses.kill(before)
        try await victim.waitForDeath()
        #expect(calls.log.isEmpty)
        try await other.evaluate("go()")
        try await calls.wait(count: 1)
        #expect(calls.log == ["call: success 5"])
        #expect(other.navigation.events.count == count)
    }

    static func viewGoesInCallback() async throws {
        var victim: Victim? = try await Victim()
        weak let view = victim?.page.webView
        let calls = CompletionRecorder()
        victim?.page.navigation.onEvent = { _, event in
            calls.note(event.name)
            victim = nil
        }
        try victim?.kill()
        try await calls.wait(count: 1)
        #expect(try await isReleased { view })
        let next = try await TestPage(html: "<p>")
        #expect(try await next.evaluate("1") as? Int == 1)
    }

    static func deaths(_ count: Int) async throws {
        let victim = try await Victim()
        for round in 1...count {
            let calls = CompletionRecorder()
            victim.page.webView.callAsyncJavaScript("await (window.kept ??= new Promise(() => {}))", in: nil, in: .page)
            {
                calls.note("call", $0)
            }
            try await victim.page.evaluate("0")
            try victim.kill()
            try await calls.wait(count: 1)
            #expect(calls.log == ["call: failure webContentProcessTerminated"])
            try await victim.page.navigation.wait(for: "death \(round)") { _ in victim.deathCount == round }
            try await victim.page.load(html: "<title>\(round)</title>")
            try await victim.page.evaluate("webkit.messageHandlers.m.postMessage(\(round)); 0")
            try await victim.recorder.wait(count: round)
            #expect(victim.recorder.bodies.last as? Int == round)
        }
        #expect(WebProcesses.running().count <= 2)
    }
}

extension Victim {
    static func reloadsOnce() async throws {
        let server = try TestServer()
        server.route("/", .html("<title>victim</title>"))
        let victim = try await Victim(url: server.url("/"))
        let window = WebViewWindow(webView: victim.page.webView, title: "", size: CGSize(width: 300, height: 200))
        window.present()
        let silent = SilentDelegate()
        victim.page.webView.navigationDelegate = silent
        // Mapped, the view gets frames to show.
        try await victim.page.call("await new Promise(requestAnimationFrame)")
        try victim.kill()
        try await silent.waiter.wait(for: "the reload", timeout: .seconds(20)) { silent.finished == 1 }
        #expect(server.requests.count == 2)
        #expect(try await victim.page.evaluate("document.title") as? String == "victim")
        try victim.kill()
        try await Task.sleep(for: .seconds(1))
        #expect(silent.finished == 1)
        #expect(server.requests.count == 2)
        window.close()
    }
}

/// A delegate without the method that tells of a death.
@MainActor
private final class SilentDelegate: NSObject, WKNavigationDelegate {
    let waiter = Waiter()
    var finished = 0

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        finished += 1
        waiter.notify()
    }
}
