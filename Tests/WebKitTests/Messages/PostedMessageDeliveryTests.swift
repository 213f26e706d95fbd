import CWebKitGTK
import GLib
import GawaTestSupport
import TestServer
import Testing

@testable import WebKit

/// What becomes of a message that a web process which was taken over could send.
@MainActor @Suite(.serialized)
struct PostedMessageDeliveryTests {
    struct Claim: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isMainFrame = true
        var origin = "{server}"
        var world = ""
        var handler = "h"
        var registration: UInt64?
        var body = "1"
        var isDelivered = false
    }

    private static let claims = [
        Claim(testDescription: "the truth", isDelivered: true),
        Claim(testDescription: "another origin", origin: "http://bank.example"),
        Claim(testDescription: "another port", origin: "http://localhost:1"),
        Claim(testDescription: "another scheme", origin: "https://localhost"),
        Claim(testDescription: "an opaque origin", origin: "null", isDelivered: true),
        Claim(
            testDescription: "a sub-frame of another origin", isMainFrame: false, origin: "http://b.example",
            isDelivered: true),
        Claim(testDescription: "no handler", handler: "nobody"),
        Claim(testDescription: "an empty name", handler: ""),
        Claim(testDescription: "a registration that has ended", registration: 0),
        Claim(testDescription: "a registration of another name", registration: 2),
        Claim(testDescription: "a handler of another world", handler: "inner"),
        Claim(testDescription: "the other world", world: "world-Inner", handler: "inner", isDelivered: true),
        Claim(testDescription: "a handler that the world has not", world: "world-Inner"),
        Claim(testDescription: "no world", world: "world-Nowhere"),
        Claim(testDescription: "a world's Swift name", world: "Inner", handler: "inner"),
        Claim(testDescription: "a reserved world", world: "gawa-default-client"),
        Claim(testDescription: "no value", body: "undefined", isDelivered: true),
        Claim(testDescription: "no text", body: ""),
        Claim(testDescription: "a refusal", body: "!no"),
        Claim(testDescription: "half a text", body: "[1,"),
        Claim(testDescription: "two texts", body: "1 2"),
        Claim(testDescription: "a reference to nothing", body: "~:#0"),
        Claim(testDescription: "a reference to itself", body: "~0:#0"),
        Claim(testDescription: "references without end", body: "~0,1:[#1,#0]"),
        Claim(testDescription: "a huge index", body: "~999999999999:[]", isDelivered: true),
        Claim(testDescription: "too huge an index", body: "~9999999999999999999999:[]"),
        Claim(testDescription: "a number too large", body: "1e999", isDelivered: true),
        Claim(testDescription: "a lone surrogate", body: #""\uD800""#, isDelivered: true),
        Claim(testDescription: "nesting", body: String(repeating: "[", count: 100_000)),
        Claim(testDescription: "closed nesting", body: nested(40_001)),
        Claim(testDescription: "the deepest nesting", body: nested(40_000), isDelivered: true),
        Claim(testDescription: "a value of 2 to the power of 40 parts", body: doubled(40)),
    ]

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    /// An array that holds an array twice, which holds one twice, and so on.
    private static func doubled(_ depth: Int) -> String {
        "~" + (0..<depth).map { "\($0 + 1)" }.joined(separator: ",") + ":"
            + String(repeating: "[", count: depth) + "[]" + (0..<depth).reversed().map { ",#\($0 + 1)]" }.joined()
    }

    @Test func `a claim that is false or makes no sense is refused and does no harm`() async throws {
        let server = try TestServer()
        server.route("/", .html("<p>"))
        let recorder = MessageRecorder()
        let page = TestPage()
        page.controller.add(recorder, name: "h")
        page.controller.add(recorder, contentWorld: .world(name: "Inner"), name: "inner")
        try await page.load(server.url())
        // In the order in which they were added.
        let registrations: [String: UInt64] = ["h": 1, "inner": 2]
        for claim in Self.claims {
            let before = recorder.messages.count
            let parameters = Variant(tuple: [
                Variant(UInt64(99)), Variant(claim.isMainFrame), Variant(UInt64(1)), Variant("http://claimed.example/"),
                Variant(claim.origin.replacing("{server}", with: server.origin())), Variant(claim.world),
                Variant(claim.handler), Variant(claim.registration ?? registrations[claim.handler] ?? 1),
                Variant(claim.body),
            ])
            let message = Retained(retaining: parameters.withPointer { webkit_user_message_new("post", $0) })
            // False would have the engine answer, and with other words.
            #expect(page.webView.engine.receive(message), "\(claim)")
            #expect((recorder.messages.count > before) == claim.isDelivered, "\(claim)")
        }
        #expect(!page.webView.engine.receive(Retained(retaining: webkit_user_message_new("other", nil))))
        let answer = try await page.call(
            "return await webkit.messageHandlers.h.postMessage('still here') === undefined")
        #expect(answer as? Bool == true)
        #expect(recorder.messages.last?.body as? String == "still here")
    }

    @Test func `a handler that is removed while messages are on their way gets none of them, and the page is told`()
        async throws
    {
        let recorder = MessageRecorder()
        let page = try await TestPage(html: "<p>")
        page.controller.add(recorder, name: "h")
        recorder.onMessage = { _ in page.controller.removeScriptMessageHandler(forName: "h") }
        let names = try await page.call(
            """
            const handler = webkit.messageHandlers.h;
            const results = await Promise.allSettled(Array.from({ length: 50 }, (_, number) => handler.postMessage(number)));
            return results.map(result => result.reason?.name ?? 'arrived');
            """)
        #expect(recorder.messages.count == 1)
        #expect(names as? [String] == ["arrived"] + Array(repeating: "InvalidAccessError", count: 49))
    }

    @Test func `BR-118: what was on its way to a removed handler does not reach the next one of its name`() async throws
    {
        let (first, second) = (MessageRecorder(), MessageRecorder())
        let page = try await TestPage(html: "<p>")
        page.controller.add(first, name: "h")
        first.onMessage = { _ in
            page.controller.removeScriptMessageHandler(forName: "h")
            page.controller.add(second, name: "h")
        }
        let names = try await page.call(
            """
            const handler = webkit.messageHandlers.h;
            const results = await Promise.allSettled([1, 2, 3].map(number => handler.postMessage(number)));
            await webkit.messageHandlers.h.postMessage('to the second');
            return results.map(result => result.reason?.name ?? 'arrived');
            """)
        #expect(names as? [String] == ["arrived", "InvalidAccessError", "InvalidAccessError"])
        #expect(first.bodies.count == 1 && second.bodies.map { $0 as? String } == ["to the second"])
    }

    @Test func `a handler that is removed before it answers still answers`() async throws {
        let page = try await TestPage(html: "<p>")
        let waiter = Waiter()
        var answers: [ReplyingHandler.Reply] = []
        let handler = ReplyingHandler { _, reply in
            answers.append(reply)
            waiter.notify()
        }
        page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "h")
        let answer = Task { try await page.call("return await webkit.messageHandlers.h.postMessage(0)") as? String }
        try await waiter.wait(for: "the message") { !answers.isEmpty }
        page.controller.removeAllScriptMessageHandlers()
        answers.removeFirst()("late", nil)
        #expect(try await answer.value == "late")
    }
}
