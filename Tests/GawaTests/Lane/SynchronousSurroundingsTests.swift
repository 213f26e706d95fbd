import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer
import Testing

@testable import Gawa

/// What stands around synchronous functions, and what they know of who called.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct SynchronousSurroundingsTests {
    private let service = KeepingService()

    @Test(arguments: [BridgeCarrier.automatic, .messages])
    func `middleware stands around a synchronous function on its own thread`(carrier: BridgeCarrier) async throws {
        let middleware = ThreadMiddleware()
        let server = try TestServer { _ in .html("<p>") }
        let bridge = Bridge(
            service, EchoService(), allowing: .origins([server.origin()]), carrier: carrier, middleware: [middleware])
        let page = TestPage()
        bridge.install(in: page.controller)
        try await page.load(server.url())
        let call = carrier == .automatic ? "keeping.give.sync" : "await keeping.give"
        let outcomes = try await page.call(
            """
            const outcomes = [];
            for (const value of ['plain', 'alter', 'replace', 'refuse', 5]) {
                try { outcomes.push(\(call)(value)) } catch (error) { outcomes.push(error.name + ' ' + error.code) }
            }
            return [...outcomes, await keeping.give('promise'), await echo.int(1)].join();
            """)
        #expect(
            outcomes as? String == "plain,altered,replaced,NotAllowedError notAllowed,TypeError badArgument,promise,1")
        let thread = "give synchronous \(carrier == .messages)"
        let refused = BridgeTrace.Outcome.failed(
            name: "NotAllowedError", code: "notAllowed", message: "Not this one")
        let notes = middleware.notes.all
        #expect(
            Array(notes.prefix(8)) == [
                thread, "trace give returned", thread, "trace give returned", thread, "trace give returned", thread,
                "trace give \(refused)",
            ])
        #expect(notes.dropFirst(8).first == thread && notes.contains("handle int"))
        #expect(!notes.contains("handle give"))
    }

    @Test func `a synchronous function knows who called, and the page's functions can be called afterwards`()
        async throws
    {
        let page = try await BridgedTestPage(
            service, html: "<script>globalThis.twice = number => 2 * number; keeping.give.sync('early')</script>",
            carrier: .automatic)
        let caller = try #require(service.caller.withLock { $0 })
        #expect(caller.isMainFrame && caller.origin.description == page.server.origin())
        #expect(caller.frame.request.url == page.server.url("/"))
        // From the first script on, whether the main actor has heard the document's greeting or not.
        #expect(try await caller.page.call("twice", 21, returning: Int.self) == 42)
        try await page.page.load(page.server.url("/next"))
        let call = await Ending.of { () throws(BridgeError) in try await caller.page.call("twice", 1) }
        #expect(call == .gone(.navigated))
        service.caller.withLock { $0 = nil }
    }
}
