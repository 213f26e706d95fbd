import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer
import Testing

@testable import Gawa

/// Frames that go while calls wait in them.
@MainActor @Suite(.serialized)
struct FrameTests {
    private let service = SettlingService()

    private func makePage() async throws -> BridgedTestPage {
        let server = try TestServer { request in
            .html(
                request.path == "/frame"
                    ? """
                    <script>
                    globalThis.never = () => new Promise(() => {});
                    settling.hang("frame");
                    settling.ask("never");
                    </script>
                    """
                    : request.path == "/" ? "<iframe src=/frame></iframe><script>settling.hang('main')</script>" : "<p>"
            )
        }
        let page = try await BridgedTestPage(service, frames: .all, server: server)
        try await service.wait(for: "three calls") { $0.started.sorted() == ["ask", "frame", "main"] }
        return page
    }

    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case removal, sameOrigin, crossSite, blank, sourceText, reload

        var testDescription: String { rawValue }

        var script: String {
            switch self {
            case .removal: "frame.remove()"
            case .sameOrigin: "frame.src = '/other'"
            case .crossSite: "frame.src = location.href.replace('localhost', '127.0.0.1')"
            case .blank: "frame.src = 'about:blank'"
            case .sourceText: "frame.srcdoc = '<p>'"
            case .reload: "frame.contentWindow.location.replace('/empty')"
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `the calls of a frame end with the frame, and those of the page go on`(way: Way) async throws {
        let page = try await makePage()
        weak let frame = page.bridge.documents.all.first { !$0.isMainFrame }
        #expect(frame?.tasks.count == 2 && frame?.waiting.count == 1)
        try await page.run("const frame = document.querySelector('iframe'); \(way.script)")
        try await service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled == ["frame"] }
        try await service.wait(for: "the end of the call into the frame") { $0.asked.count == 1 }
        #expect(service.asked == [.gone(.navigated)] || service.asked == [.cancelled])
        #expect(try await isReleased { frame })
        #expect(service.runningCount == 1)
        #expect(try await page.outcome("return await settling.same(3)") == "value 3")
        #expect(page.bridge.documents.main(of: page.page.webView)?.tasks.count == 1)
    }

    @Test func `the calls of a frame end when the page is reloaded or left`() async throws {
        let page = try await makePage()
        weak let frame = page.bridge.documents.all.first { !$0.isMainFrame }
        try await page.page.load(page.server.url("/other", host: "127.0.0.1"))
        try await service.wait(for: "the cancellations", timeout: .seconds(1)) {
            $0.cancelled.sorted() == ["frame", "main"]
        }
        #expect(try await isReleased { frame })
        #expect(service.runningCount == 0)
    }
}
