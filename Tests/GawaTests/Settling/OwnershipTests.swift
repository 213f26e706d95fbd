import GawaTestSupport
import GawaWebKit
import TestProcess
import TestServer
import Testing

@testable import Gawa

/// Who holds what: a screen that owns a view, a bridge and a service.
@MainActor @Suite(.serialized)
struct OwnershipTests {
    /// Functions that do what the screen gives them.
    private struct ScreenService: BridgeService {
        static let name = "screen"
        let body: @MainActor @Sendable () async throws -> Void

        static func describe(_ bridge: inout BridgeDescription<Self>) {
            bridge.function("run") { (service: Self) in try await service.body() }
        }
    }

    @MainActor
    private final class Screen {
        let page: TestPage
        let server: TestServer
        private(set) var bridge: Bridge?
        let service = SettlingService()

        var functions: BridgePage? { bridge?.page(in: page.webView) }

        init() throws {
            server = try TestServer { _ in .html("<p>") }
            page = TestPage()
        }

        func open(_ screenService: ScreenService) async throws {
            let bridge = Bridge(
                service, screenService, allowing: .origins([server.origin()]), carrier: TestCarrier.chosen)
            self.bridge = bridge
            bridge.install(in: page.webView.configuration)
            try await page.load(server.url())
        }
    }

    @Test(arguments: [false, true])
    func `BR-051: a screen that goes takes its view, bridge and service with it, whether or not a call waits`(
        isCalling: Bool
    ) async throws {
        for _ in 1...(FullTests.areOn ? 20 : 3) {
            var screen: Screen? = try Screen()
            try await screen?.open(ScreenService { [weak screen] in _ = screen })
            let service = try #require(screen?.service)
            weak let bridge = screen?.bridge
            weak let webView = screen?.page.webView
            // Once a call is answered the document is known: over a lane it greets beside the load.
            try await screen?.page.call("await screen.run()")
            weak let document = bridge?.documents.all.first
            #expect(document != nil)
            if isCalling {
                try await screen?.page.call("settling.hang('a'); globalThis.never = () => new Promise(() => {})")
                let functions = try #require(screen?.functions)
                let call = Task { await Ending.of { () throws(BridgeError) in try await functions.call("never") } }
                try await service.wait(for: "the call") { $0.started == ["a"] }
                weak let leaving = screen
                screen = nil
                #expect(leaving == nil)
                #expect(await call.value == .gone(.closed))
                try await service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled == ["a"] }
            }
            screen = nil
            #expect(try await isReleased(within: .seconds(2)) { webView }, "the view")
            #expect(try await isReleased(within: .seconds(2)) { document }, "the document")
            #expect(try await isReleased(within: .seconds(2)) { bridge }, "the bridge")
        }
    }

    @Test func `BR-052: after close() the closures that hold the owner go, though it holds the bridge`() async throws {
        weak let owner = try await makeOwnerAndClose()
        #expect(try await isReleased(within: .seconds(1)) { owner })
    }

    /// Makes the cycle that only closing breaks, with a call that waits.
    private func makeOwnerAndClose() async throws -> Screen? {
        let owner = try Screen()
        try await owner.open(
            ScreenService { [owner] in
                try await Task.sleep(for: .seconds(1000))
                _ = owner
            })
        let bridge = try #require(owner.bridge)
        bridge.onDiagnostic = { [owner] _ in _ = owner }
        try await owner.page.call("screen.run().catch(() => {})")
        #expect(try await isReleased { bridge.documents.all.first?.tasks.count == 1 ? nil : bridge })
        bridge.close()
        return owner
    }
}
