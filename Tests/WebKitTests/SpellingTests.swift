import GawaTestSupport
import Observation
import SpellingsSwift5
import SpellingsSwift6
import Testing
import WebKit

/// Handlers and delegates as existing source spells them, compiled in both language modes.
@MainActor @Suite(.serialized)
struct SpellingTests {
    typealias Handler = any WKScriptMessageHandlerWithReply

    private let forms: [String: Handler] = [
        "full 5": SpellingsSwift5.FullReplyHandler(), "full 6": SpellingsSwift6.FullReplyHandler(),
        "plain 5": SpellingsSwift5.PlainReplyHandler(), "plain 6": SpellingsSwift6.PlainReplyHandler(),
        "main actor 5": SpellingsSwift5.MainActorReplyHandler(),
        "main actor 6": SpellingsSwift6.MainActorReplyHandler(),
        "async 5": SpellingsSwift5.AsyncReplyHandler(), "async 6": SpellingsSwift6.AsyncReplyHandler(),
        "isolated async 5": SpellingsSwift5.IsolatedAsyncReplyHandler(),
        "isolated async 6": SpellingsSwift6.IsolatedAsyncReplyHandler(),
        "named 5": SpellingsSwift5.NamedReplyHandler(), "named 6": SpellingsSwift6.NamedReplyHandler(),
        "base 5": SpellingsSwift5.ReplyHandlerBase(), "base 6": SpellingsSwift6.ReplyHandlerBase(),
        "overriding 5": SpellingsSwift5.OverridingReplyHandler(),
        "overriding 6": SpellingsSwift6.OverridingReplyHandler(),
    ]
    private let failing: [String: Handler] = [
        "missing 5": SpellingsSwift5.MissingReplyHandler(), "missing 6": SpellingsSwift6.MissingReplyHandler(),
        "dropping 5": SpellingsSwift5.DroppingReplyHandler(), "dropping 6": SpellingsSwift6.DroppingReplyHandler(),
        "plain dropping 5": SpellingsSwift5.PlainDroppingReplyHandler(),
        "plain dropping 6": SpellingsSwift6.PlainDroppingReplyHandler(),
    ]
    private let forwarders: [(name: String, make: (Handler) -> Handler)] = [
        ("closure 5", { SpellingsSwift5.ClosureForwarder($0) }),
        ("closure 6", { SpellingsSwift6.ClosureForwarder($0) }),
        ("async 5", { SpellingsSwift5.AsyncForwarder($0) }), ("async 6", { SpellingsSwift6.AsyncForwarder($0) }),
    ]

