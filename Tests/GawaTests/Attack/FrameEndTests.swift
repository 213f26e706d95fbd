import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer
import Testing

@testable import Gawa

/// A document of a frame that the app lets go of, while the frame stays, is told so.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct FrameEndTests {
    private let service = SettlingService()

    private func makePage(carrier: BridgeCarrier = TestCarrier.chosen) async throws -> BridgedTestPage {
        let server = try TestServer { request in
            .html(
                request.path == "/frame"
                    ? "<script>settling.hang('frame').catch(error => { parent.ended = error.code })</script>"
                    : "<iframe src=/frame></iframe><script>settling.hang('main').catch(() => {})</script>")
        }
        let page = try await BridgedTestPage(service, frames: .all, carrier: carrier, server: server)
        try await service.wait(for: "two calls") { $0.started.count == 2 }
        return page
    }

    /// What the frame's call ended with.
    private func end(of page: BridgedTestPage) async throws -> String? {
        try await page.run(
            """
            for (let count = 0; count < 3 && !globalThis.ended; count++) {
                await new Promise(resolve => setTimeout(resolve, 500));
            }
            return globalThis.ended ?? "nothing";
            """) as? String
    }

    @Test func `a frame's call ends when the bridge is removed, though the page's document is let go of first`()
        async throws
    {
        let page = try await makePage()
        let main = try await page.document()
        main.end(.bridgeClosed)
        #expect(try await end(of: page) == "pageGone")
    }

    @Test func `a call into a frame ends with the same reason as one into its page`() async throws {
        let page = try await makePage()
        let frame = try #require(page.bridge.documents.all.first { !$0.isMainFrame })
        try await page.document().end(.bridgeClosed)
        #expect(frame.isGone && frame.endReason == .bridgeClosed)
    }

    @Test func `a frame's call ends when the page begins anew beside it`() async throws {
        // Over script messages, where a document begins anew when it speaks: with lanes each does when its own has ended.
        let page = try await makePage(carrier: .messages)
        page.bridge.remove(from: page.page.controller)
        page.bridge.install(in: page.page.controller)
        try await page.run("globalThis.ended = undefined")
        // The frame begins anew first, and the page after it.
        try await page.run(
            """
            const frame = frames[0];
            await frame.settling.same(1);
            frame.settling.hang('again').catch(error => { globalThis.ended = error.code });
            await frame.settling.same(1);
            await settling.same(2);
            """)
        #expect(try await end(of: page) == "pageGone")
        #expect(try await page.run("return await frames[0].settling.same(3)") as? Int == 3)
    }
}