    /// What each handler's answer is when the page asks all of them at once.
    private func answers(_ handlers: [String: Handler]) async throws -> [String: String] {
        let page = TestPage()
        for (name, handler) in handlers {
            page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: name)
        }
        try await page.load(html: "<p>")
        let answers = try await page.call(
            """
            const ask = name => webkit.messageHandlers[name].postMessage(0).catch(error => 'rejected: ' + error.message);
            return Object.fromEntries(await Promise.all(names.map(async name => [name, await ask(name)])));
            """, ["names": Array(handlers.keys)])
        return try #require(answers as? [String: String])
    }

    private func expected(_ name: String) -> String {
        switch name {
        case "missing 5", "missing 6":
            "rejected: The handler MissingReplyHandler implements no form of userContentController(_:didReceive:…)"
        case "dropping 5", "dropping 6", "plain dropping 5", "plain dropping 6":
            "rejected: WKWebView API client did not respond to this postMessage"
        default: String(name.dropLast(2))
        }
    }

    private var all: [String: Handler] { forms.merging(failing) { first, _ in first } }

    // MARK: Reply handlers

    @Test func `every spelling of a reply handler is called, and none rejects with a clear text`() async throws {
        let seen = try await answers(all)
        for name in all.keys { #expect(seen[name] == expected(name), "\(name)") }
    }

    @Test func `a forwarder of either form reaches a target of every form, across language modes`() async throws {
        var handlers: [String: Handler] = [:]
        for forwarder in forwarders {
            for (name, target) in all { handlers["\(forwarder.name) > \(name)"] = forwarder.make(target) }
        }
        let seen = try await answers(handlers)
        for forwarder in forwarders {
            for name in all.keys {
                let path = "\(forwarder.name) > \(name)"
                #expect(seen[path] == expected(name), "\(path)")
            }
        }
    }

    @Test func `forwarders of forwarders reach a target of every form`() async throws {
        var handlers: [String: Handler] = [:]
        for first in forwarders {
            for second in forwarders {
                for (name, target) in all {
                    handlers["\(first.name) > \(second.name) > \(name)"] = first.make(second.make(target))
                }
            }
        }
        let seen = try await answers(handlers)
        #expect(seen.count == handlers.count)
        for (path, answer) in seen {
            let name = path.split(separator: " > ").last.map(String.init) ?? ""
            #expect(answer == expected(name), "\(path)")
        }
    }

    @Test func `messages reach an async handler in the order they were posted`() async throws {
        let handler = OrderNotingHandler()
        let page = TestPage()
        page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "ask")
        try await page.load(html: "<p>")
        let answers = try await page.call(
            "return await Promise.all(Array.from({ length: 200 }, (_, i) => webkit.messageHandlers.ask.postMessage(i)))"
        )
        #expect(answers as? [Int] == Array(0..<200))
        #expect(handler.bodies == Array(0..<200))
    }

    @Test func `a handler of two forms is called once, in the closure form`() async throws {
        let handler = TwoFormsHandler()
        #expect(try await answers(["both": handler]) == ["both": "closure"])
        #expect(handler.calls == 1)
    }

    // MARK: Navigation delegates

    @Test(.timeLimit(.minutes(1)), arguments: ["forced 5", "forced 6"])
    func `a navigation delegate with Apple's forced optional is called`(name: String) async throws {
        #expect(try await calls(ofDelegate: name) == 1)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["optional 5", "optional 6"])
    func `OptionalNavigationDelegate: a plain optional compiles and is not called`(name: String) async throws {
        #expect(try await calls(ofDelegate: name) == 0)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["strict 5", "strict 6"])
    func `StrictNavigationDelegate: what is not optional compiles and is not called`(name: String) async throws {
        #expect(try await calls(ofDelegate: name) == 0)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["late 5", "late 6"])
    func `LateSubclass: a method that only a subclass adds compiles and is not called`(name: String) async throws {
        #expect(try await calls(ofDelegate: name) == 0)
    }

    /// Loads a page to its end, and returns how often the delegate was told.
    private func calls(ofDelegate name: String) async throws -> Int {
        var count = 0
        let note = { count += 1 }
        let delegate = try #require(self.delegate(name, finished: note))
        let webView = WKWebView(frame: .zero, configuration: TestPage.configuration())
        webView.navigationDelegate = delegate
        webView.loadHTMLString("<p>", baseURL: nil)
        // The engine sets both in the call that tells the delegate of the end.
        while webView.isLoading || webView.estimatedProgress < 1 {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = (webView.isLoading, webView.estimatedProgress)
                } onChange: {
                    continuation.resume()
                }
            }
        }
        _ = try await webView.evaluateJavaScript("0")
        return count
    }

    private func delegate(_ name: String, finished: @escaping () -> Void) -> (any WKNavigationDelegate)? {
        switch name {
        case "forced 5": configured(SpellingsSwift5.ForcedNavigationDelegate()) { $0.finished = finished }
        case "forced 6": configured(SpellingsSwift6.ForcedNavigationDelegate()) { $0.finished = finished }
        case "optional 5": configured(SpellingsSwift5.OptionalNavigationDelegate()) { $0.finished = finished }
        case "optional 6": configured(SpellingsSwift6.OptionalNavigationDelegate()) { $0.finished = finished }
        case "strict 5": configured(SpellingsSwift5.StrictNavigationDelegate()) { $0.finished = finished }
        case "strict 6": configured(SpellingsSwift6.StrictNavigationDelegate()) { $0.finished = finished }
        case "late 5": configured(SpellingsSwift5.LateSubclass()) { $0.finished = finished }
        case "late 6": configured(SpellingsSwift6.LateSubclass()) { $0.finished = finished }
        default: nil
        }
    }

    private func configured<Delegate>(_ delegate: Delegate, _ configure: (Delegate) -> Void) -> Delegate {
        configure(delegate)
        return delegate
    }
}

private final class OrderNotingHandler: NSObject, WKScriptMessageHandlerWithReply {
    private(set) var bodies: [Int] = []

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        bodies.append(message.body as? Int ?? -1)
        return (message.body, nil)
    }
}

private final class TwoFormsHandler: NSObject, WKScriptMessageHandlerWithReply {
    private(set) var calls = 0

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        calls += 1
        replyHandler("closure", nil)
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        calls += 1
        return ("async", nil)
    }
}
